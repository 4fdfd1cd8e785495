// `eval-checks validate`: every fault of every check file at once. Nothing is run.
import { EvalChecksError, EvalChecksErrors } from '../contracts/errors.js'
import type { LoadFault } from '../contracts/fault.js'
import type { LoadedCheck } from '../contracts/resolved-files.js'
import { codeFrame } from '../parse/check-file/code-frame.js'
import type { LoadedProject } from '../resolve/load-project.js'
import { chooseListed, type ListedChecks } from './choose-listed.js'
import { openProject } from './open-project.js'
import type { OptionValues } from './options.js'
import { describeFault, describeFaults, printProject } from './show-fault.js'

/** A fault as `--json` prints it. Where a fault has no place in a file, as that of a variable, the place is null. */
export interface ReportedFault {
  readonly file: string | null
  readonly line: number | null
  readonly column: number | null
  readonly code: string
  readonly field: string
  readonly message: string
  readonly severity: 'error' | 'warning'
}

/** A fault of a check file, or that its judge lacks a harness. */
type Fault = Omit<LoadFault, 'code'> & { readonly code: LoadFault['code'] | 'missing-harness' }

/** The check type that asks an agent, which the configuration has to name. */
const JUDGE = 'harness_judge'

/** Prints faults, or that there are none. Returns 0 when every chosen file is right, 1 otherwise. */
export async function validateCommand(options: OptionValues): Promise<number> {
  return options.json ? await validateAsJson(options) : await validateAsText(options)
}

async function validateAsText(options: OptionValues): Promise<number> {
  const { project, listed, faults } = await validateProject(options)
  if (options.verbose) printProject(project)
  if (listed.problem !== null) {
    console.error(listed.problem.message)
    return 1
  }
  const errors = faults.filter(({ severity }) => severity === 'error')
  for (const fault of faults) {
    if (fault.severity === 'warning') console.error(describeFault(fault, project.projectRoot))
  }
  if (errors.length > 0) {
    console.error(describeFaults(errors, project.projectRoot, 'not valid'))
    return 1
  }
  if (listed.checks.length === 0) {
    console.error('No checks found')
    return 1
  }
  console.log(`Validated ${listed.checks.length} checks successfully.`)
  return 0
}

async function validateAsJson(options: OptionValues): Promise<number> {
  const faults = await findAllFaults(options)
  console.log(JSON.stringify(faults, null, 2))
  return faults.some(({ severity }) => severity === 'error') ? 1 : 0
}

async function findAllFaults(options: OptionValues): Promise<readonly ReportedFault[]> {
  try {
    const { listed, faults } = await validateProject(options)
    const { problem, checks } = listed
    if (problem !== null && problem.faults.length === 0) {
      return [withoutPlace('unknown-check', '--check-id', problem.message)]
    }
    const shown = (problem?.faults ?? faults).map(toReported)
    const empty = shown.length + checks.length === 0
    return empty ? [withoutPlace('no-checks', 'project', 'No checks found')] : shown
  } catch (error) {
    if (error instanceof EvalChecksErrors) return error.errors.map(ofConfiguration)
    if (error instanceof EvalChecksError) return [ofConfiguration(error)]
    throw error
  }
}

function toReported({ file, line, column, code, field, message, severity }: Fault): ReportedFault {
  return { file, line, column, code, field, message, severity }
}

interface Validated {
  readonly project: LoadedProject
  readonly listed: ListedChecks
  readonly faults: readonly Fault[]
}

async function validateProject(options: OptionValues): Promise<Validated> {
  const { project } = await openProject(options)
  const listed = chooseListed(project, options)
  const { harness } = project.configuration
  const homeless = harness.agent === null && harness.judges.length === 0 ? listed.checks : []
  return { project, listed, faults: [...listed.faults, ...homeless.flatMap(missingHarness)] }
}

/** The fault of a judge that nobody would answer. */
function missingHarness({ parsed, source, bytes }: LoadedCheck): Fault[] {
  const { type, skip } = parsed.definition
  if (type !== JUDGE || skip !== undefined) return []
  const place = parsed.positions.type ?? { line: 1, column: 1 }
  return [
    {
      file: source.file,
      ...place,
      code: 'missing-harness',
      field: 'type',
      message: 'a judge needs a harness: set harness.agent in the configuration or use --harness-agent',
      severity: 'error',
      frame: codeFrame(new TextDecoder().decode(bytes), place),
    },
  ]
}

function ofConfiguration({ location, code, message, fix }: EvalChecksError): ReportedFault {
  const said = fix === undefined ? message : `${message}: ${fix}`
  const { file = null, line = null, column = null } = location ?? {}
  return { ...withoutPlace(code, 'configuration', said), file, line, column }
}

function withoutPlace(code: string, field: string, message: string): ReportedFault {
  return { file: null, line: null, column: null, code, field, message, severity: 'error' }
}
