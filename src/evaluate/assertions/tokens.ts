// Words and their sequences, as ROUGE and BLEU count them here.

/** Runs of ASCII letters and digits in lower case, and single characters of Chinese, Japanese and Korean. */
export function tokenize(text: string): readonly string[] {
  return text.toLowerCase().match(/[a-z0-9]+|[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]/g) ?? []
}

/** How often each sequence of `n` tokens occurs. */
export function countSequences(tokens: readonly string[], n: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (let at = 0; at + n <= tokens.length; at++) {
    const sequence = tokens.slice(at, at + n).join(' ')
    counts.set(sequence, (counts.get(sequence) ?? 0) + 1)
  }
  return counts
}

/** How many sequences of `wanted` occur in `found`, each as often as it does there at most. */
export function countOverlap(
  wanted: ReadonlyMap<string, number>,
  found: ReadonlyMap<string, number>,
): number {
  let overlap = 0
  for (const [sequence, count] of wanted) overlap += Math.min(count, found.get(sequence) ?? 0)
  return overlap
}
