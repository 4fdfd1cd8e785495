// Addresses of repositories and pages as they may be shown: without credentials, query and fragment.

/** An address as it may be shown. Paths and `host:path` are left as they are, but for the query. */
export function redactUrl(url: string): string {
  const bare = url.replace(/[?#].*$/s, '')
  return bare.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/]*@/i, '$1')
}

/** Replaces in a text of another program what an address holds and must not be shown. */
export function redactText(text: string, url: string): string {
  const shown = text.replaceAll(url, redactUrl(url)).replace(/\/\/[^/\s@]*@/g, '//')
  return secretsOf(url).reduce((rest, secret) => rest.replaceAll(secret, '[REDACTED]'), shown)
}

function secretsOf(url: string): readonly string[] {
  const userInfo = /^[a-z][a-z0-9+.-]*:\/\/([^/]*)@/i.exec(url)?.[1] ?? ''
  const [user = '', ...password] = userInfo.split(':')
  const query = /\?([^#]*)/.exec(url)?.[1] ?? ''
  // A lone user name such as that of a token is a secret too, but `git` is none.
  const written = [userInfo, password.join(':'), user === 'git' ? '' : user, query]
  const values = query.split('&').map((pair) => pair.slice(pair.indexOf('=') + 1))
  const all = [...written, ...values]
  return [...new Set([...all, ...all.map(decode)])].filter((text) => text.length >= 3)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
