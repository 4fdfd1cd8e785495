// Reads the TypeScript files of some folders under a root.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

/** Lists `{ file, text }` of every .ts and .tsx file under the named folders; `file` is relative, with slashes. */
export function listSources(root, folders) {
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, String(name))),
    )
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('node_modules'))
    .sort()
    .map((file) => ({ file: file.split(sep).join('/'), text: readFileSync(join(root, file), 'utf8') }))
}

/** The 1-based line of the first place where `needle` occurs in `text`; 1 when it does not. */
export function lineOf(text, needle) {
  const at = text.indexOf(needle)
  return at < 0 ? 1 : text.slice(0, at).split('\n').length
}
