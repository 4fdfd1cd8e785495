// Objects of values that may be missing.

/** The object without the keys whose value is undefined. */
export function given(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
