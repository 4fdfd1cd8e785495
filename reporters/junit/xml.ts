// Writes XML: whatever a text holds, it stays text.

/** An element with its attributes; an undefined attribute is left out. */
export interface XmlElement {
  readonly name: string
  readonly attributes?: Readonly<Record<string, string | number | undefined>>
  /** Elements, or text alone. */
  readonly content?: readonly XmlElement[] | string
}

/** An XML 1.0 document in UTF-8, indented, with a line end. */
export function writeXml(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writeElement(root, '')}\n`
}

function writeElement({ name, attributes = {}, content = [] }: XmlElement, indent: string): string {
  const pairs = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escapeAttribute(String(value))}"`],
  )
  const start = `${indent}<${name}${pairs.join('')}`
  if (content.length === 0) return `${start}/>`
  if (typeof content === 'string') return `${start}>${escapeText(content)}</${name}>`
  const inner = content.map((element) => writeElement(element, `${indent}  `))
  return [`${start}>`, ...inner, `${indent}</${name}>`].join('\n')
}

/** Everything but the characters that XML 1.0 allows; no escape makes them legal. */
const illegal = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeText(text: string): string {
  // A carriage return as it is would be read as a line end.
  return text
    .replace(illegal, '')
    .replace(/[&<>]/g, (found) => entities[found] ?? found)
    .replaceAll('\r', '&#13;')
}

function escapeAttribute(text: string): string {
  // As they are, these would be read as spaces.
  return text
    .replace(illegal, '')
    .replace(/[&<>"]/g, (found) => entities[found] ?? found)
    .replace(/[\t\n\r]/g, (found) => `&#${found.charCodeAt(0)};`)
}
