// XML documents as trees, read by a strict parser: anything that is not well-formed throws.
import { SaxesParser } from 'saxes'

/** An element of a document. */
export interface XmlTree {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlTree[]
  /** Of this element alone, not of those in it. */
  readonly text: string
}

type Growing = XmlTree & { children: XmlTree[]; text: string }

/** The root element. Throws for anything that is not well-formed XML 1.0. */
export function parseXml(xml: string): XmlTree {
  const root: Growing = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const element: Growing = { name, attributes, children: [], text: '' }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('text', (text) => {
    const element = open.at(-1)
    if (element) element.text += text
  })
  parser.on('closetag', () => void open.pop())
  parser.write(xml).close()
  const [document] = root.children
  if (!document) throw new Error('the document has no element')
  return document
}

/** All elements of a name below one, in the order of the document. */
export function elementsOf({ children }: XmlTree, name: string): readonly XmlTree[] {
  return children.flatMap((child) => [...(child.name === name ? [child] : []), ...elementsOf(child, name)])
}
