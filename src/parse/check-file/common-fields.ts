// The fields that every check has, as schemas: what is missing, wrong or kept is decided like a check type's own fields.
import { z } from 'zod'
import type { CheckDefinition } from '../../contracts/check-definition.js'

const notBlank = (text: string): boolean => text.trim() !== ''

/** Schemas of the common fields but `schema_version` and `type`, whose rules need more than their value. */
export const commonFields = {
  id: z
    .string()
    .trim()
    .regex(/^[a-zA-Z0-9_-]+$/, 'id does not match pattern ^[a-zA-Z0-9_-]+$'),
  description: z.string().trim().min(1, 'description must be non-empty'),
  tags: z.array(z.string()).optional(),
  timeout_seconds: z.number().positive().optional(),
  skip: z.string().trim().min(1, 'skip must give the reason').optional(),
  paths: z.array(z.string().refine(notBlank, 'a path must be non-empty')).optional(),
} as const

const commonValues = z.object(commonFields)

/** Every common key of a check file. */
export const commonKeys: ReadonlySet<string> = new Set([
  'schema_version',
  'type',
  ...Object.keys(commonFields),
])

/** The common values of a check; `unknown` becomes this by {@link readCommonValues}. */
export type CommonValues = z.infer<typeof commonValues>

/** The common fields among `values` by their schemas, null if any of them is not right. */
export function readCommonValues(values: unknown): CommonValues | null {
  return commonValues.safeParse(values).data ?? null
}

/** The definition that checked values make, in the words of a definition. */
export function toDefinition(
  values: CommonValues,
  { type, fields }: Pick<CheckDefinition, 'type' | 'fields'>,
): CheckDefinition {
  const { id, description, tags, timeout_seconds, skip, paths } = values
  // What is always there stands first: properties behind a spread are slow to make.
  return {
    id,
    type,
    description,
    tags: tags ?? [],
    fields,
    ...(timeout_seconds === undefined ? {} : { timeoutSeconds: timeout_seconds }),
    ...(skip === undefined ? {} : { skip }),
    ...(paths === undefined ? {} : { paths }),
  }
}
