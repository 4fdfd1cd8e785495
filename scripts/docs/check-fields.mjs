// What is said about the fields of check files, by check type: in the reference page, and in the schema that editors
// use. The names are compared with the zod schemas.

/**
 * By `common` or a check type, then by field.
 * - `title`, `value`, `meaning`: texts; `meaning` is Markdown
 * - `required`, `ours`: for the page; `ours` is not part of the original format
 * - `examples`, `default`: for completion and hovers
 * - `schema`: what zod's JSON Schema lacks, because the rule trims first or is a function; `item` the same for list items.
 *   `error` is shown instead of an editor's own sentence
 */
export const fieldTexts = {
  common: {
    schema_version: {
      title: 'Version of the format',
      value: 'the integer `1`',
      required: true,
      meaning: 'version of this format',
    },
    type: { title: 'Check type', value: 'a check type', required: true, meaning: 'how the check is judged' },
    id: {
      title: 'Name of the check',
      value: 'letters, digits, `_` and `-`',
      required: true,
      meaning: 'names the check and its test; unique in the project',
      examples: ['report_has_total'],
      schema: { pattern: '^\\s*[a-zA-Z0-9_-]+\\s*$' },
      error: 'id must be a text of letters, digits, _ and -',
    },
    description: {
      title: 'What must hold',
      value: 'text',
      required: true,
      meaning: 'what must hold, in a sentence; shown in reports',
      examples: ['The report names a total above zero.'],
      schema: { pattern: '\\S' },
      error: 'description must be a non-empty text',
    },
    tags: {
      title: 'Tags',
      value: 'list of texts',
      meaning: 'to choose checks by: `--tag`, `--tags-filter`',
      examples: [['smoke', 'reports']],
    },
    timeout_seconds: {
      title: 'Time limit in seconds',
      value: 'number above 0',
      ours: true,
      meaning: 'seconds after which the check is ended with an error',
      examples: [60],
    },
    skip: {
      title: 'Reason to skip the check',
      value: 'text',
      ours: true,
      meaning: 'why the check is not run; it counts in no total',
      examples: ['waits for the new export'],
      schema: { pattern: '\\S' },
      error: 'skip must give the reason, as a text',
    },
    paths: {
      title: 'What the check reads',
      value: 'list of globs',
      ours: true,
      meaning: 'what the check reads, from the project root: a change runs it again',
      examples: [['output/**/*.json']],
      item: { pattern: '\\S' },
    },
  },
  deterministic: {
    script: {
      title: 'Python script',
      value: 'text',
      meaning: 'Python; either this or `script_path`',
      examples: ['assert 2 + 2 == 4'],
    },
    script_path: {
      title: 'Path of a script',
      value: 'path',
      meaning:
        'a script, from the folder of the YAML file; Python, or by its ending JavaScript or TypeScript *',
      examples: ['scripts/has_total.py'],
    },
  },
  harness_judge: {
    instructions: {
      title: 'Instructions for the judge',
      value: 'text',
      required: true,
      meaning: 'what the judge has to decide, and which files to read',
      examples: ['Read docs/letter.md. Is every amount in it also in data/invoice.json?'],
      schema: { pattern: '\\S' },
      error: 'instructions must be a non-empty text',
    },
    model: {
      title: 'Model of the judge',
      value: 'text',
      meaning: 'model for this check alone, instead of `harness.model`',
    },
    evidence: {
      title: 'Files in the prompt',
      value: 'list of paths',
      ours: true,
      meaning: 'files whose text is put into the prompt, frozen when the plan is sealed',
      examples: [['output/letter.md']],
      item: { pattern: '^(?![/\\\\]|[A-Za-z]:|(?:\\.?[/\\\\]+)*\\.\\.(?:[/\\\\]|$))[\\s\\S]*\\S' },
    },
    replicates: {
      title: 'How often the judge is asked',
      value: 'integer, 1 or more',
      ours: true,
      meaning: 'how often the judge is asked, instead of `harness.replicates`',
      examples: [3],
    },
    agreement: {
      title: 'How verdicts become one',
      value: '`majority`, `all` or `any`',
      ours: true,
      meaning: 'how several verdicts become one, instead of as `harness.agreement` says',
    },
  },
}
