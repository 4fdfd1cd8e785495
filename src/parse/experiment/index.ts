// Parsing requests: flags, options, experiment file and host defaults in, one checked request out. Pure.
export type { EvaluationRequestInput, GivenOptions } from './input.js'
export { type InputNote, noteRenamedInputs } from './notes.js'
export { parseEvaluationRequest } from './parse-evaluation-request.js'
export { deriveTargetId } from './target-id.js'
export { checkExperimentOptions } from './unknown-inputs.js'
