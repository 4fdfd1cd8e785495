// Errors of preparing: what of a definition, policy or binding cannot be sealed.
import { EvalChecksError } from '../contracts/errors.js'

/** Stable codes of everything that prepare refuses. */
export type DefinitionErrorCode =
  | 'EVAL_DEFINITION_SCHEMA_INVALID'
  | 'EVAL_DEFINITION_DUPLICATE_ID'
  | 'EVAL_DEFINITION_MISSING_REFERENCE'
  | 'EVAL_DEFINITION_GRAPH_CYCLE'
  | 'EVAL_DEFINITION_VALUE_DOMAIN_INVALID'
  | 'EVAL_DEFINITION_POLICY_INVALID'
  | 'EVAL_DEFINITION_CAPABILITY_UNSUPPORTED'
  | 'EVAL_DEFINITION_RUNTIME_BINDING_INVALID'
  | 'EVAL_DEFINITION_EXTENSION_INVALID'

/** An error at a place in a document, e.g. `definition.metrics`. */
export function definitionError(code: DefinitionErrorCode, place: string, message: string): EvalChecksError {
  return new EvalChecksError(code, `${place}: ${message}`)
}
