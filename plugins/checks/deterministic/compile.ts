// From the definition of a script check to its sealed configuration and the bytes of its script. Pure.
import type { CheckDefinition } from '../../../src/contracts/check-definition.js'
import type {
  CheckTypeCompile,
  CompiledCheck,
  FileReference,
  FrozenFile,
} from '../../../src/contracts/check-type.js'
import { MEDIA_TYPES, runtimeOfPath } from './runtimes.js'

/** Role of the script among the resources of a check. */
export const SCRIPT = 'script'
/** Role of a `script_path` file, as it is named in `check_definition_sha256`. */
export const REFERENCED_SCRIPT = 'referenced-script'

/** See {@link CheckTypeCompile}. */
export const compile: CheckTypeCompile = {
  references: (definition) => scriptReference(definition),
  compile: (definition, files) => compileScript(definition, files),
}

function scriptReference({ fields }: CheckDefinition): FileReference[] {
  const path = fields.script_path
  return typeof path === 'string' ? [{ role: REFERENCED_SCRIPT, path }] : []
}

function compileScript({ fields }: CheckDefinition, files: readonly FrozenFile[]): CompiledCheck {
  const file = files.find(({ role }) => role === REFERENCED_SCRIPT)
  if (!file) {
    const bytes = new TextEncoder().encode(String(fields.script))
    return {
      config: { script: { origin: 'inline' } },
      resources: [{ role: SCRIPT, bytes, mediaType: MEDIA_TYPES.python }],
      runtimeKind: 'python',
    }
  }
  const runtimeKind = runtimeOfPath(file.path)
  if (file.bytes === null) {
    return {
      config: { script: { origin: 'file', path: file.path, unavailable: file.cause } },
      resources: [],
      runtimeKind,
    }
  }
  return {
    config: { script: { origin: 'file', path: file.path } },
    resources: [{ role: SCRIPT, bytes: file.bytes, mediaType: MEDIA_TYPES[runtimeKind] }],
    runtimeKind,
  }
}
