// Temporary projects to measure on: check files, one-line tests, plain scripts.
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Vitest's program in this repository. */
export const vitestProgram = path.join(root, 'node_modules/vitest/vitest.mjs')

/** An empty project that resolves Vitest and this package. */
export function makeProject(config) {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'eval-checks-bench-')))
  mkdirSync(path.join(folder, 'node_modules'))
  for (const name of ['vitest', 'vite']) {
    symlinkSync(path.join(root, 'node_modules', name), path.join(folder, 'node_modules', name))
  }
  symlinkSync(root, path.join(folder, 'node_modules/vitest-eval-checks'))
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(path.join(folder, 'vitest.config.ts'), config)
  return folder
}

/** `count` check files that do nothing. */
export function makeNoopChecks(count) {
  const folder = makeProject(
    [
      "import { defineConfig } from 'vitest/config'",
      "import { evalChecks } from 'vitest-eval-checks'",
      `import { noop } from ${JSON.stringify(path.join(root, 'bench/noop-type.mjs'))}`,
      'export default defineConfig({ plugins: [evalChecks({ plugins: [noop] })] })',
    ].join('\n'),
  )
  mkdirSync(path.join(folder, 'eval_checks'))
  for (let i = 0; i < count; i++) {
    writeFileSync(
      path.join(folder, 'eval_checks', `check_${i}.yaml`),
      `schema_version: 1\nid: check_${i}\ntype: noop\ndescription: Does nothing, number ${i}\n`,
    )
  }
  return folder
}

/** `count` test files of one line each, not isolated. */
export function makeOneLineTests(count) {
  const folder = makeProject(
    "import { defineConfig } from 'vitest/config'\nexport default defineConfig({ test: { isolate: false } })\n",
  )
  for (let i = 0; i < count; i++) {
    writeFileSync(
      path.join(folder, `t${i}.test.ts`),
      `import { test } from 'vitest'\ntest('t${i}', () => {})\n`,
    )
  }
  return folder
}

/** `count` Python scripts that read JSON and assert, as check files and as plain files in `scripts/`. */
export function makePythonChecks(count, parallel) {
  const folder = makeProject(
    [
      "import { defineConfig } from 'vitest/config'",
      "import { evalChecks } from 'vitest-eval-checks'",
      `export default defineConfig({ plugins: [evalChecks({ maxParallelChecks: ${parallel} })] })`,
    ].join('\n'),
  )
  mkdirSync(path.join(folder, 'eval_checks'))
  writeFileSync(path.join(folder, 'context.json'), JSON.stringify({ project_root: folder }))
  writeFileSync(path.join(folder, 'data.json'), JSON.stringify({ result: [1, 2, 3] }))
  const script = [
    'import json, sys',
    'from pathlib import Path',
    'ctx = json.loads(Path(sys.argv[1]).read_text())',
    'data = json.loads((Path(ctx["project_root"]) / "data.json").read_text())',
    'assert data["result"] == [1, 2, 3]',
    '',
  ].join('\n')
  for (let i = 0; i < count; i++) {
    const name = `check_${String(i).padStart(4, '0')}`
    writeFileSync(path.join(folder, 'eval_checks', `${name}.py`), script)
    writeFileSync(
      path.join(folder, 'eval_checks', `${name}.yaml`),
      `schema_version: 1\nid: ${name}\ntype: deterministic\ndescription: The data is right\nscript_path: ${name}.py\n`,
    )
  }
  return folder
}

/** `count` check files with an inline script of a dozen lines, as teams write them. */
export function makeInlineChecks(count) {
  const folder = makeProject('export default {}\n')
  mkdirSync(path.join(folder, 'eval_checks'))
  const script = [
    'import json, sys',
    'from pathlib import Path',
    '',
    'ctx = json.loads(Path(sys.argv[1]).read_text())',
    'output = Path(ctx["project_root"]) / "output.json"',
    'if not output.exists():',
    '    print("output.json is missing", file=sys.stderr)',
    '    sys.exit(1)',
    'data = json.loads(output.read_text())',
    'if "result" not in data:',
    '    sys.exit(1)',
  ]
  for (let i = 0; i < count; i++) {
    const lines = [
      'schema_version: 1            # always 1',
      `id: output_has_result_key_${i}`,
      'type: deterministic',
      `description: output.json number ${i} exists and contains a 'result' key.`,
      'tags: [fast, critical]',
      'script: |',
      ...script.map((line) => `  ${line}`.trimEnd()),
    ]
    writeFileSync(path.join(folder, 'eval_checks', `check_${i}.yaml`), `${lines.join('\n')}\n`)
  }
  return folder
}
