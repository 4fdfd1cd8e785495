// Which file may import which. Arrows go down only; `npm run house` runs these with its own checks.

/** The stages in the order in which a run passes through them. */
const stages = [
  'parse',
  'resolve',
  'compile',
  'prepare',
  'preflight',
  'execute',
  'evaluate',
  'analyze',
  'decide',
]
/** Stages that compute from their arguments alone. */
const pure =
  '^src/(?:parse|compile|analyze|decide|contracts|semantics|statistics|resolve/experiment/measurement)/'
/** The top layer: what Vitest or a shell starts, and what users import. */
const host = '^src/(?:vitest|cli)/|^src/(?:builtins|define-check-type|index|runner)\\.ts$'
const anyStage = `^src/(?:${stages.join('|')})/`

/** One rule per stage: it may use every earlier stage and no later one. */
const stageOrder = stages.slice(0, -1).map((stage, index) => ({
  name: `stage-order-${stage}`,
  comment: `${stage} comes before ${stages.slice(index + 1).join(', ')} and may not import them`,
  severity: 'error',
  from: { path: `^src/${stage}/` },
  to: { path: `^src/(?:${stages.slice(index + 1).join('|')})/` },
}))

module.exports = {
  forbidden: [
    ...stageOrder,
    {
      name: 'contracts-lowest',
      comment: 'src/contracts is the lowest layer and imports no other part of the project',
      severity: 'error',
      from: { path: '^src/contracts/' },
      to: { path: '^(?:src|plugins|reporters|test|bench)/', pathNot: '^src/contracts/' },
    },
    {
      name: 'semantics-above-contracts',
      comment:
        'src/semantics says what a definition has to fulfil; it knows src/contracts and src/statistics',
      severity: 'error',
      from: { path: '^src/semantics/' },
      to: {
        path: '^(?:src|plugins|reporters|test|bench)/',
        pathNot: '^src/(?:semantics|statistics|contracts)/',
      },
    },
    {
      name: 'statistics-above-contracts',
      comment: 'src/statistics are formulas for planning and for analysing; they know only src/contracts',
      severity: 'error',
      from: { path: '^src/statistics/' },
      to: { path: '^(?:src|plugins|reporters|test|bench)/', pathNot: '^src/(?:statistics|contracts)/' },
    },
    {
      name: 'process-above-contracts',
      comment: 'src/process starts programs for others and knows only src/contracts',
      severity: 'error',
      from: { path: '^src/process/' },
      to: { path: '^(?:src|plugins|reporters|test|bench)/', pathNot: '^src/(?:process|contracts)/' },
    },
    {
      name: 'store-below-stages',
      comment: 'src/store keeps what stages hand it; it knows only src/process and src/contracts',
      severity: 'error',
      from: { path: '^src/store/' },
      to: { path: '^(?:src|plugins|reporters|test|bench)/', pathNot: '^src/(?:store|process|contracts)/' },
    },
    {
      name: 'stages-below-host',
      comment: 'a stage does not know who drives it',
      severity: 'error',
      from: { path: anyStage },
      to: { path: host },
    },
    {
      name: 'conduct-above-stages',
      comment:
        'src/conduct leads an experiment through all stages; hosts drive it, and nothing below knows it',
      severity: 'error',
      from: {
        path: `${anyStage}|^src/(?:store|process|contracts|semantics|statistics)/|^(?:plugins|reporters)/`,
      },
      to: { path: '^src/conduct/' },
    },
    {
      name: 'conduct-below-host',
      comment: 'src/conduct does not know who drives it',
      severity: 'error',
      from: { path: '^src/conduct/' },
      to: { path: `${host}|^(?:plugins|reporters)/` },
    },
    {
      name: 'plugins-below-host',
      comment: 'plugins and reporters are called by the host and never call it',
      severity: 'error',
      from: { path: '^(?:plugins|reporters)/' },
      to: { path: host },
    },
    {
      name: 'built-ins-in-one-file',
      comment: 'in src only src/builtins.ts names concrete plugins and reporters',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/builtins\\.ts$' },
      to: { path: '^(?:plugins|reporters)/' },
    },
    {
      name: 'plugins-stand-alone',
      comment:
        'a plugin imports no other plugin (what two share lies in plugins/shared or plugins/<kind>/shared)',
      severity: 'error',
      from: { path: '^plugins/([^/]+)/([^/.]+)', pathNot: '^plugins/_template/' },
      to: { path: '^plugins/', pathNot: '^plugins/(?:$1/$2(?:/|\\.)|shared/|$1/shared/)' },
    },
    {
      name: 'template-stands-alone',
      comment: 'plugins/_template is copied, so it imports no plugin',
      severity: 'error',
      from: { path: '^plugins/_template/' },
      to: { path: '^plugins/', pathNot: '^plugins/(?:_template|shared)/' },
    },
    {
      name: 'reporters-stand-alone',
      comment: 'a reporter imports no other reporter (what two share lies in reporters/shared)',
      severity: 'error',
      from: { path: '^reporters/([^/.]+)' },
      to: { path: '^reporters/', pathNot: '^reporters/(?:$1(?:/|\\.)|shared/)' },
    },
    {
      name: 'plugins-and-reporters-apart',
      comment: 'plugins produce records and reporters read them; they meet only in contracts and stages',
      severity: 'error',
      from: { path: '^plugins/' },
      to: { path: '^reporters/' },
    },
    {
      name: 'reporters-and-plugins-apart',
      comment: 'reporters read records, whichever plugin produced them',
      severity: 'error',
      from: { path: '^reporters/' },
      to: { path: '^plugins/' },
    },
    {
      name: 'pure-without-node',
      comment: 'pure stages do no I/O; only src/contracts/digest.ts may hash with node:crypto',
      severity: 'error',
      from: { path: pure, pathNot: '^src/contracts/digest\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'digest-hashes-only',
      comment: 'src/contracts/digest.ts imports no builtin but node:crypto',
      severity: 'error',
      from: { path: '^src/contracts/digest\\.ts$' },
      to: { dependencyTypes: ['core'], pathNot: '^(?:node:)?crypto$' },
    },
    {
      name: 'pure-without-io-packages',
      comment: 'pure stages start no programs or workers and search no disk',
      severity: 'error',
      from: { path: pure },
      to: { path: '^(?:node_modules/)?(?:execa|fast-glob|tinypool)(?:/|$)' },
    },
    {
      name: 'pure-uses-pure',
      comment: 'a pure stage takes no code (types are free) from parts that do I/O',
      severity: 'error',
      from: { path: pure },
      to: {
        path: '^src/(?:resolve|prepare|preflight|execute|evaluate|store|process)/',
        pathNot: '^src/resolve/experiment/measurement/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'no-circular',
      comment: 'no file imports itself, not even by way of others',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'a relative import names an existing file',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, path: '^\\.' },
    },
    {
      name: 'product-without-tests',
      comment: 'what is published imports nothing of test or bench',
      severity: 'error',
      from: { path: '^(?:src|plugins|reporters)/' },
      to: { path: '^(?:test|bench)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(?:dist|fixtures|examples)/' },
    tsPreCompilationDeps: true,
  },
}
