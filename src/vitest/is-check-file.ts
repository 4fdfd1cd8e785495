// Which module ids are check files, told by their path alone.

/** The glob under which Vitest, editors and watchers know check files. */
export const CHECK_GLOB = '**/eval_checks/**/*.{yaml,yml}'

const CHECK_PATH = /(?:^|[\\/])eval_checks[\\/].*\.ya?ml$/

/** True for `.../eval_checks/.../name.yaml`; query parts of a module id do not count. */
export function isCheckPath(id: string): boolean {
  return CHECK_PATH.test(id.split('?', 1)[0] ?? id)
}
