// When a script has to start its own interpreter, because it could tell a fork from that or fork what must not be. Pure.

/** Variables of Python that mean the same to a forked script; every other `PYTHON*` one asks for a plain start. */
const KEPT_VARIABLES: ReadonlySet<string> = new Set([
  'PYTHONCOERCECLOCALE',
  'PYTHONDONTWRITEBYTECODE',
  'PYTHONHASHSEED',
  'PYTHONIOENCODING',
  'PYTHONNOUSERSITE',
  'PYTHONOPTIMIZE',
  'PYTHONPATH',
  'PYTHONSAFEPATH',
  'PYTHONSTARTUP',
  'PYTHONUNBUFFERED',
  'PYTHONUTF8',
])

/** Why an environment asks for plain starts, or null. */
export function reasonOfEnvironment(environment: Readonly<Record<string, string>>): string | null {
  const asking = Object.keys(environment).find((name) => /^PYTHON/.test(name) && !KEPT_VARIABLES.has(name))
  if (asking !== undefined) return `${asking} is set`
  return environment.PYTHONPATH === '' ? 'PYTHONPATH is set and empty' : null
}

/**
 * Words by which a script asks for what a fork cannot keep; all patterns of a row have to be found. Only the script itself
 * is searched, and comments too: a plain start is never wrong.
 */
const TELLING_WORDS: readonly (readonly [string, ...RegExp[]])[] = [
  ['asks who its parent is', /\bgetppid\b|\bpsutil\b/],
  ['may read the command line or the first environment of a process', /\/cmdline\b|\/environ\b/],
  ['uses the garbage collector', /\bgc\b/],
  ['uses the recursion limit', /recursionlimit/],
  ['asks for all subclasses', /__subclasses__/],
  ['counts the functions of atexit', /_ncallbacks/],
  ['watches the interpreter', /\bset(?:trace|profile)|addaudithook|sys\.monitoring|\btracemalloc\b/],
  ['looks into the interpreter', /path_importer_cache|\bcopyreg\b|\bre\._cache\b|getallocatedblocks/],
  [
    'may look for its own path when it has ended',
    /\b(?:atexit|finalize|__del__)\b/,
    /\b(?:__file__|__cached__|globals)\b/,
  ],
]

/** Why a script asks for a plain start, or null. */
export function reasonOfScript(bytes: Uint8Array): string | null {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const [what] = TELLING_WORDS.find(([, ...patterns]) => patterns.every((words) => words.test(text))) ?? []
  return what === undefined ? null : `the script ${what}`
}
