// The version of this package, read from its own package.json.
import { readFileSync } from 'node:fs'

/** The package's version, e.g. `0.1.0`. */
export function toolVersion(): string {
  // From dist/src/cli, and from src/cli when the sources are run.
  for (const candidate of ['../../../package.json', '../../package.json']) {
    try {
      const parsed: unknown = JSON.parse(readFileSync(new URL(candidate, import.meta.url), 'utf8'))
      if (typeof parsed === 'object' && parsed !== null && 'version' in parsed && 'name' in parsed) {
        if (parsed.name === 'vitest-eval-checks') return String(parsed.version)
      }
    } catch {
      // The next candidate may exist.
    }
  }
  return 'unknown'
}
