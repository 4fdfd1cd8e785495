// For tests that expect a figure.
import type { Undefined } from '../../src/statistics/outcomes.js'

/** The figure itself; throws when it is undefined. */
export function defined<Figure extends { readonly kind: string }>(figure: Figure | Undefined): Figure {
  if (isUndefined(figure)) throw new Error(`undefined: ${figure.reason}`)
  return figure
}

function isUndefined(figure: { readonly kind: string }): figure is Undefined {
  return figure.kind === 'undefined'
}
