// Globs as a question: does a file match? Asked of files that are gone, and of files that have just come, too.
import path from 'node:path'
import picomatch from 'picomatch'

/** Answers for an absolute path. */
export type MatchesFile = (file: string) => boolean

/** Matches `patterns`, relative to `folder`, dot files too; a pattern that starts with `!` takes files out again. */
export function matchGlobs(patterns: readonly string[], folder: string): MatchesFile {
  const positive = patterns.filter((pattern) => !pattern.startsWith('!')).map(normalise)
  const negative = patterns.filter((pattern) => pattern.startsWith('!')).map((p) => normalise(p.slice(1)))
  if (positive.length === 0) return () => false
  const isMatch = picomatch(positive, { dot: true, ignore: negative })
  return (file) => isMatch(path.relative(folder, file).split(path.sep).join('/'))
}

/** Absolute folders in which files that match may lie. */
export function foldersOfGlobs(patterns: readonly string[], folder: string): readonly string[] {
  return patterns
    .filter((pattern) => !pattern.startsWith('!'))
    .map((pattern) => {
      const { base, glob } = picomatch.scan(normalise(pattern))
      return path.resolve(folder, glob === '' ? path.posix.dirname(base) : base)
    })
}

function normalise(pattern: string): string {
  return path.posix.isAbsolute(pattern) ? pattern : path.posix.normalize(pattern)
}
