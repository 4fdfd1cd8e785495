// Whether everything that mocks answer with lies ready, unchanged.
import type { ResourceKind } from '../../contracts/experiment/host-resources.js'
import type { Question } from './ask.js'
import { readFrozenBytes } from './frozen-bytes.js'
import type { PreflightRequest } from './request.js'

const KINDS: ReadonlySet<ResourceKind> = new Set(['mock-plan', 'mock-rule', 'mock-payload'])

/** One question for all mocks together; none without mocks. */
export function mockQuestions({ compiled }: PreflightRequest): readonly Question[] {
  const mocks = compiled.hostResources.resources.filter(({ resourceKind }) => KINDS.has(resourceKind))
  if (mocks.length === 0) return []
  return [
    {
      checkId: 'mocks',
      kind: 'mock-readiness',
      subject: `${mocks.length} files`,
      asking: {
        disposition: 'check',
        ask: async () => {
          for (const resource of mocks) await readFrozenBytes(resource)
          return null
        },
      },
    },
  ]
}
