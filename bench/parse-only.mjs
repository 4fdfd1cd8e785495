// What load-and-seal is measured against: one process that reads the same files and parses each with `yaml.parse`.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'

const folder = path.join(process.argv[2], 'eval_checks')
let parsed = 0
for (const name of readdirSync(folder)) {
  if (name.endsWith('.yaml') && parse(readFileSync(path.join(folder, name), 'utf8')) !== null) parsed++
}
console.log(parsed)
