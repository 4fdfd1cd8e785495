// Texts inside HTML elements and quoted attributes.
import { stripControls } from '../../src/contracts/text-hygiene.js'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** The text without control characters, so that it is a text, wherever an element or a quoted attribute holds it. */
export function escapeHtml(text: string): string {
  return stripControls(text).replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}
