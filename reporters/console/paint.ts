// Colours for a terminal, or none.

const codes = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39] } as const

/** Puts a text into a style, or returns it as it is when the terminal has no colours. */
export type Paint = (style: keyof typeof codes, text: string) => string

/** A painter for a terminal with or without colours. */
export function makePaint(colors: boolean): Paint {
  return (style, text) => {
    const [on, off] = codes[style]
    return colors ? `\u001b[${on}m${text}\u001b[${off}m` : text
  }
}
