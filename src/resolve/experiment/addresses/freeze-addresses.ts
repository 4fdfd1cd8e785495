// Fetches every address of the samples once and freezes what it says.
import { digestBytes } from '../../../contracts/digest.js'
import { RESOURCE_MEDIA_TYPES } from '../../../contracts/experiment/host-resources.js'
import { EvalInputError } from '../../../contracts/experiment/input-error.js'
import type { SampleOrigin } from '../../../contracts/experiment/sample-set.js'
import { Faults } from '../faults.js'
import { redactUrl } from '../git/redact-url.js'
import type { Resolving } from '../resolving.js'
import { createResource } from '../resource.js'
import { fetchAddress } from './fetch-address.js'

/** Pages that are fetched at once. */
const AT_ONCE = 8

/** The content of each address that could be fetched; the others are faults. `addresses` says where each one stands. */
export async function freezeAddresses(
  resolving: Resolving,
  addresses: ReadonlyMap<string, SampleOrigin>,
  faults: Faults,
): Promise<ReadonlyMap<string, string>> {
  const tasks = [...addresses].map(([url, origin]) => ({ url, origin, faults: new Faults() }))
  const pages = new Map<string, Uint8Array | null>()
  const waiting = tasks.values()
  const work = async () => {
    for (const { url, origin, faults: own } of waiting)
      pages.set(url, await own.attempt(() => fetchOne(resolving, url, origin)))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const contents = new Map<string, string>()
  for (const { url, faults: own } of tasks) {
    faults.join(own)
    const bytes = pages.get(url)
    if (bytes) contents.set(url, freezePage(resolving, url, bytes))
  }
  return contents
}

async function fetchOne({ host }: Resolving, url: string, location: SampleOrigin): Promise<Uint8Array> {
  host.onProgress?.({ stepKind: 'fetch-address', subject: redactUrl(url) })
  try {
    return await fetchAddress(url, { fetch: host.fetch ?? globalThis.fetch, signal: host.signal })
  } catch (error) {
    if (!(error instanceof EvalInputError)) throw error
    const { expected, fix } = error
    throw new EvalInputError(error.code, error.message, {
      location,
      ...(expected === undefined ? {} : { expected }),
      ...(fix === undefined ? {} : { fix }),
    })
  }
}

function freezePage(resolving: Resolving, url: string, bytes: Uint8Array): string {
  const sourceUrlDigest = digestBytes(url)
  const resource = createResource({
    kind: 'content',
    scope: url,
    frozen: resolving.content.freezeBytes(bytes),
    mediaType: RESOURCE_MEDIA_TYPES.text,
    classification: 'sensitive',
    verified: 'content-digest',
    lineage: { source: redactUrl(url), sourceUrlDigest },
  })
  resolving.resources.add(resource)
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}
