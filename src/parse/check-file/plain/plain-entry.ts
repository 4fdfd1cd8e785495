// What reading a plain file yields.
import type { Json } from '../../../contracts/json.js'

/** One key of a plain file; it stands at the start of its line. */
export interface PlainEntry {
  /** From 1. */
  readonly line: number
  readonly value: Json
}

/** A value that goes on over the lines from an offset on, and where the first line after it starts. */
export interface ReadBlock<Value> {
  readonly value: Value
  readonly end: number
}
