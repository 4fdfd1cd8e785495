// The MCP configuration: a secret, of which nothing leaves its frozen file.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { canonicalJson } from '../../contracts/canonical-json.js'
import { RESOURCE_MEDIA_TYPES } from '../../contracts/experiment/host-resources.js'
import { isRecord } from '../../contracts/is-json.js'
import type { ResourceDescriptor } from '../../contracts/resource-descriptor.js'
import { readSource } from '../../parse/source/read-source.js'
import { callSystem, inputError, resolutionError } from './faults.js'
import { lookAt } from './locate.js'
import type { Resolving } from './resolving.js'
import { createResource } from './resource.js'

/**
 * Freezes the MCP configuration in canonical JSON; null when the request names none.
 * @throws {EvalInputError} `CLI_INPUT_RESOLUTION_FAILED`, or `CLI_INPUT_INVALID` for other than a JSON object with
 * `mcpServers`; never quotes the file
 */
export function freezeMcpConfig(resolving: Resolving): ResourceDescriptor | null {
  const written = resolving.values.locators.mcpConfig
  if (written === undefined) return null
  const file = path.resolve(resolving.base, written)
  const details = { sourceKey: 'mcpConfig', location: { file } }
  if (!lookAt(file, details)?.isFile())
    throw resolutionError(`the MCP configuration ${file} is no file`, details)
  const bytes = callSystem(`cannot read ${file}`, details, () => readFileSync(file))
  // A name that ends so is read as JSON.
  const { value, findings, lines } = readSource({ file: `${file}.json`, bytes })
  const [first] = findings
  if (first !== undefined)
    throw inputError('CLI_INPUT_INVALID', `the MCP configuration is not usable as JSON: ${first.code}`, {
      ...details,
      location: { file, ...lines.positionAt(first.offset) },
      expected: 'JSON without comments, each key once',
    })
  if (value === undefined || !isRecord(value) || !isRecord(value.mcpServers))
    throw inputError('CLI_INPUT_INVALID', 'the MCP configuration names no servers', {
      ...details,
      expected: 'a JSON object with an object mcpServers',
    })
  const resource = createResource({
    kind: 'mcp-config',
    frozen: resolving.content.freezeBytes(Buffer.from(canonicalJson(value), 'utf8')),
    mediaType: RESOURCE_MEDIA_TYPES.json,
    classification: 'secret',
    verified: 'content-digest',
    lineage: { source: written },
  })
  return resolving.resources.add(resource)
}
