// What the reference says about the fields of check files, by check type. The names are compared with the schemas.

/** By `common` or a check type, then by field. `ours`: not part of the original format. */
export const fieldTexts = {
  common: {
    schema_version: { value: 'the integer `1`', required: true, meaning: 'version of this format' },
    type: { value: 'a check type', required: true, meaning: 'how the check is judged' },
    id: {
      value: 'letters, digits, `_` and `-`',
      required: true,
      meaning: 'names the check and its test; unique in the project',
    },
    description: {
      value: 'text',
      required: true,
      meaning: 'what must hold, in a sentence; shown in reports',
    },
    tags: { value: 'list of texts', meaning: 'to choose checks by: `--tag`, `--tags-filter`' },
    timeout_seconds: {
      value: 'number above 0',
      ours: true,
      meaning: 'seconds after which the check is ended with an error',
    },
    skip: { value: 'text', ours: true, meaning: 'why the check is not run; it counts in no total' },
    paths: {
      value: 'list of globs',
      ours: true,
      meaning: 'what the check reads, from the project root: a change runs it again',
    },
  },
  deterministic: {
    script: { value: 'text', meaning: 'Python; either this or `script_path`' },
    script_path: {
      value: 'path',
      meaning:
        'a script, from the folder of the YAML file; Python, or by its ending JavaScript or TypeScript *',
    },
  },
  harness_judge: {
    instructions: {
      value: 'text',
      required: true,
      meaning: 'what the judge has to decide, and which files to read',
    },
    model: { value: 'text', meaning: 'model for this check alone' },
    evidence: {
      value: 'list of paths',
      ours: true,
      meaning: 'files whose text is put into the prompt, frozen when the plan is sealed',
    },
    replicates: { value: 'integer, 1 or more', ours: true, meaning: 'how often the judge is asked' },
    agreement: {
      value: '`majority`, `all` or `any`',
      ours: true,
      meaning: 'how several verdicts become one',
    },
  },
}
