// Looks for what is not frozen, without trusting that a frozen parent has frozen children.

/** Paths of everything reachable from `value` that is not frozen. */
export function findUnfrozen(value: unknown, path = '$'): string[] {
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.entries(value).flatMap(([key, item]) => findUnfrozen(item, `${path}.${key}`))
  return Object.isFrozen(value) ? inside : [path, ...inside]
}
