// From the definition of a judge check to its sealed configuration and its prompt. Pure.
import type { CheckDefinition } from '../../../src/contracts/check-definition.js'
import type {
  CheckTypeCompile,
  CompiledCheck,
  FileReference,
  FrozenFile,
} from '../../../src/contracts/check-type.js'
import type { Judge, JudgingSettings } from '../../../src/contracts/judging.js'
import type { JudgeConfig } from './config.js'
import { evidenceRole, readEvidence } from './evidence.js'
import { buildPrompt } from './prompt.js'

/** Role of the prompt among the resources of a check. */
export const PROMPT = 'prompt'

/** See {@link CheckTypeCompile}. */
export const compile: CheckTypeCompile = {
  references: evidenceReferences,
  compile: compileJudge,
}

function evidenceReferences({ fields }: CheckDefinition): FileReference[] {
  const evidence = Array.isArray(fields.evidence) ? fields.evidence.map(String) : []
  return evidence.map((path, index) => ({
    role: evidenceRole(index),
    path,
    base: 'project-root',
    definesCheck: false,
  }))
}

function compileJudge(
  { description, fields, timeoutSeconds }: CheckDefinition,
  files: readonly FrozenFile[],
  settings: JudgingSettings,
): CompiledCheck {
  const readable = files.filter((file) => file.bytes !== null)
  const evidence = readable.map((file) => readEvidence(file, settings.llmMaxInputChars))
  const missing = files.flatMap(({ path, ...file }) =>
    file.bytes === null ? [{ path, cause: file.cause }] : [],
  )
  const prompt = buildPrompt({ description, instructions: String(fields.instructions), evidence })
  const config: JudgeConfig = {
    judges: settings.judges.map((judge) => effectiveJudge(judge, fields.model, settings)),
    access: settings.access,
    replicates: typeof fields.replicates === 'number' ? fields.replicates : settings.replicates,
    agreement: agreementOf(fields.agreement) ?? settings.agreement,
    timeoutSeconds: timeoutSeconds ?? settings.timeoutSeconds,
    evidence: evidence.map(({ text, ...part }) => ({ ...part, binary: text === null })),
    missing,
  }
  return {
    config,
    resources: [{ role: PROMPT, bytes: new TextEncoder().encode(prompt), mediaType: 'text/plain' }],
    runtimeKind: 'judge',
  }
}

/** What is set for one judge alone stands above the check, the check above the project, the project above the agent. */
function effectiveJudge(judge: Judge, checkModel: unknown, settings: JudgingSettings): Judge {
  const ownModel = typeof checkModel === 'string' && checkModel !== '' ? checkModel : null
  return {
    ...judge,
    model: judge.model ?? ownModel ?? settings.model ?? judge.template?.defaultModel ?? null,
    reasoningEffort:
      judge.reasoningEffort ?? settings.reasoningEffort ?? judge.template?.reasoningEffort ?? null,
  }
}

function agreementOf(value: unknown): JudgeConfig['agreement'] | null {
  return value === 'majority' || value === 'all' || value === 'any' ? value : null
}
