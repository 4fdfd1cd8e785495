// Prepares a second host for the end-to-end tests: `node scripts/hosts.mjs v5` fills .cache/hosts/v5 with Vitest 5,
// a Node that it supports, and a copy of the built package (refreshed on every call).
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
// The package of one platform holds the program itself; npm's `node` would fetch it in an install script.
const platform = process.platform === 'win32' ? 'win' : process.platform
const node24 = `npm:node-${platform}-${process.arch}@24.22.3`

/** What each host installs next to the run-time dependencies of the package. */
const hosts = {
  v5: {
    vitest: '5.1.2',
    '@vitest/coverage-v8': '5.1.2',
    vite: '~8.3.8',
    jsdom: own.devDependencies.jsdom,
    react: own.devDependencies.react,
    'react-dom': own.devDependencies['react-dom'],
    node: node24,
  },
}

const name = process.argv[2]
const wanted = hosts[name]
if (!wanted) {
  console.error(`hosts: name one of ${Object.keys(hosts).join(', ')}, for example: node scripts/hosts.mjs v5`)
  process.exit(2)
}
if (!existsSync(join(root, 'dist'))) {
  console.error('hosts: dist is missing; run `npm run build` first')
  process.exit(2)
}

const folder = join(root, '.cache/hosts', name)
const modules = join(folder, 'node_modules')
install()
copyPackage()
report()

/** Installs unless the last installation finished with the same package.json. */
function install() {
  const manifest = `${JSON.stringify({ private: true, dependencies: { ...own.dependencies, ...wanted } }, null, 2)}\n`
  const finished = join(modules, '.finished.json')
  if (existsSync(finished) && readFileSync(finished, 'utf8') === manifest) return
  mkdirSync(folder, { recursive: true })
  rmSync(finished, { force: true })
  writeFileSync(join(folder, 'package.json'), manifest)
  // The running Node is older than the one that this host brings, so npm's engine warnings would mislead.
  run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'])
  writeFileSync(finished, manifest)
}

/** A real copy, so that its imports of `vitest` find this host's. */
function copyPackage() {
  const target = join(modules, own.name)
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  cpSync(join(root, 'dist'), join(target, 'dist'), { recursive: true })
  cpSync(join(root, 'package.json'), join(target, 'package.json'))
}

function report() {
  const node = join(modules, '.bin/node')
  const { stdout, status } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  if (status !== 0) {
    console.error(`hosts: ${node} does not run`)
    process.exit(1)
  }
  const { version } = JSON.parse(readFileSync(join(modules, 'vitest/package.json'), 'utf8'))
  console.log(`host ${name}: Vitest ${version} on Node ${stdout.trim()}`)
}

function run(program, args) {
  const { status, error } = spawnSync(program, args, { cwd: folder, stdio: 'inherit' })
  if (status === 0) return
  console.error(`hosts: ${program} ${args.join(' ')} failed${error ? `: ${error.message}` : ''}`)
  process.exit(1)
}
