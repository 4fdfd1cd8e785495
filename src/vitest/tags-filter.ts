// Vitest's boolean tag expressions, `fast and not (slow or demo*)`, for a place where Vitest's own reader is not exported.

type TagTest = (tags: readonly string[]) => boolean

/** One test for all expressions, every one of which must hold; undefined when there are none. */
export function parseTagsFilter(expressions: readonly string[] | undefined): TagTest | undefined {
  if (!expressions?.length) return undefined
  const tests = expressions.map((expression) => new Reader(expression).read())
  return (tags) => tests.every((test) => test(tags))
}

/** Recursive descent over `or`, `and`, `not`, parentheses and tag names with `*`. */
class Reader {
  readonly #tokens: readonly string[]
  #at = 0

  constructor(expression: string) {
    this.#tokens = expression.match(/\(|\)|&&|\|\||!|[^\s()!&|]+/g) ?? []
  }

  read(): TagTest {
    return this.#or()
  }

  #or(): TagTest {
    let left = this.#and()
    while (this.#take('||', 'or')) {
      const [a, b] = [left, this.#and()]
      left = (tags) => a(tags) || b(tags)
    }
    return left
  }

  #and(): TagTest {
    let left = this.#not()
    while (this.#take('&&', 'and')) {
      const [a, b] = [left, this.#not()]
      left = (tags) => a(tags) && b(tags)
    }
    return left
  }

  #not(): TagTest {
    if (this.#take('!', 'not')) {
      const inner = this.#not()
      return (tags) => !inner(tags)
    }
    if (this.#take('(')) {
      const inner = this.#or()
      this.#take(')')
      return inner
    }
    const name = this.#tokens[this.#at++] ?? ''
    const pattern = new RegExp(`^${name.replace(/[.+^${}()|[\]\\?]/g, '\\$&').replaceAll('*', '.*')}$`)
    return (tags) => tags.some((tag) => pattern.test(tag))
  }

  #take(...tokens: readonly string[]): boolean {
    const token = this.#tokens[this.#at]?.toLowerCase()
    if (token === undefined || !tokens.includes(token)) return false
    this.#at++
    return true
  }
}
