// Orders of texts. JavaScript's own `<` compares UTF-16 code units, which is another order than that of code points.

/** Compares two texts by Unicode code points: negative, 0 or positive. */
export function compareCodePoints(left: string, right: string): number {
  const length = Math.min(left.length, right.length)
  for (let i = 0; i < length; i++) {
    const a = left.charCodeAt(i)
    const b = right.charCodeAt(i)
    if (a !== b) return rank(a) - rank(b)
  }
  return left.length - right.length
}

/** Compares two texts by UTF-16 code units, the order of keys in canonical JSON: negative, 0 or positive. */
export function compareCodeUnits(left: string, right: string): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}

// Surrogates stand for code points above every other unit: they rank after U+E000..U+FFFF.
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}
