// Compiles src, plugins and reporters to a clean dist folder, copies what is not TypeScript and makes the command-line entry executable.
import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildPage } from './build-page.mjs'

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

const server = 'src/process/python/fork-server'
mkdirSync(`${root}dist/${server}`, { recursive: true })
for (const name of readdirSync(`${root}${server}`).filter((each) => each.endsWith('.py'))) {
  copyFileSync(`${root}${server}/${name}`, `${root}dist/${server}/${name}`)
}

// The page of a report is one file, so its program is bundled here and no package is needed for it later.
const { script, style } = await buildPage()
const page = `${root}dist/reporters/html/page`
mkdirSync(page, { recursive: true })
writeFileSync(`${page}/page.bundle.js`, script)
writeFileSync(`${page}/page.bundle.css`, style)
