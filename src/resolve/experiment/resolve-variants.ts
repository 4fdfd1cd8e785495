// Artifacts and workspaces of all variants, side by side; faults in the order of the variants.
import path from 'node:path'
import { EvalInputError } from '../../contracts/experiment/input-error.js'
import type { Variant } from '../../contracts/experiment/request.js'
import { type ResolvedArtifact, resolveArtifact } from './artifacts/resolve-artifact.js'
import { Faults } from './faults.js'
import type { Resolving } from './resolving.js'
import type { Workspace, Workspaces } from './workspaces.js'

/** A variant with what it names. */
export interface VariantContent {
  readonly variant: Variant
  /** Null: a baseline, or a fault. */
  readonly artifact: ResolvedArtifact | null
  readonly workspace: Workspace | null
}

/** Resolves what the variants name, in the order of the request. */
export async function resolveVariants(
  resolving: Resolving,
  workspaces: Workspaces,
  faults: Faults,
): Promise<readonly VariantContent[]> {
  const { variants, locators } = resolving.values
  const tasks = variants.map(async (variant, index) => {
    const own = new Faults()
    const artifactKey = variant.artifactSource.artifactSourceKind === 'expression' ? 'artifact' : 'git'
    const artifact = await own.attempt(() =>
      naming(`variants[${index}].${artifactKey}`, locators.config, () => resolveArtifact(resolving, variant)),
    )
    const workspace = await own.attempt(() =>
      freezeWorkspace(resolving, workspaces, variant.workspaceLocator, `variants[${index}].cwd`),
    )
    return { own, content: { variant, artifact, workspace } }
  })
  const done = await Promise.all(tasks)
  for (const { own } of done) faults.join(own)
  return done.map(({ content }) => content)
}

async function freezeWorkspace(
  { base }: Resolving,
  workspaces: Workspaces,
  written: string | undefined,
  sourceKey: string,
): Promise<Workspace | null> {
  if (written === undefined) return null
  return workspaces.freeze(path.resolve(base, written), written, { sourceKey })
}

/** Says in an error which key it is about, where it says no more itself. */
async function naming<T>(sourceKey: string, config: string | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof EvalInputError) || error.sourceKey !== undefined) throw error
    const { code, message, expected, fix, cause } = error
    const location = error.location ?? (config === undefined ? undefined : { file: config })
    throw new EvalInputError(code, message, {
      sourceKey,
      ...(location === undefined ? {} : { location }),
      ...(expected === undefined ? {} : { expected }),
      ...(fix === undefined ? {} : { fix }),
      ...(cause === undefined ? {} : { cause }),
    })
  }
}
