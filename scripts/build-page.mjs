// Bundles the program and the looks of `report.html`; `scripts/build.mjs` stores both in dist, tests take them from here.
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../reporters/html/page/', import.meta.url))

/** Plot puts a style element into each drawing; the page allows none, and has these rules in its own styles. */
const withoutInlineStyles = {
  name: 'without-inline-styles',
  transform(code, id) {
    if (!id.endsWith('/@observablehq/plot/src/plot.js')) return
    const changed = code.replace(/svg\.append\("style"\)\.text\(\s*`[^`]*`\s*\)/, 'svg')
    if (changed === code)
      throw new Error('Observable Plot adds its styles in another way: see build-page.mjs')
    return changed
  },
}

/** Returns `{ script, style }`, fit to stand in elements of a page as they are. */
export async function buildPage() {
  const { output } = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [withoutInlineStyles],
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      // Chosen with `light-dark()` in mind: lowered, it would not follow the button for colours.
      cssTarget: 'chrome123',
      chunkSizeWarningLimit: 1000,
      rolldownOptions: { input: `${root}main.tsx`, output: { codeSplitting: false } },
    },
  })
  const script = output.find(({ type }) => type === 'chunk')?.code ?? ''
  const style = String(output.find(({ fileName }) => fileName.endsWith('.css'))?.source ?? '')
  if (!script || !style) throw new Error('the page has no program or no style')
  return { script: inElement(script, 'script'), style: inElement(style, 'style') }
}

// What would end the element early stands in no string of the bundle, or is written in another way.
function inElement(text, element) {
  const safe = text.trim().replaceAll(`</${element}`, `<\\/${element}`).replaceAll('<!--', '<\\!--')
  return safe.replaceAll('\r', '')
}
