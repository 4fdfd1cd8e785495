// One process that discovers, loads and seals the project in the given folder, and prints how many checks it sealed.
import { builtInTypes } from '../dist/src/builtins.js'
import { sealProject } from '../dist/src/execute/seal-project.js'
import { loadProject, ParseCache } from '../dist/src/resolve/load-project.js'

const types = new Map(builtInTypes().map((type) => [type.type, type]))
const project = await loadProject({
  cwd: process.argv[2],
  options: {},
  flags: {},
  projectConfig: true,
  types,
  cache: new ParseCache(),
})
console.log(sealProject(project, types).checks.size)
