// One small bad tree per house rule: the script must name the file, the line and the rule.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { checkTree } from '../../scripts/house/check.mjs'

const script = fileURLToPath(new URL('../../scripts/house.mjs', import.meta.url))

type Tree = Record<string, string>

/** One documented export, without imports. */
function leaf(name = 'leaf'): string {
  return `/** A constant. */\nexport const ${name} = 1\n`
}

/** A file of two lines that imports `specifier` on line 2. */
function importing(specifier: string): string {
  return `// why this file exists\nimport { leaf } from '${specifier}'\n/** Uses it. */\nexport const used = leaf\n`
}

function writeTree(tree: Tree): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'house-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [file, text] of Object.entries(tree)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return root
}

async function findFaults(tree: Tree): Promise<string[]> {
  const { faults } = await checkTree(writeTree(tree))
  return faults.map(({ file, line, rule }) => `${file}:${line} ${rule}`)
}

function runScript(tree: Tree): { status: number | null; stdout: string } {
  const { status, stdout } = spawnSync(process.execPath, [script, writeTree(tree)], { encoding: 'utf8' })
  return { status, stdout }
}

/** Rule, the bad tree, and the faults it must give. */
const badTrees: [what: string, tree: Tree, faults: string[]][] = [
  [
    'contracts import process',
    { 'src/contracts/a.ts': importing('../process/b.js'), 'src/process/b.ts': leaf() },
    ['src/contracts/a.ts:2 contracts-lowest', 'src/contracts/a.ts:2 pure-uses-pure'],
  ],
  [
    'process imports the store',
    { 'src/process/a.ts': importing('../store/b.js'), 'src/store/b.ts': leaf() },
    ['src/process/a.ts:2 process-above-contracts'],
  ],
  [
    'the store imports a stage',
    { 'src/store/a.ts': importing('../execute/b.js'), 'src/execute/b.ts': leaf() },
    ['src/store/a.ts:2 store-below-stages'],
  ],
  [
    'semantics import a stage',
    { 'src/semantics/a.ts': importing('../parse/b.js'), 'src/parse/b.ts': leaf() },
    ['src/semantics/a.ts:2 semantics-above-contracts'],
  ],
  [
    'statistics import semantics',
    { 'src/statistics/a.ts': importing('../semantics/b.js'), 'src/semantics/b.ts': leaf() },
    ['src/statistics/a.ts:2 statistics-above-contracts'],
  ],
  [
    'the design of a measurement takes code from the rest of resolving',
    {
      'src/resolve/experiment/measurement/a.ts': importing('../b.js'),
      'src/resolve/experiment/b.ts': leaf(),
    },
    ['src/resolve/experiment/measurement/a.ts:2 pure-uses-pure'],
  ],
  [
    'a stage imports the host',
    { 'src/execute/a.ts': importing('../cli/b.js'), 'src/cli/b.ts': leaf() },
    ['src/execute/a.ts:2 stages-below-host'],
  ],
  [
    'a plugin imports the host',
    { 'plugins/agents/pi/a.ts': importing('../../../src/vitest/b.js'), 'src/vitest/b.ts': leaf() },
    ['plugins/agents/pi/a.ts:2 plugins-below-host'],
  ],
  [
    'a reporter imports the host',
    { 'reporters/junit.ts': importing('../src/index.js'), 'src/index.ts': leaf() },
    ['reporters/junit.ts:2 plugins-below-host'],
  ],
  [
    'a host file other than src/builtins.ts imports a plugin',
    {
      'src/vitest/a.ts': importing('../../plugins/agents/pi/b.js'),
      'src/builtins.ts': importing('../plugins/agents/pi/b.js'),
      'plugins/agents/pi/b.ts': leaf(),
    },
    ['src/vitest/a.ts:2 built-ins-in-one-file'],
  ],
  [
    'a host file imports a reporter',
    { 'src/cli/a.ts': importing('../../reporters/junit/b.js'), 'reporters/junit/b.ts': leaf() },
    ['src/cli/a.ts:2 built-ins-in-one-file'],
  ],
  [
    'a plugin imports its neighbour',
    {
      'plugins/agents/pi/a.ts': importing('../claude/b.js'),
      'plugins/agents/pi/own.ts': importing('./b.js'),
      'plugins/agents/pi/b.ts': importing('../shared/c.js').replace('used', 'leaf'),
      'plugins/agents/claude/b.ts': leaf(),
      'plugins/agents/shared/c.ts': leaf(),
    },
    ['plugins/agents/pi/a.ts:2 plugins-stand-alone'],
  ],
  [
    'a plugin in one file imports one whose name starts alike',
    { 'plugins/agents/pi.ts': importing('./pi-next.js'), 'plugins/agents/pi-next.ts': leaf() },
    ['plugins/agents/pi.ts:2 plugins-stand-alone'],
  ],
  [
    'the plugin template imports a plugin',
    { 'plugins/_template/a.ts': importing('../agents/pi/b.js'), 'plugins/agents/pi/b.ts': leaf() },
    ['plugins/_template/a.ts:2 template-stands-alone'],
  ],
  [
    'a reporter imports its neighbour',
    {
      'reporters/junit/a.ts': importing('../html/b.js'),
      'reporters/junit/own.ts': importing('../shared/c.js'),
      'reporters/html/b.ts': leaf(),
      'reporters/shared/c.ts': leaf(),
    },
    ['reporters/junit/a.ts:2 reporters-stand-alone'],
  ],
  [
    'a plugin imports a reporter',
    {
      'plugins/agents/pi/a.ts': importing('../../../reporters/shared/b.js'),
      'reporters/shared/b.ts': leaf(),
    },
    ['plugins/agents/pi/a.ts:2 plugins-and-reporters-apart'],
  ],
  [
    'a reporter imports a plugin',
    { 'reporters/junit/a.ts': importing('../../plugins/shared/b.js'), 'plugins/shared/b.ts': leaf() },
    ['reporters/junit/a.ts:2 reporters-and-plugins-apart'],
  ],
  [
    'a pure stage imports a builtin',
    { 'src/decide/a.ts': importing('node:fs'), 'src/contracts/canonical.ts': importing('node:crypto') },
    ['src/contracts/canonical.ts:2 pure-without-node', 'src/decide/a.ts:2 pure-without-node'],
  ],
  [
    'the digest file imports more than node:crypto',
    { 'src/contracts/digest.ts': `import 'node:crypto'\n${importing('node:fs')}` },
    ['src/contracts/digest.ts:3 digest-hashes-only'],
  ],
  [
    'pure stages import packages that do I/O',
    {
      'src/parse/a.ts': importing('execa'),
      'src/compile/a.ts': importing('fast-glob'),
      'src/analyze/a.ts': importing('tinypool'),
    },
    [
      'src/analyze/a.ts:2 pure-without-io-packages',
      'src/compile/a.ts:2 pure-without-io-packages',
      'src/parse/a.ts:2 pure-without-io-packages',
    ],
  ],
  [
    'a pure stage takes code from a stage that does I/O, where a type would do',
    {
      'src/compile/a.ts': importing('../resolve/b.js'),
      'src/compile/types.ts':
        "import type { T } from '../resolve/b.js'\n/** Its own name. */\nexport type Own = T\n",
      'src/resolve/b.ts': `${leaf()}/** A type. */\nexport type T = 1\n`,
    },
    ['src/compile/a.ts:2 pure-uses-pure'],
  ],
  [
    'files import each other, even for types alone',
    {
      'src/parse/a.ts': `import type { B } from './b.js'\n/** A. */\nexport type A = B\n`,
      'src/parse/b.ts': `import type { A } from './a.js'\n/** B. */\nexport type B = A\n`,
    },
    ['src/parse/a.ts:1 no-circular', 'src/parse/b.ts:1 no-circular'],
  ],
  [
    'a relative import leads nowhere',
    { 'src/parse/a.ts': importing('./gone.js') },
    ['src/parse/a.ts:2 resolvable'],
  ],
  [
    'the product imports a test file',
    { 'src/execute/a.ts': importing('../../test/b.js'), 'test/b.ts': leaf() },
    ['src/execute/a.ts:2 product-without-tests'],
  ],
  [
    'inner entries of Vitest are imported, in tests too',
    {
      'src/vitest/a.ts': importing('@vitest/runner'),
      'src/vitest/ok.ts': importing('vitest/node'),
      'test/a.test.ts': importing('vitest/runners'),
    },
    ['src/vitest/a.ts:2 vitest-entries', 'test/a.test.ts:2 vitest-entries'],
  ],
  [
    'a pure stage reads the environment',
    {
      'src/parse/a.ts':
        "// process.env\nconst a = process.env\nconst { env } = process\nconst s = 'process.env'\nexport {}\n",
    },
    ['src/parse/a.ts:2 pure-no-env', 'src/parse/a.ts:3 pure-no-env'],
  ],
  [
    'a pure stage reads a clock or draws at random',
    {
      'src/analyze/a.ts':
        'const made = [\n  Date.now(),\n  new Date(),\n  new Date(0),\n  Math.random(),\n  performance.now(),\n  crypto.randomUUID(),\n  globalThis.Date.now(),\n]\n',
      'src/execute/a.ts': 'const at = [Date.now(), process.env]\n',
    },
    [2, 3, 5, 6, 7, 8].map((line) => `src/analyze/a.ts:${line} pure-no-clock`),
  ],
  [
    'a pure stage fetches',
    { 'src/decide/a.ts': "fetch('http://x')\n" },
    ['src/decide/a.ts:1 pure-no-network'],
  ],
  [
    'exports carry no JSDoc',
    {
      'src/cli/a.ts': [
        'export function f(): void {}',
        'export class C {}',
        'export const c = 1',
        'export interface I {}',
        'export type T = 1',
        '// a plain comment',
        'export async function g(): Promise<void> {}',
        'function listed(): void {}',
        'function own(): void {}',
        'export { listed }',
        '/** Documented. */',
        'export function over(a: string): void',
        'export function over(a: number): void',
        'export function over(): void {}',
        "export { leaf } from './b.js'",
      ].join('\n'),
      'src/cli/b.ts': leaf(),
    },
    [1, 2, 3, 4, 5, 7, 8].map((line) => `src/cli/a.ts:${line} jsdoc`),
  ],
  [
    'a file has more than 400 lines',
    {
      'src/cli/a.ts': '\n'.repeat(401),
      'src/cli/b.ts': '\n'.repeat(400),
      'src/cli/c.ts': '\n',
      'src/cli/d.ts': '\n',
      'src/cli/e.ts': '\n',
    },
    ['src/cli/a.ts:401 file-size'],
  ],
  [
    'half of the files have 100 lines',
    { 'src/cli/a.ts': '\n'.repeat(100), 'src/cli/b.ts': '\n'.repeat(100), 'src/cli/c.ts': '\n' },
    ['.:0 median-size'],
  ],
  [
    'a file lies outside every layer',
    { 'src/helpers/a.ts': leaf(), 'src/extra.ts': leaf() },
    ['src/extra.ts:1 known-layer', 'src/helpers/a.ts:1 known-layer'],
  ],
]

/** All stages in order; the bad tree of a pair imports the later from the earlier. */
const stages = [
  'parse',
  'resolve',
  'compile',
  'prepare',
  'preflight',
  'execute',
  'evaluate',
  'analyze',
  'decide',
]

describe('house rules', () => {
  test.each(badTrees)('reports that %s', async (_what, tree, faults) => {
    expect(await findFaults(tree)).toEqual(faults)
  })

  test('no stage imports a later one, and each may import an earlier one', async () => {
    const neighbours = stages.slice(1).map((stage, index) => [stages[index] ?? '', stage] as const)
    const tree: Tree = {}
    for (const stage of stages) tree[`src/${stage}/leaf.ts`] = leaf()
    for (const [earlier, later] of neighbours) {
      tree[`src/${earlier}/up.ts`] = `import type { leaf } from '../${later}/leaf.js'\n`
      tree[`src/${later}/down.ts`] = `import type { leaf } from '../${earlier}/leaf.js'\n`
    }
    const expected = neighbours.map(([earlier]) => `src/${earlier}/up.ts:1 stage-order-${earlier}`)
    expect(await findFaults(tree)).toEqual(expected.sort())
  })
})

describe('the house script', () => {
  test('exits 0 when a tree keeps the rules', () => {
    const { status, stdout } = runScript({
      'src/contracts/digest.ts': importing('node:crypto'),
      'src/parse/a.ts':
        "import { used } from '../contracts/digest.js'\n/** Uses it. */\nexport const a = used\n",
      'src/execute/a.ts': importing('execa'),
      'src/builtins.ts': importing('../reporters/junit.js'),
      'reporters/junit.ts': leaf(),
      'vitest.config.ts': importing('vitest/config'),
    })
    expect(stdout).toBe('5 files keep the house rules\n')
    expect(status).toBe(0)
  })

  test('prints all faults of a tree at once and exits 1', () => {
    const { status, stdout } = runScript({
      'src/decide/a.ts': `${importing('node:fs')}\nexport const at = Date.now()\n`,
      'src/odd/b.ts': 'export const b = 1\n',
    })
    const places = stdout.split('\n').map((line) => line.split('  ', 2).join(' '))
    expect(places.slice(0, 5)).toEqual([
      'src/decide/a.ts:2 pure-without-node',
      'src/decide/a.ts:6 jsdoc',
      'src/decide/a.ts:6 pure-no-clock',
      'src/odd/b.ts:1 jsdoc',
      'src/odd/b.ts:1 known-layer',
    ])
    expect(status).toBe(1)
  })
})
