// What tests run a check with: a check of their own type, in folders of their own.
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { CheckType, RunSurroundings } from '../../src/contracts/check-type.js'
import { digestBytes } from '../../src/contracts/digest.js'
import { EvalChecksError } from '../../src/contracts/errors.js'
import { ContentStore } from '../../src/execute/content.js'
import type { CheckExecution } from '../../src/execute/run-check.js'
import type { SealedCheck } from '../../src/execute/sealed-check.js'
import { noJudging } from '../support/judging.js'
import { makeType } from '../support/own-check-type.js'
import { makeFolder } from '../support/runs.js'

/** Surroundings without an interpreter, in which nothing can be started. */
export const bareSurroundings: RunSurroundings = {
  projectRoot: '/project',
  environment: {},
  python: new EvalChecksError('PYTHON_NOT_FOUND', 'no Python here'),
  launch: () => Promise.reject(new Error('nothing is to be started')),
  launchPython: () => Promise.reject(new Error('nothing is to be started')),
  judging: noJudging,
}

/** An execution of a check of a type that a test describes. */
export function makeExecution(
  type: Partial<CheckType>,
  changes: Partial<Omit<CheckExecution, 'check'>> & { readonly check?: Partial<SealedCheck> } = {},
): CheckExecution {
  const folder = realpathSync(makeFolder())
  const { check, ...rest } = changes
  return {
    content: new ContentStore(),
    surroundings: bareSurroundings,
    folders: { checks: join(folder, 'checks'), scratch: join(folder, 'scratch') },
    signal: new AbortController().signal,
    obstacle: null,
    ...rest,
    check: {
      checkId: 'greet',
      stem: 'greet-0123',
      description: 'What greet says',
      type: makeType(type),
      tags: ['fast'],
      timeoutSeconds: 30,
      skip: null,
      definitionSha256: digestBytes('definition'),
      runtimeKind: 'own',
      config: { entry: 'main' },
      resources: new Map(),
      sourcePath: '/project/eval_checks/greet.yaml',
      originalPaths: new Map([['referenced-script', '/project/eval_checks/greet.py']]),
      ...check,
    },
  }
}
