// What all parts of resolving one request share.
import type { RequestValues } from '../../contracts/experiment/request.js'
import type { ContentFolder } from './content/content-folder.js'
import type { ResolveHost } from './host.js'
import type { ResourceList } from './resource.js'

/** One request that is being resolved. */
export interface Resolving {
  readonly host: ResolveHost
  readonly values: RequestValues
  /** Where relative locators start; absolute. */
  readonly base: string
  readonly content: ContentFolder
  readonly resources: ResourceList
}
