// Installing the agent programs, with an npm that does as the test says: nothing is fetched.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { agents } from '../../scripts/agents.mjs'
import { makeFolder } from '../support/runs.js'

const script = fileURLToPath(new URL('../../scripts/agents.mjs', import.meta.url))
const { version } = agents.claude

/** An npm that leaves a `claude` which prints `printed`; null: one that fails. */
function writeNpm(folder: string, printed: string | null): void {
  const program = `#!/bin/sh\\necho ${printed}\\n`
  const install = `mkdir -p node_modules/.bin && printf '${program}' > node_modules/.bin/claude && chmod +x node_modules/.bin/claude`
  const fail = 'echo "no such version" >&2; exit 3'
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\n${printed === null ? fail : install}\n`)
  chmodSync(join(folder, 'npm'), 0o755)
}

function installClaude(root: string, npm: string | null, name = 'claude') {
  writeNpm(join(root, 'bin'), npm)
  return spawnSync(process.execPath, [script, name], {
    encoding: 'utf8',
    env: {
      PATH: `${join(root, 'bin')}:${dirname(process.execPath)}:/usr/bin:/bin`,
      HOME: root,
      EVAL_CHECKS_AGENTS_CACHE: join(root, 'cache'),
    },
  })
}

test('an installation is printed as its bin folder, and used again without npm', () => {
  const root = makeFolder()
  const first = installClaude(root, version)
  const second = installClaude(root, null)
  expect(first.stderr).toBe('')
  expect(JSON.parse(first.stdout)).toEqual({
    claude: join(root, 'cache', `claude-${version}`, 'node_modules/.bin'),
  })
  expect(second.stdout).toBe(first.stdout)
})

test.for([
  ['npm fails', null, 'no such version'],
  ['the program is of another version', '0.0.1', '--version printed "0.0.1"'],
] as const)('where %s, the error names the program and nothing is left', ([, npm, why]) => {
  const root = makeFolder()
  const { status, stdout, stderr } = installClaude(root, npm)
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toContain(`agents: claude ${version} could not be installed`)
  expect(stderr).toContain(why)
  expect(readdirSync(join(root, 'cache'))).toEqual([])
})

test('a damaged installation is replaced', () => {
  const root = makeFolder()
  mkdirSync(join(root, 'cache', `claude-${version}`), { recursive: true })
  expect(installClaude(root, version).status).toBe(0)
  expect(readdirSync(join(root, 'cache'))).toEqual([`claude-${version}`])
})

test('an unknown name is an error that names the known ones', () => {
  const { status, stderr } = installClaude(makeFolder(), version, 'cloude')
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'agents: unknown agent: cloude (known: claude, codex, gemini)\n',
  })
})
