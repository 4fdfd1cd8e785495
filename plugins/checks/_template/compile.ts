// From the fields of a file to what is sealed into the plan. Pure: the same file always compiles to the same result.
import type { CheckType } from '../../../src/contracts/check-type.js'

/** What to freeze before sealing, and what to seal. */
export const compile: CheckType['compile'] = {
  // Files that belong to the definition of the check, such as a script or a rubric: [{ role: 'rubric', path }]. They are
  // read once, before the plan is sealed, and handed to `compile`. What is judged does not belong here, so: none.
  references: () => [],
  compile: ({ fields }) => ({
    // Plain JSON; `run` gets it back from the plan as `job.config`.
    config: { path: fields.path ?? '', text: fields.text ?? '' },
    // Bytes that `run` needs, each under a role: `job.readResource(role)` hands them out, verified by digest.
    resources: [],
    // The kind of program that judges: never a path or a version that was found on this machine.
    runtimeKind: 'javascript',
  }),
}
