// The command lines by which the real programs are asked to judge, with a prompt on standard input.
import type { Invocation } from './start-agent.js'

/** The key that every program is given. */
export const KEY = 'test-key-of-nobody'

/** What a verdict has to look like. */
export const VERDICT_SCHEMA = {
  type: 'object',
  properties: { score: { type: 'integer', enum: [0, 1] }, reason: { type: 'string' } },
  required: ['score', 'reason'],
  additionalProperties: false,
}
const schema = JSON.stringify(VERDICT_SCHEMA)

const geminiSettings = {
  security: { auth: { selectedType: 'gemini-api-key' } },
  general: { maxAttempts: 2, enableAutoUpdate: false },
  privacy: { usageStatisticsEnabled: false },
  hooksConfig: { enabled: false },
  skills: { enabled: false },
  mcp: { allowed: ['__none__'] },
  tools: { core: ['read_file', 'glob', 'grep_search', 'list_directory'] },
}

/** A judging call of each program. `url` is a base URL of the model server. */
export const invocations: Readonly<Record<'claude' | 'codex' | 'gemini', (url: string) => Invocation>> = {
  claude: (url) => ({
    program: 'claude',
    args: [
      ...[
        '-p',
        '--bare',
        '--restricted',
        '--output-format',
        'json',
        '--json-schema',
        schema,
        '--tools',
        'Read',
      ],
      ...['--permission-mode', 'dontAsk', '--strict-mcp-config', '--no-session-persistence'],
      ...['--model', 'claude-test', '--effort', 'low'],
    ],
    env: {
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: KEY,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      CLAUDE_CODE_MAX_RETRIES: '2',
    },
  }),
  codex: (url) => ({
    program: 'codex',
    args: [
      ...['exec', '--json', '--output-schema', '{home}/schema.json', '-o', '{home}/last.txt'],
      ...[
        '-s',
        'read-only',
        '--ephemeral',
        '--ignore-user-config',
        '--ignore-rules',
        '--skip-git-repo-check',
      ],
      ...['--disable', 'plugins', '-c', 'analytics.enabled=false', '-c', 'project_doc_max_bytes=0'],
      ...['-c', 'skills.include_instructions=false'],
      ...['-c', 'model_reasoning_effort=low', '-m', 'codex-test', '-c', 'model_provider="local"'],
      ...[
        '-c',
        `model_providers.local={name="local",base_url="${url}/v1",env_key="LOCAL_KEY",wire_api="responses",request_max_retries=1,stream_max_retries=1}`,
      ],
      '-',
    ],
    env: { LOCAL_KEY: KEY },
    files: { 'schema.json': schema },
  }),
  gemini: (url) => ({
    program: 'gemini',
    args: ['-m', 'gemini-test', '--skip-trust', '--output-format', 'json', '-e', 'none'],
    env: {
      GEMINI_CLI_HOME: '{home}',
      GEMINI_CLI_NO_RELAUNCH: 'true',
      GEMINI_API_KEY: KEY,
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_MODEL: 'gemini-test',
      GEMINI_SYSTEM_MD: 'false',
    },
    files: { '.gemini/settings.json': JSON.stringify(geminiSettings) },
  }),
}
