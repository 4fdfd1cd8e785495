// The program and the looks of the page, as the build bundled them beside this file.
import { readFileSync } from 'node:fs'

/** What makes a page of a document. Both texts stand in the page as they are. */
export interface PageAssets {
  readonly script: string
  readonly style: string
}

/** Reads them; null where nothing was built, as in the sources: the page then has no program and shows its plain part. */
export function readPageAssets(folder = new URL('./page/', import.meta.url)): PageAssets | null {
  try {
    const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')
    return { script: read('page.bundle.js'), style: read('page.bundle.css') }
  } catch {
    return null
  }
}
