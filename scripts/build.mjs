// Compiles src, plugins and reporters to a clean dist folder and makes the command-line entry executable.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const compiler = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url))
const entry = fileURLToPath(new URL('../dist/src/cli/main.js', import.meta.url))

rmSync(`${root}dist`, { recursive: true, force: true })
const compiled = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
})
if (compiled.status !== 0) process.exit(compiled.status ?? 1)
if (existsSync(entry)) chmodSync(entry, 0o755)
