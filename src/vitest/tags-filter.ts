// Vitest's boolean tag expressions, `fast and not (slow or demo*)`, for a place where Vitest's own reader is not exported.
import { EvalChecksError } from '../contracts/errors.js'

type TagTest = (tags: readonly string[]) => boolean

/**
 * One test for all expressions, every one of which must hold; undefined when there are none.
 * @throws {EvalChecksError} `TAGS_FILTER_INVALID`
 */
export function parseTagsFilter(expressions: readonly string[] | undefined): TagTest | undefined {
  if (!expressions?.length) return undefined
  const tests = expressions.map((expression) => new Reader(expression).read())
  return (tags) => tests.every((test) => test(tags))
}

/**
 * Refuses filters that cannot be read, and names that no tag has: a misspelt filter must not pass by running nothing.
 * @throws {EvalChecksError} `TAGS_FILTER_INVALID`, `TAG_UNKNOWN`
 */
export function checkTagsFilter(expressions: readonly string[], known: readonly string[]): void {
  for (const expression of expressions) {
    const reader = new Reader(expression)
    reader.read()
    for (const name of reader.names) {
      if (known.some((tag) => patternOf(name).test(tag))) continue
      throw new EvalChecksError('TAG_UNKNOWN', `no test and no check has the tag ${JSON.stringify(name)}`, {
        expected:
          known.length === 0 ? 'a tag, and there are none' : `one of ${known.slice(0, 20).join(', ')}`,
      })
    }
  }
}

function patternOf(name: string): RegExp {
  return new RegExp(`^${name.replace(/[.+^${}()|[\]\\?]/g, '\\$&').replaceAll('*', '.*')}$`)
}

const OPERATORS = new Set(['(', ')', '&&', '||', '!', 'and', 'or', 'not'])

/** Recursive descent over `or`, `and`, `not`, parentheses and tag names with `*`. */
class Reader {
  /** The tag names of the expression, as written. */
  readonly names: string[] = []
  readonly #expression: string
  readonly #tokens: readonly string[]
  #at = 0

  constructor(expression: string) {
    this.#expression = expression
    this.#tokens = expression.match(/\(|\)|&&|\|\||!|[^\s()!&|]+/g) ?? []
  }

  read(): TagTest {
    const test = this.#or()
    const rest = this.#tokens[this.#at]
    if (rest !== undefined) throw this.#refuse(`unexpected ${rest}`)
    return test
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
      if (!this.#take(')')) throw this.#refuse('a parenthesis is not closed')
      return inner
    }
    const name = this.#tokens[this.#at++]
    if (name === undefined) throw this.#refuse('it ends too early')
    if (OPERATORS.has(name.toLowerCase())) throw this.#refuse(`unexpected ${name}`)
    this.names.push(name)
    const pattern = patternOf(name)
    return (tags) => tags.some((tag) => pattern.test(tag))
  }

  #take(...tokens: readonly string[]): boolean {
    const token = this.#tokens[this.#at]?.toLowerCase()
    if (token === undefined || !tokens.includes(token)) return false
    this.#at++
    return true
  }

  #refuse(why: string): EvalChecksError {
    return new EvalChecksError(
      'TAGS_FILTER_INVALID',
      `the tags filter "${this.#expression}" cannot be read: ${why}`,
      {
        expected: 'tags joined by and, or, not and parentheses, such as "fast and not (slow or demo*)"',
      },
    )
  }
}
