// Which kind of program a script needs: told by the ending of its path alone. Pure.
import type { JsonObject } from '../../../src/contracts/json.js'

/** Kinds of programs that run scripts. */
export type ScriptRuntime = 'python' | 'node' | 'typescript'

/** The media type under which the bytes of a script are sealed. */
export const MEDIA_TYPES: Readonly<Record<ScriptRuntime, string>> = {
  python: 'text/x-python',
  node: 'text/javascript',
  typescript: 'text/x-typescript',
}

/** The kind of program for a `script_path`. Every ending but those of JavaScript and TypeScript is Python's. */
export function runtimeOfPath(scriptPath: string): ScriptRuntime {
  if (/\.[cm]?js$/.test(scriptPath)) return 'node'
  if (/\.m?ts$/.test(scriptPath)) return 'typescript'
  return 'python'
}

/** The kind of program for a sealed configuration: an inline script, which has no path, is Python. */
export function runtimeOfConfig({ script }: JsonObject): ScriptRuntime {
  if (typeof script !== 'object' || script === null || !('path' in script)) return 'python'
  return runtimeOfPath(String(script.path))
}
