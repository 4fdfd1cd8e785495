// The invoice that the tests are about; the files in output/ were made from it.
import type { Invoice } from '../src/invoice.js'

export const march: Invoice = {
  number: '2025-03-017',
  customer: 'Blue Door Bakery',
  currency: 'EUR',
  taxPercent: 20,
  lines: [
    { item: 'Oven service', quantity: 1, unitCents: 48_000 },
    { item: 'Dough hook, large', quantity: 2, unitCents: 13_950 },
    { item: 'Proofing basket', quantity: 24, unitCents: 1_145 },
  ],
}
