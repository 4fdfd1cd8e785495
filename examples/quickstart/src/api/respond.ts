// What the API answers when it is asked for an invoice.
import { addUp, type Invoice } from '../invoice.js'

export interface InvoiceResponse {
  readonly id: string
  readonly due: { readonly amount: string; readonly currency: string }
  readonly lineCount: number
}

export function respond(invoice: Invoice): InvoiceResponse {
  const { grossCents } = addUp(invoice)
  return {
    id: invoice.number,
    due: { amount: (grossCents / 100).toFixed(2), currency: invoice.currency },
    lineCount: invoice.lines.length,
  }
}
