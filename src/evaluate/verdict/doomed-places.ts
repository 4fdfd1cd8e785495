// Places of a text where no array begins, though a bracket stands there.

/** A set of places, one bit for each place of the text. */
export class DoomedPlaces {
  private readonly bits: Uint8Array

  /** For a text of `length` characters. */
  constructor(length: number) {
    this.bits = new Uint8Array((length >> 3) + 1)
  }

  /** Adds a place. */
  add(place: number): void {
    this.bits[place >> 3] = (this.bits[place >> 3] ?? 0) | (1 << (place & 7))
  }

  /** Whether the place was added. */
  has(place: number): boolean {
    return (((this.bits[place >> 3] ?? 0) >> (place & 7)) & 1) === 1
  }
}
