// Inputs of earlier releases that are refused, each with what to do instead. None of them is in the registry.

/** Keys of experiment files. */
export const removedConfigKeys: Readonly<Record<string, string>> = {
  noCache: 'Delete it: nothing is cached.',
  judgeModel: 'Write judgeModels, a list of {executor, model}.',
  judgeExecutor: 'Write judgeModels, a list of {executor, model}.',
  blind: 'Delete it: judges never see which variant they read.',
}

/** Flags. */
export const removedFlags: Readonly<Record<string, string>> = {
  '--no-cache': 'Delete it: nothing is cached.',
}
