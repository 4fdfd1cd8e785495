// Reads Markdown the way viewers do, so that tests see what a text became.
import type { Nodes, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'

/** Parses GitHub-flavoured Markdown, with its automatic links. */
export function parseMarkdown(text: string): Root {
  return fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
}

/** All nodes of a tree, parents first. */
export function listNodes(node: Nodes): Nodes[] {
  return 'children' in node ? [node, ...node.children.flatMap(listNodes)] : [node]
}

/** The text of a tree without any markup. */
export function textOf(node: Nodes): string {
  if ('value' in node) return node.value
  return 'children' in node ? node.children.map(textOf).join('') : ''
}
