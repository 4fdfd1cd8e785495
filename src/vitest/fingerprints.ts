// What a check file comes to, as one text: while it stays the same, nothing that the file or the configuration says has
// changed for its check.
import { canonicalJson } from '../contracts/canonical-json.js'
import type { CheckType } from '../contracts/check-type.js'
import { digestBytes } from '../contracts/digest.js'
import type { LoadedProject } from '../resolve/load-project.js'
import type { Host } from './host.js'

/** Fingerprints of all discovered files of the last load: of a check, or of the error in its place. */
export function fingerprintFiles(host: Host): ReadonlyMap<string, string> {
  const settings = new Map<string, string>()
  const settingsOf = (type: string) => {
    const known = settings.get(type) ?? fingerprintSettings(host.project, host.types.get(type))
    settings.set(type, known)
    return known
  }
  return new Map(
    host.discoveredFiles().map((file) => {
      const found = host.lookUp(file)
      if ('failure' in found) return [file, `${found.failure.name}: ${found.failure.message}`]
      const { bytes, parsed } = found.check
      return [file, digestBytes(bytes) + settingsOf(parsed.definition.type)]
    }),
  )
}

/** The settings on which results of a type depend: not how many run at once, nor what is made of the results. */
function fingerprintSettings(project: LoadedProject | null, type: CheckType | undefined): string {
  if (!project) return ''
  const { core, harness, agents } = project.configuration
  const { maxParallel: _parallel, budgetUsd: _budget, maxCalls: _calls, run: _run, ...judging } = harness
  const tables = type?.configuration ?? ['harness', 'agents']
  const { python, pythonStart, llmMaxInputChars } = core
  return canonicalJson({
    projectRoot: project.projectRoot,
    core: { python, pythonStart, llmMaxInputChars },
    harness: tables.includes('harness') ? judging : null,
    agents: tables.includes('agents') ? agents : null,
  })
}
