// `check_definition_sha256`: one digest for a check file and the files that it refers to.
import type { FrozenFile } from '../../contracts/check-type.js'
import { type Digest, digestComponents } from '../../contracts/digest.js'

const DOMAIN = 'eval-banana/check-definition-sha256/v1'

/**
 * Digest of a check's exact YAML bytes and, in the given order, of every referenced file under its role.
 * A file that could not be read enters as an empty component `<role>-unavailable`, so that its coming or going shows.
 */
export function checkDefinitionSha256(yamlBytes: Uint8Array, files: readonly FrozenFile[]): Digest {
  return digestComponents(DOMAIN, [
    { name: 'definition.yaml', content: yamlBytes },
    ...files.map(({ role, bytes }) =>
      bytes === null
        ? { name: `${role}-unavailable`, content: new Uint8Array() }
        : { name: role, content: bytes },
    ),
  ])
}
