// Loaded before a JavaScript or TypeScript script: Node keeps what it has compiled, in a folder of the user outside every
// project, so that what is judged does not lie beside it. Nodes before 22.8 have no such cache and go on without.
import mod = require('node:module')
import os = require('node:os')
import path = require('node:path')

const { enableCompileCache } = mod as { enableCompileCache?: (folder: string) => unknown }
const home = process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache')

// A cache that the user has chosen stays.
if (!process.env.NODE_COMPILE_CACHE && !process.env.NODE_DISABLE_COMPILE_CACHE) {
  enableCompileCache?.(path.join(home, 'vitest-eval-checks', 'compile-cache'))
}

// The script sees what it would see without us, and what it forks is started as it was itself.
delete require.cache[__filename]
const own = process.execArgv.indexOf(__filename)
if (own > 0) process.execArgv.splice(own - 1, 2)
