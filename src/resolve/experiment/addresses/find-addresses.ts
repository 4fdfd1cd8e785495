// Finds the addresses in a text that have to be fetched, and puts their content in their place.

/** An address in a text. */
export interface FoundAddress {
  readonly url: string
  /** UTF-16 units from the start of the text. */
  readonly start: number
}

const address = /https?:\/\/[!-~]+/gi
/** What may follow an address and is no part of it. */
const closers = /[)\]}>"'`<|\\^].*$/s
const trailing = /[.,;:!?*_~]+$/

/** Domains that stand for none (RFC 2606, RFC 6761): they are examples and stay as they are. */
const reservedDomain = /(?:^|\.)(?:example(?:\.(?:com|org|net))?|test|invalid|localhost)\.?$/i

/** The addresses of a text in their order, but those of reserved domains. Linear. */
export function findAddresses(text: string): readonly FoundAddress[] {
  if (!/https?:\/\//i.test(text)) return []
  return [...text.matchAll(address)].flatMap(({ 0: run, index }) => {
    const url = trim(run)
    const host = URL.canParse(url) ? new URL(url).hostname : ''
    return host === '' || reservedDomain.test(host) ? [] : [{ url, start: index }]
  })
}

/** The text with each address that is known replaced by its content. */
export function replaceAddresses(text: string, contents: ReadonlyMap<string, string>): string {
  let result = ''
  let end = 0
  for (const { url, start } of findAddresses(text)) {
    const content = contents.get(url)
    if (content === undefined) continue
    result += text.slice(end, start) + content
    end = start + url.length
  }
  return result + text.slice(end)
}

/** A closing parenthesis belongs to an address that holds the opening one. */
function trim(run: string): string {
  const open = /^[^()]*\([^()]*\)/.exec(run)?.[0].length ?? 0
  const rest = run.slice(open).replace(closers, '')
  return (run.slice(0, open) + rest).replace(trailing, '')
}
