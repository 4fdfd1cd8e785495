// What a check's test says beside its error: the reports and the UI of Vitest show annotations with the test.
// They carry no place, so that no reporter turns them into lines of its own.
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { TestAnnotation } from 'vitest'
import type { CheckResult } from '../contracts/check-result.js'
import { checkStem } from '../contracts/stem.js'
import { defuseCommands, stripControls } from '../contracts/text-hygiene.js'
import type { Host } from './host.js'
import { rerunCommand } from './rerun-command.js'
import type { RunSession } from './run-session.js'

/** What annotations are made of. */
export interface AnnotationsRequest {
  /** Stripped and redacted. */
  readonly result: CheckResult
  /** `<run>/checks`. */
  readonly checksFolder: string
  /** Paths are shown from here. */
  readonly root: string
  /** See `rerunCommand`. */
  readonly rerun: string | null
}

/** The annotations of a check that has just run. */
export function annotate(host: Host, { request }: RunSession, result: CheckResult): TestAnnotation[] {
  const { root } = host.vitest.config
  const rerun = rerunCommand({
    checkId: result.check_id,
    file: result.source_path,
    root,
    cwd: process.cwd(),
    configFile: host.vitest.vite.config.configFile ?? null,
    commandLine: host.request.commandLine !== null,
    platform: process.platform,
  })
  return annotationsOf({ result, checksFolder: request.places.checks, root, rerun }).map((annotation) => ({
    ...annotation,
    message: defuseCommands(request.redact(stripControls(annotation.message))),
  }))
}

/** Annotations of a check: of a passed one only what its judge said, as nobody has to look into it. */
export function annotationsOf({ result, checksFolder, root, rerun }: AnnotationsRequest): TestAnnotation[] {
  const judge = judgeOf(result)
  if (result.status === 'passed') return judge
  const stem = checkStem(result.check_id)
  const show = (file: string) => path.relative(root, file).split(path.sep).join('/')
  const evidence = path.join(checksFolder, stem)
  const stderr = path.join(checksFolder, `${stem}.stderr.txt`)
  const prompt = path.join(checksFolder, `${stem}.prompt.txt`)
  return [
    ...judge,
    ...stderrOf(result, existsSync(stderr) ? show(stderr) : 'its last lines'),
    ...(hasFiles(evidence) ? [{ type: 'evidence', message: `${show(evidence)}/` }] : []),
    ...(existsSync(prompt) ? [{ type: 'prompt', message: show(prompt) }] : []),
    ...(rerun === null ? [] : [{ type: 'run again', message: rerun }]),
  ]
}

/** Who judged, and why so. */
function judgeOf({ details, reason, error_detail }: CheckResult): TestAnnotation[] {
  const { agent_type: agent, model } = details
  if (typeof agent !== 'string') return []
  const name = typeof model === 'string' ? `${agent} (${model})` : agent
  return [{ type: 'judge', message: `${name}: ${reason ?? error_detail ?? 'gave no reason'}` }]
}

/** The last lines are in the error already: here they can be had alone, as a file. */
function stderrOf({ stderr }: CheckResult, file: string): TestAnnotation[] {
  const text = stderr.trimEnd()
  if (text === '') return []
  const body = Buffer.from(`${text}\n`).toString('base64')
  return [{ type: 'stderr', message: file, attachment: { contentType: 'text/plain', body } }]
}

function hasFiles(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0
  } catch {
    return false
  }
}
