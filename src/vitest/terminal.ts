// Where the summary of a run goes: standard output, or standard error when a machine reads standard output.
import type { Vitest } from 'vitest/node'
import type { Terminal } from '../contracts/reporter.js'
import { commandLineRequest } from './command-line.js'

const MACHINE_REPORTERS = new Set(['json', 'junit', 'tap', 'tap-flat'])

/** The terminal of a Vitest run. Colours respect NO_COLOR and FORCE_COLOR. */
export function terminalOf(vitest: Vitest): Terminal {
  const toError = machineOwnsOutput(vitest) || commandLineRequest()?.format === 'ndjson'
  const stream = toError ? process.stderr : process.stdout
  const { logger } = vitest
  return {
    write: (text) => {
      // Vitest's logger ends the line itself.
      const line = text.replace(/\n$/, '')
      if (toError) logger.error(line)
      else logger.log(line)
    },
    colors: wantsColors(stream),
  }
}

function wantsColors(stream: NodeJS.WriteStream): boolean {
  if (process.env.NO_COLOR) return false
  if (process.env.FORCE_COLOR !== undefined) return process.env.FORCE_COLOR !== '0'
  return stream.isTTY === true
}

/** True when a reporter writes a document to standard output, which no other line may disturb. */
function machineOwnsOutput({ config }: Vitest): boolean {
  return config.reporters.some((reporter) => {
    const [name, options] = Array.isArray(reporter) ? reporter : [reporter, {}]
    if (typeof name !== 'string' || !MACHINE_REPORTERS.has(name)) return false
    const file =
      typeof config.outputFile === 'string' ? config.outputFile : config.outputFile?.[name as 'json']
    return file === undefined && !(typeof options === 'object' && options !== null && 'outputFile' in options)
  })
}
