// From what a variant says of its artifact to a resource, or to none for a baseline.

import { RESOURCE_MEDIA_TYPES } from '../../../contracts/experiment/host-resources.js'
import type { Variant } from '../../../contracts/experiment/request.js'
import type { ResourceDescriptor } from '../../../contracts/resource-descriptor.js'
import { redactUrl } from '../git/redact-url.js'
import type { Resolving } from '../resolving.js'
import { createResource } from '../resource.js'
import type { ArtifactContent, Instructions } from './artifact-content.js'
import { freezeLocalGit, freezeRemoteGit } from './git-artifact.js'
import { freezeName, freezePath } from './local-artifact.js'
import { parseExpression } from './parse-expression.js'

/** An artifact of a target. */
export interface ResolvedArtifact {
  readonly descriptor: ResourceDescriptor
  readonly instructions: Instructions
}

/**
 * Resolves a variant's artifact; null for a baseline.
 * @throws {EvalInputError} `CLI_INPUT_RESOLUTION_FAILED`
 */
export async function resolveArtifact(
  resolving: Resolving,
  variant: Variant,
): Promise<ResolvedArtifact | null> {
  const content = await freezeSource(resolving, variant.artifactSource)
  if (content === null) return null
  const { frozen, commitId } = content
  const resource = createResource({
    kind: 'artifact',
    scope: variant.targetId,
    frozen,
    mediaType: mediaTypeOf(content),
    classification: 'sensitive',
    verified: commitId === undefined ? (content.isTree ? 'tree-digest' : 'content-digest') : { commitId },
    lineage: {
      source: describeSource(variant.artifactSource),
      ...(commitId === undefined ? {} : { resolvedCommit: commitId }),
    },
  })
  return { descriptor: resolving.resources.add(resource), instructions: content.instructions }
}

type Source = Variant['artifactSource']

async function freezeSource(resolving: Resolving, source: Source): Promise<ArtifactContent | null> {
  if (source.artifactSourceKind === 'remote-git') {
    const { url, ref = 'HEAD', spec } = source
    return freezeRemoteGit(resolving, { url, ref, spec })
  }
  const expression = parseExpression(source.expression)
  switch (expression.expressionKind) {
    case 'baseline':
      return null
    case 'path':
      return freezePath(resolving, expression.path)
    case 'name':
      return freezeName(resolving, expression.name)
    case 'git':
      return freezeLocalGit(resolving, expression)
  }
}

function mediaTypeOf({ isTree, isMarkdown }: ArtifactContent): string {
  if (isTree) return RESOURCE_MEDIA_TYPES.artifactTree
  return isMarkdown ? RESOURCE_MEDIA_TYPES.markdown : RESOURCE_MEDIA_TYPES.text
}

function describeSource(source: Source): string {
  if (source.artifactSourceKind === 'expression') return source.expression
  return `${redactUrl(source.url)} ${source.ref ?? 'HEAD'} ${source.spec}`
}
