// A slow reader that is plainly right: the rules one by one, every bracket scanned anew, by recursive descent.

type Parsed =
  | {
      readonly ok: true
      readonly end: number
      readonly members: readonly (readonly [key: string, value: unknown])[]
    }
  | { readonly ok: false; readonly stop: number }

/** What a reading comes to: a score and a reason, or a code. */
export type ReferenceReading = { score: number; reason: string | null } | { code: string }

/** Reads a text by the rules. For short texts. */
export function readSlowly(text: string, conflict: 'refuse' | 'last'): ReferenceReading {
  const candidates: { at: number; members: readonly (readonly [string, unknown])[] }[] = []
  const regions: { at: number; text: string }[] = []
  let at = 0
  while (at < text.length) {
    if (text[at] !== '{' && text[at] !== '[') {
      at++
      continue
    }
    const parsed = parse(text, at)
    if (parsed.ok) {
      if (parsed.members.some(([key]) => key === 'score')) candidates.push({ at, members: parsed.members })
      at = parsed.end
    } else if (text[at] === '[') at++
    else {
      const end = endOfRegion(text, parsed.stop)
      regions.push({ at, text: text.slice(at, end) })
      at = /^\{[ \t\r\n]*"/.test(text.slice(at)) ? end : at + 1
    }
  }
  const last = candidates.at(-1)
  if (regions.some((region) => region.at > (last?.at ?? -1) && mentionsScore(region.text))) {
    return { code: 'broken-verdict' }
  }
  if (last === undefined) return { code: 'no-verdict' }
  const reading = judge(last.members)
  if ('code' in reading || conflict === 'last') return reading
  const scores = candidates
    .map(({ members }) => judge(members))
    .flatMap((each) => ('code' in each ? [] : each.score))
  return new Set(scores).size === 2 ? { code: 'answered-twice' } : reading
}

function judge(members: readonly (readonly [string, unknown])[]): ReferenceReading {
  const scores = members.filter(([key]) => key === 'score').map(([, value]) => value)
  const reason = members.filter(([key]) => key === 'reason').at(-1)?.[1] ?? null
  if (scores.length !== 1 || (scores[0] !== 0 && scores[0] !== 1)) return { code: 'invalid-score' }
  if (reason !== null && typeof reason !== 'string') return { code: 'invalid-reason' }
  return { score: scores[0] === 0 ? 0 : 1, reason }
}

function endOfRegion(text: string, stop: number): number {
  const rest = /[}\r\n]/.exec(text.slice(stop))
  if (rest === null) return text.length
  return stop + rest.index + (rest[0] === '}' ? 1 : 0)
}

function mentionsScore(region: string): boolean {
  const decoded = region.replace(/\\u00(73|63|6f|72|65)/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return /(?:^|[^\p{L}\p{N}_$]|\\[nrt])score[\s\u200b\\"'`]*:/u.test(decoded)
}

class Stop {
  constructor(readonly at: number) {}
}

/** Scans the value at `start`: the members of an object, or where the first character stands that JSON does not allow. */
export function parse(text: string, start: number): Parsed {
  let at = start
  const space = () => {
    while (/[ \t\r\n]/.test(text[at] ?? '')) at++
  }
  const take = (pattern: RegExp): string => {
    if (!pattern.test(text[at] ?? '')) throw new Stop(at)
    return text[at++] ?? ''
  }
  const word = (letters: string) => [...letters].map((letter) => take(new RegExp(letter))).join('')
  const digits = () => {
    take(/\d/)
    while (/\d/.test(text[at] ?? '')) at++
  }
  const string = (): string => {
    const from = at
    take(/"/)
    while (text[at] !== '"') {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them as they are
      if (take(/[^\u0000-\u001f]/) !== '\\') continue
      if (take(/["\\/bfnrtu]/) === 'u') for (let i = 0; i < 4; i++) take(/[0-9a-fA-F]/)
    }
    at++
    return String(JSON.parse(text.slice(from, at)))
  }
  const number = () => {
    if (text[at] === '-') at++
    if (text[at] === '0') at++
    else digits()
    if (text[at] === '.') {
      at++
      digits()
    }
    if (!/[eE]/.test(text[at] ?? '')) return
    at++
    if (/[+-]/.test(text[at] ?? '')) at++
    digits()
  }
  const value = (): void => {
    const first = text[at]
    if (first === '{') object()
    else if (first === '[') list(']', value)
    else if (first === '"') string()
    else if (first === 't') word('true')
    else if (first === 'f') word('false')
    else if (first === 'n') word('null')
    else number()
  }
  const list = (close: string, item: () => void) => {
    at++
    space()
    if (text[at] !== close) {
      item()
      space()
      while (text[at] !== close) {
        take(/,/)
        space()
        item()
        space()
      }
    }
    at++
  }
  const object = (): [string, unknown][] => {
    const members: [string, unknown][] = []
    list('}', () => {
      const key = string()
      space()
      take(/:/)
      space()
      const from = at
      value()
      members.push([key, JSON.parse(text.slice(from, at))])
    })
    return members
  }
  try {
    const members = text[at] === '{' ? object() : []
    if (text[start] !== '{') value()
    return { ok: true, end: at, members }
  } catch (error) {
    if (error instanceof Stop) return { ok: false, stop: error.at }
    throw error
  }
}
