// The order in which steps can be taken: each after those whose results it reads.
import type { AnalysisNode } from '../../contracts/analysis-graph.js'

/** Nodes in an order in which results come before their readers; those that wait for each other are left out. */
export function orderNodes(nodes: readonly AnalysisNode[]): readonly AnalysisNode[] {
  const makers = new Map(nodes.map((node) => [node.outputResultId, node]))
  const ordered = new Set<AnalysisNode>()
  const visiting = new Set<AnalysisNode>()
  const visit = (node: AnalysisNode): boolean => {
    if (ordered.has(node)) return true
    if (visiting.has(node)) return false
    visiting.add(node)
    const ready = node.inputs.every((input) => {
      const maker = input.inputKind === 'result' ? makers.get(input.resultId) : undefined
      return maker === undefined || visit(maker)
    })
    if (ready) ordered.add(node)
    return ready
  }
  for (const node of nodes) visit(node)
  return [...ordered]
}
