// From samples as written to samples as measured: addresses replaced by what they say, prompts rendered, no path left.
import type { ExperimentSample, SampleOrigin } from '../../../contracts/experiment/sample-set.js'
import type { SealedSample } from '../../../contracts/experiment/sealed-sample.js'
import { type Json, snapshotJson } from '../../../contracts/json.js'
import { findAddresses, replaceAddresses } from '../addresses/find-addresses.js'
import type { LoadedSample } from './load-samples.js'
import { renderPrompt } from './render-prompt.js'

/** Every address in prompts and contexts, with the first sample that holds it. */
export function addressesOf(samples: readonly LoadedSample[]): ReadonlyMap<string, SampleOrigin> {
  const addresses = new Map<string, SampleOrigin>()
  for (const { sample, origin } of samples) {
    for (const text of textsOf(sample))
      for (const { url } of findAddresses(text)) if (!addresses.has(url)) addresses.set(url, origin)
  }
  return addresses
}

function textsOf({ input, executionContext }: ExperimentSample): readonly string[] {
  const context = executionContext?.context
  return [...(input.inputKind === 'text' ? [input.text] : []), ...(context === undefined ? [] : [context])]
}

/** Seals a sample. `contents` holds what each address says. */
export function sealSample(sample: ExperimentSample, contents: ReadonlyMap<string, string>): SealedSample {
  const { sampleId, executionContext, evaluationContext, expected, annotations } = sample
  const written = executionContext?.context
  const context = written === undefined ? undefined : replaceAddresses(written, contents)
  const reference = evaluationContext?.reference ?? context
  const rubric = evaluationContext?.rubric
  const shown = sealContext(sample)
  return {
    sampleId,
    input: sealInput(sample, context, contents),
    ...(shown === null ? {} : { executionContext: shown }),
    ...(expected === undefined ? {} : { expected }),
    ...(reference === undefined ? {} : { reference }),
    ...(context === undefined ? {} : { context }),
    ...(rubric === undefined ? {} : { rubric: sealRubric(rubric) }),
    assertions: evaluationContext?.assertions ?? [],
    checks: evaluationContext?.checks ?? [],
    ...(annotations === undefined ? {} : { annotations }),
  }
}

function sealInput(
  { input, executionContext }: ExperimentSample,
  context: string | undefined,
  contents: ReadonlyMap<string, string>,
): Json {
  switch (input.inputKind) {
    case 'text': {
      const text = replaceAddresses(input.text, contents)
      return renderPrompt({ text, environment: executionContext?.environment, context })
    }
    case 'json':
      return input.value
    case 'messages':
      return snapshotJson({ messages: input.messages })
  }
}

/** What a target sees beside its input. In a prompt the environment stands in words already. */
function sealContext({ input, executionContext }: ExperimentSample): Json | null {
  const { data, environment } = executionContext ?? {}
  const shown = {
    ...(data === undefined ? {} : { data }),
    ...(environment === undefined || input.inputKind === 'text' ? {} : { environment }),
  }
  return Object.keys(shown).length === 0 ? null : snapshotJson(shown)
}

type Rubric = NonNullable<NonNullable<ExperimentSample['evaluationContext']>['rubric']>

function sealRubric(rubric: Rubric): NonNullable<SealedSample['rubric']> {
  return Object.fromEntries(
    Object.entries(rubric).map(([name, { criterion, weight }]) => [
      name,
      { criterion, ...(weight === undefined ? {} : { weight }) },
    ]),
  )
}
