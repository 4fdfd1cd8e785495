// The page about digests, from the table of changes that the tests go through.
import { code, generated, page, table } from './markdown.mjs'

const names = [
  ['datasetRevision', 'everything in the samples, annotations too'],
  ['executionInput', 'what an executor sees of the samples'],
  ['evaluationInput', 'what evaluators see of them'],
  ['analysisInput', 'which samples belong to which cohort'],
  ['randomizationDesign', 'trials, seed, assignment, order, sampling units'],
  ['executionPlan', 'targets, the design, limits, and the code of executors'],
  ['evaluationPlan', 'the above, and evaluators, judges, metrics and their code'],
  ['analysisPlan', 'the above, and every table and interval that is computed, and their code'],
  ['decisionPlan', 'the above, and the rules of the decision'],
  ['runContract', 'all plans, and the place in a series; `plan_sha256` of a run'],
]

/** Writes the page. */
export function digestsPage({ changes }) {
  const groups = [...new Set(changes.map(({ group }) => group))]
  return page(
    generated,
    '# What is sealed, and which change moves which digest',
    'Before anything is run, everything that can change a result is frozen and hashed into one plan with ten digests:' +
      ' `eval-checks eval --dry-run` shows them. Two runs are comparable as far as their digests agree: runs with one' +
      ' `executionPlan` measured the same things in the same way, whatever was made of it afterwards.',
    table(
      ['digest', 'covers'],
      names.map(([name, covers]) => [code(name), covers]),
    ),
    'A file counts by its bytes, never by its place: moving a project, renaming a folder, writing a value as a flag instead' +
      ' of in the file, or another order of keys moves nothing. A digest is `sha256:` over canonical JSON (RFC 8785).',
    '## Changes',
    'x: the digest changes. Empty: it must not. The tests of this package go through every cell of these tables.',
    ...groups.flatMap((group) => [
      `### ${group[0].toUpperCase()}${group.slice(1)}`,
      table(
        ['change', ...names.map(([name]) => name)],
        changes
          .filter((change) => change.group === group)
          .map(({ what, moves }) => [what, ...names.map(([name]) => (moves.includes(name) ? 'x' : ''))]),
      ),
    ]),
  )
}
