// Whether the servers of an MCP configuration can be started. They are not started: what they do is not known.
import { EvalChecksError } from '../../contracts/errors.js'
import { isRecord } from '../../contracts/is-json.js'
import { findProgram } from '../../process/find-program.js'
import type { Question } from './ask.js'
import { readFrozenBytes } from './frozen-bytes.js'
import type { PreflightRequest } from './request.js'

/** One question for each configuration. Names of servers and programs are told, arguments and variables never. */
export function mcpQuestions({
  compiled,
  environment,
  workingFolder,
}: PreflightRequest): readonly Question[] {
  const configs = compiled.hostResources.resources.filter(({ resourceKind }) => resourceKind === 'mcp-config')
  return configs.map((resource) => ({
    checkId: `mcp/${resource.descriptor.resourceId}`,
    kind: 'mcp-readiness',
    subject: resource.lineage?.source ?? resource.descriptor.resourceId,
    asking: {
      disposition: 'check',
      ask: async () => {
        const servers = readServers(await readFrozenBytes(resource))
        const missing = servers.filter(
          ({ command }) =>
            command !== null && findProgram(command, { environment, cwd: workingFolder }) === null,
        )
        if (missing.length === 0) return null
        const names = missing.map(({ name }) => name).join(', ')
        return new EvalChecksError('preflight', `the program of these MCP servers is not there: ${names}`, {
          fix: 'install it, or correct command in the MCP configuration',
        })
      },
    },
  }))
}

interface Server {
  readonly name: string
  /** Null: it is reached by an address. */
  readonly command: string | null
}

function readServers(bytes: Uint8Array): readonly Server[] {
  const config: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'))
  const servers = isRecord(config) ? config.mcpServers : undefined
  if (!isRecord(servers)) return []
  return Object.entries(servers).map(([name, server]) => {
    const command = isRecord(server) ? server.command : undefined
    return { name, command: typeof command === 'string' ? command : null }
  })
}
