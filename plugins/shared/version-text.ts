// Reads a version out of what `--version` prints. Pure.

/** The first version of the shape `1.2` or `1.2.3-beta.4`, a `v` before it left out; null when there is none. */
export function readVersion(stdout: string): string | null {
  const found = /(?<![\w.])v?(\d{1,9}(?:\.\d{1,9}){1,3}(?:[-+][0-9A-Za-z.-]{1,40})?)/.exec(
    stdout.slice(0, 4096),
  )
  return found?.[1] ?? null
}
