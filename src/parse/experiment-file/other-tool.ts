// A bare `eval.*` file may belong to another tool: it is ours when it has both keys that every experiment has.
import { isRecord } from '../../contracts/is-json.js'
import { nearestName } from '../configuration/nearest-name.js'
import type { Source, SourceFinding } from '../source/source.js'

const needed = ['samples', 'variants'] as const

/** Whether a file is called just `eval` with an ending: a name that anybody may give to anything. */
export function isBareName(file: string): boolean {
  return /(?:^|[\\/])eval\.(?:ya?ml|json)$/i.test(file)
}

/** The one note about a file that is another tool's; null when it is an experiment. */
export function noteOtherTool({ value, findings }: Source): SourceFinding | null {
  const keys = isRecord(value) ? Object.keys(value) : []
  const lacking = needed.filter((key) => !keys.includes(key))
  if (lacking.length === 0) return null
  const message = `left alone, as another tool's file: an experiment has ${needed.join(' and ')} at its top`
  const unreadable = findings.length > 0 ? ', and this file could not be read whole' : ''
  const meant = lacking.map((key) => nearestName(key, keys)).find((key) => key !== undefined)
  return {
    offset: 0,
    code: 'other-tool',
    field: 'top',
    severity: 'warning',
    message: message + unreadable,
    expected: `the ${lacking.length > 1 ? 'keys' : 'key'} ${lacking.join(' and ')}`,
    suggestion:
      meant === undefined ? undefined : lacking.find((key) => nearestName(key, [meant]) !== undefined),
    fix: `If it is an experiment, add ${lacking.join(' and ')}, or name the file with --config.`,
  }
}
