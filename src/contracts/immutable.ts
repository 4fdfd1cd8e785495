// The type of a document after it has crossed a stage boundary: read-only to the last leaf.

/** `T` with every property and array read-only, at every depth. */
export type Immutable<T> = T extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Immutable<T[Key]> }
    : T
