// Requests of few inputs, and what is wrong with them on one line each.
import { EvalChecksErrors } from '../../../src/contracts/errors.js'
import type { EvalConfig } from '../../../src/contracts/experiment/eval-config.js'
import type { HostDefaults } from '../../../src/contracts/experiment/host-defaults.js'
import { EvalInputError } from '../../../src/contracts/experiment/input-error.js'
import type { EvaluationRequest } from '../../../src/contracts/experiment/request.js'
import { type EvaluationRequestInput, parseEvaluationRequest } from '../../../src/parse/experiment/index.js'

/** A host on which claude was chosen. */
export const defaults: HostDefaults = {
  executors: [
    { executorId: 'claude', defaultModels: { target: 'sonnet', judge: 'haiku' } },
    { executorId: 'codex', defaultModels: { target: 'gpt', judge: 'gpt' } },
    { executorId: 'anthropic-api' },
  ],
  executor: { value: 'claude', source: 'installed' },
  model: null,
  judgeModels: null,
  outputDirectory: {
    project: { value: '/project/.eval-banana/experiments', source: 'project folder' },
    global: { value: '/home/data/experiments', source: 'data folder' },
  },
  language: { value: 'en', source: 'LANG' },
  serve: null,
}

/** The smallest file that says everything that a file has to. */
export const smallest: EvalConfig = {
  samples: './samples.yaml',
  variants: [
    { name: 'base', role: 'control', artifact: 'baseline' },
    { name: 'next', role: 'treatment', artifact: './skills/next' },
  ],
}

/** Parses with the defaults above, and with the smallest file unless another one is given. */
export function parse(input: Partial<EvaluationRequestInput> = {}): EvaluationRequest {
  const config = 'config' in input ? input.config : smallest
  return parseEvaluationRequest({ flags: {}, defaults, locate, ...input, config: config ?? null })
}

/** A line of its own for each key: its number of characters. */
export const locate = (keyPath: string) => ({ file: '/project/eval.yaml', line: keyPath.length, column: 1 })

/** The faults as `CODE sourceKey`, with ` @line` where there is a place. */
export function faultsOf(input: Partial<EvaluationRequestInput>): readonly string[] {
  return errorsOf(input).map(({ code, sourceKey, location }) =>
    [code, sourceKey, ...(location === undefined ? [] : [`@${location.line}`])].join(' '),
  )
}

/** The faults. */
export function errorsOf(input: Partial<EvaluationRequestInput>): readonly EvalInputError[] {
  try {
    parse(input)
  } catch (error) {
    if (!(error instanceof EvalChecksErrors)) throw error
    return error.errors.map((each) => {
      if (each instanceof EvalInputError) return each
      throw each
    })
  }
  throw new Error('nothing was refused')
}

/** Where the value of a field came from, as `kind key`; undefined for no entry. */
export function sourceOf(request: EvaluationRequest, field: string): string | undefined {
  const found = request.fieldSources.filter(({ normalizedField }) => normalizedField === field)
  if (found.length > 1) throw new Error(`${field} has ${found.length} sources`)
  return found[0] && `${found[0].sourceKind} ${found[0].sourceKey}`
}
