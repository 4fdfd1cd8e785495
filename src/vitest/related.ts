// Which checks `vitest related` and `--changed` choose: those that depend on one of the files.
import type { TestSpecification, Vitest } from 'vitest/node'
import type { Host } from './host.js'

/** Vitest's own choice among specifications; it also finds out what has changed. */
export type FilterBySource = (all: readonly TestSpecification[]) => Promise<TestSpecification[]>

/** What Vitest 5 says at the end of such a run. */
interface SourceFilterResult {
  affected: number
  total: number
}

/** Leaves the choice among ordinary tests to Vitest and makes the choice among checks. */
export async function filterBySource(
  host: Host,
  all: readonly TestSpecification[],
  original: FilterBySource,
): Promise<TestSpecification[]> {
  const { vitest } = host
  const checks = all.filter(({ moduleId }) => host.isCheckFile(moduleId))
  // There Vitest asks its own records, file by file, what has changed since a file ran.
  if (checks.length === 0 || usesOwnRecords(vitest)) return original(all)
  const others = await original(all.filter((specification) => !checks.includes(specification)))
  const { related } = vitest.config
  if (!related) return [...all]
  const wanted = await affectedBy(host, related)
  const chosen = checks.filter(({ moduleId }) => wanted === 'all' || wanted.has(moduleId))
  const { _sourceFilterResult: result } = vitest as unknown as { _sourceFilterResult?: SourceFilterResult }
  if (result) {
    result.affected += chosen.length
    result.total += checks.length
  }
  const kept = new Set([...others, ...chosen])
  return all.filter((specification) => kept.has(specification))
}

function usesOwnRecords({ config }: Vitest): boolean {
  const { experimental } = config
  return 'vcsProvider' in experimental && experimental.vcsProvider === 'mtime'
}

async function affectedBy(host: Host, related: readonly string[]): Promise<ReadonlySet<string> | 'all'> {
  const { vitest } = host
  const index = await host.dependencies()
  const { default: picomatch } = await import('picomatch')
  const isTrigger = picomatch(vitest.config.forceRerunTriggers, { dot: true })
  const own = new Set(vitest.vite.config.configFileDependencies)
  if (!index || related.some((file) => own.has(file) || isTrigger(file))) return 'all'
  return new Set(related.flatMap((file) => index.checksBehind(file)))
}
