// What all attempts of a trial used together.
import type { Attempt, Usage } from '../../contracts/experiment/record-parts.js'

const TOKENS = ['inputTokens', 'outputTokens', 'totalTokens'] as const

/** Sums; a value that one attempt did not report is absent, and so is a cost in two currencies. */
export function sumUsage(attempts: readonly Attempt[]): Usage | undefined {
  const usages = attempts.map(({ usage }) => usage)
  const sum: { -readonly [Name in keyof Usage]: Usage[Name] } = {}
  for (const name of TOKENS) {
    const total = sumKnown(usages.map((usage) => usage?.[name]))
    if (total !== null) sum[name] = total
  }
  const costs = usages.map((usage) => usage?.providerCost)
  const [first] = costs
  const amount = sumKnown(
    costs.map((cost) => (cost?.currency === first?.currency ? cost?.amount : undefined)),
  )
  if (first && amount !== null) sum.providerCost = { ...first, amount }
  return Object.keys(sum).length === 0 ? undefined : sum
}

function sumKnown(values: readonly (number | undefined)[]): number | null {
  let sum = 0
  for (const value of values) {
    if (value === undefined) return null
    sum += value
  }
  return values.length === 0 ? null : sum
}
