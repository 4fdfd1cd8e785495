// The rules of an experiment file that are about more than one value, or that need reasons.
import { isRecord } from '../../contracts/is-json.js'
import type { PlacedFinding } from '../source/explain-issues.js'
import { locate, type SourcePath, showSourcePath } from '../source/locate.js'
import { type FindingWords, placeFinding } from '../source/place-finding.js'
import type { Source } from '../source/source.js'

type Report = (path: SourcePath, words: FindingWords) => void
type Values = Readonly<Record<string, unknown>>

/** Checks what the value says as far as it has the right types; the schema says the rest. */
export function checkConfig(source: Source, value: Values): PlacedFinding[] {
  const placed: PlacedFinding[] = []
  const report: Report = (path, words) => placed.push(placeFinding(source, path, words))
  const variants = recordsOf(value.variants)
  for (const [index, variant] of variants) checkVariant(['variants', index], variant, report)
  reportTwice(
    ['variants'],
    'name',
    variants.map(([index, { name }]) => [index, name]),
    report,
    'variants',
    source,
  )
  const judges = recordsOf(value.judgeModels).map(
    ([index, { executor, model }]) =>
      [
        index,
        typeof executor === 'string' && typeof model === 'string' ? `${executor}:${model}` : undefined,
      ] as const,
  )
  reportTwice(['judgeModels'], null, judges, report, 'judges', source)
  checkDecision(value.decision, report)
  checkControls(value.controls, variants, report)
  return placed
}

function checkVariant(path: SourcePath, variant: Values, report: Report): void {
  const { artifact, git, allowedSkills } = variant
  const sources = [artifact, git].filter((given) => given !== undefined).length
  const label = showSourcePath(path)
  const expected = 'exactly one of artifact and git'
  if (sources === 2) {
    const message = `${label} has an artifact and a git source; it is one thing that is compared`
    report([...path, 'git'], { code: 'exclusive-fields', message, expected, fix: 'Remove one of both.' })
  } else if (sources === 0) {
    const message = `${label} has neither artifact nor git`
    const fix = 'Write artifact: baseline for nothing at all, or a path, or git.'
    report(path, { code: 'exclusive-fields', message, expected, fix })
  }
  if (allowedSkills === null) {
    report([...path, 'allowedSkills'], {
      code: 'wrong-type',
      message: `${label}.allowedSkills is empty: that may mean no skills or the usual ones`,
      expected: '[], or no such key',
      fix: 'Write [] for no skills at all, or remove the key.',
    })
  } else if (Array.isArray(allowedSkills) && allowedSkills.length > 0) {
    report([...path, 'allowedSkills'], {
      code: 'invalid-value',
      message: `${label}.allowedSkills names skills: a list of some cannot be isolated wholly, so the comparison would not hold`,
      expected: '[]',
      fix: 'Write [] for no skills at all, or remove the key.',
    })
  }
}

function reportTwice(
  path: SourcePath,
  key: string | null,
  names: readonly (readonly [index: number, name: unknown])[],
  report: Report,
  things: string,
  source: Source,
): void {
  const seen = new Map<string, number>()
  for (const [index, name] of names) {
    if (typeof name !== 'string') continue
    const first = seen.get(name)
    const at = (item: number) => (key === null ? [...path, item] : [...path, item, key])
    if (first === undefined) seen.set(name, index)
    else {
      const { line } = source.lines.positionAt(locate(source.tree(), at(first)).offset)
      report(at(index), {
        code: 'duplicate-name',
        message: `two ${things} are ${JSON.stringify(name)}; first on line ${line}`,
        expected: key === null ? 'each judge once' : 'a name that no other has',
        fix: key === null ? 'Remove one; judgeRepeat asks a judge several times.' : 'Give each its own name.',
      })
    }
  }
}

function checkDecision(decision: unknown, report: Report): void {
  if (!isRecord(decision)) return
  const { power, minimumComparisonUnits } = decision
  if (power === undefined || minimumComparisonUnits === undefined) return
  report(['decision', 'minimumComparisonUnits'], {
    code: 'exclusive-fields',
    message: 'decision has both power and minimumComparisonUnits; the number of pairs is planned in one way',
    expected: 'one of power and minimumComparisonUnits',
    fix: 'Remove one of both.',
  })
}

function checkControls(
  controls: unknown,
  variants: readonly (readonly [number, Values])[],
  report: Report,
): void {
  if (!isRecord(controls) || variants.length === 0) return
  const roles = new Map(variants.map(([, { name, role }]) => [name, role]))
  const seen = new Map<string, string>()
  for (const key of ['mustWin', 'mustTie']) {
    const names = controls[key]
    if (!Array.isArray(names)) continue
    for (const [index, name] of names.entries()) {
      if (typeof name !== 'string') continue
      const path = ['controls', key, index]
      const role = roles.get(name)
      const first = seen.get(name)
      if (!roles.has(name) || role === 'control') {
        const what = role === 'control' ? 'is the control itself' : 'is no variant'
        const treatments = [...roles].filter(([, each]) => each === 'treatment').map(([each]) => String(each))
        report(path, {
          code: 'invalid-value',
          message: `${showSourcePath(path)}: ${JSON.stringify(name)} ${what}`,
          expected: `a treatment: one of ${treatments.join(', ')}`,
          fix: 'Name a variant whose role is treatment.',
        })
      } else if (first !== undefined) {
        report(path, {
          code: 'duplicate-name',
          message: `${showSourcePath(path)}: ${JSON.stringify(name)} stands in ${first} already`,
          expected: 'each treatment once',
          fix: 'Remove one of both.',
        })
      } else seen.set(name, `controls.${key}`)
    }
  }
}

function recordsOf(value: unknown): (readonly [index: number, Values])[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  return items.flatMap((item, index) => (isRecord(item) ? [[index, item] as const] : []))
}
