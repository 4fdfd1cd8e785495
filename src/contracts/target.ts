// What is measured: one arm of an experiment, or the project under check.
import { z } from 'zod'
import { identifierSchema, jsonObjectSchema } from './identifiers.js'
import type { Immutable } from './immutable.js'
import { resourceReferenceSchema } from './resource-descriptor.js'

const workspaceControl = z.discriminatedUnion('workspaceMode', [
  z.strictObject({ workspaceMode: z.literal('none') }),
  z.strictObject({ workspaceMode: z.literal('copy-on-write-overlay'), resourceId: identifierSchema }),
])
const toolControl = z.discriminatedUnion('toolMode', [
  z.strictObject({ toolMode: z.literal('unrestricted') }),
  z.strictObject({ toolMode: z.literal('allow-list'), allowedTools: z.array(identifierSchema) }),
])
const mcpControl = z.discriminatedUnion('mcpMode', [
  z.strictObject({ mcpMode: z.literal('none') }),
  z.strictObject({ mcpMode: z.literal('native-config'), resourceId: identifierSchema }),
])
const mockControl = z.discriminatedUnion('mockMode', [
  z.strictObject({ mockMode: z.literal('none') }),
  z.strictObject({ mockMode: z.literal('pre-tool-call'), resourceIds: z.array(identifierSchema).min(1) }),
])

/** What a coordinate is allowed to touch. A sample's override replaces a field of the defaults, never unites with it. */
export const executionControlsSchema = z.strictObject({
  defaults: z.strictObject({
    workspace: workspaceControl,
    tools: toolControl,
    mcp: mcpControl,
    mockInterception: mockControl,
  }),
  sampleOverrides: z.array(
    z.strictObject({
      sampleId: identifierSchema,
      workspace: workspaceControl.optional(),
      tools: toolControl.optional(),
      mcp: mcpControl.optional(),
      mockInterception: mockControl.optional(),
    }),
  ),
})

/** What an executor must be able to do for this target: the aggregate over all effective controls. */
export const executionRequirementsSchema = z.strictObject({
  systemInstructions: z.enum(['required', 'not-required']),
  workspace: z.enum(['none', 'copy-on-write-overlay']),
  mcp: z.enum(['none', 'native-config']),
  mockInterception: z.enum(['none', 'pre-tool-call']),
  toolPolicy: z.enum(['unrestricted', 'allow-list']),
  skillDiscovery: z.enum(['runtime-default', 'disabled', 'allow-list']),
  sandboxId: identifierSchema.optional(),
})

/** A target. `subject` stands alone (checks); `control` and `treatment` are arms of a comparison. */
export const targetSchema = z.strictObject({
  targetId: identifierSchema,
  experimentRole: z.enum(['subject', 'control', 'treatment']),
  targetKind: identifierSchema,
  protocolId: identifierSchema,
  implementationId: identifierSchema,
  versionConstraint: identifierSchema.optional(),
  config: jsonObjectSchema.optional(),
  resources: z.array(resourceReferenceSchema).optional(),
  executionRequirements: executionRequirementsSchema.optional(),
  executionControls: executionControlsSchema.optional(),
})

/** See {@link targetSchema}. */
export type Target = Immutable<z.infer<typeof targetSchema>>
/** See {@link executionRequirementsSchema}. */
export type ExecutionRequirements = Immutable<z.infer<typeof executionRequirementsSchema>>
/** See {@link executionControlsSchema}. */
export type ExecutionControls = Immutable<z.infer<typeof executionControlsSchema>>
