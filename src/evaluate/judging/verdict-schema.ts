// What a verdict looks like, for agents that can be held to a schema. Every key is required: some agents insist on it.
import type { JsonObject } from '../../contracts/json.js'

/** JSON Schema of a verdict. */
export const VERDICT_SCHEMA: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['score', 'reason'],
  properties: {
    score: { type: 'integer', enum: [0, 1], description: '1 when every criterion is met, 0 otherwise' },
    reason: { type: 'string', description: 'one or two sentences that name the evidence' },
  },
}
