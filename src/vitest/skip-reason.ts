// Why a check that the filters let through is left out all the same: its own `skip`, or a judge that nobody chose.
import type { LoadedCheck } from '../contracts/resolved-files.js'
import type { Host } from './host.js'
import type { ModuleFilter } from './selection.js'

/** The reason of judges that wait to be chosen. */
export const NOT_CHOSEN = 'judges run only when chosen: by -t, by a file, by a tag or by --check-id'

/** Why a check is skipped; null when it is not. */
export function skipReason(host: Host, { parsed }: LoadedCheck, filter: ModuleFilter): string | null {
  const { skip, type } = parsed.definition
  if (skip !== undefined) return skip
  if (!host.types.get(type)?.asksAgents || !host.judgesWait) return null
  return isChosen(filter, host.filesNamed) ? null : NOT_CHOSEN
}

/** True when somebody has asked for less than everything, which this check is part of. */
function isChosen({ lines, namePattern, ids, tags, wanted }: ModuleFilter, filesNamed: boolean): boolean {
  const ofOurs = wanted?.ids !== undefined || wanted?.tags !== undefined
  const ofVitest =
    Boolean(lines?.length) || namePattern !== undefined || ids !== undefined || tags !== undefined
  return filesNamed || ofOurs || ofVitest
}
