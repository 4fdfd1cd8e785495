// An invoice: its lines in, its totals and its files out. Amounts are whole cents.

export interface Line {
  readonly item: string
  readonly quantity: number
  readonly unitCents: number
}

export interface Invoice {
  readonly number: string
  readonly customer: string
  readonly currency: string
  readonly taxPercent: number
  readonly lines: readonly Line[]
}

export interface Totals {
  readonly netCents: number
  readonly taxCents: number
  readonly grossCents: number
}

export function addUp({ lines, taxPercent }: Invoice): Totals {
  const netCents = lines.reduce((sum, line) => sum + line.quantity * line.unitCents, 0)
  const taxCents = Math.round((netCents * taxPercent) / 100)
  return { netCents, taxCents, grossCents: netCents + taxCents }
}

export function toJson(invoice: Invoice): string {
  return `${JSON.stringify({ ...invoice, totals: addUp(invoice) }, null, 2)}\n`
}

export function toCsv({ lines }: Invoice): string {
  const rows = lines.map(({ item, quantity, unitCents }) => [quote(item), quantity, unitCents].join(','))
  return ['item,quantity,unit_cents', ...rows, ''].join('\n')
}

function quote(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
