// Results flow from node to node and never back.
import type { AnalysisGraph } from '../contracts/analysis-graph.js'
import type { EvalChecksError } from '../contracts/errors.js'
import { definitionError } from './definition-error.js'

/** `EVAL_DEFINITION_GRAPH_CYCLE` when nodes wait for each other; names them. Linear in nodes and inputs. */
export function findCycle({ nodes }: AnalysisGraph): EvalChecksError[] {
  const makers = new Map(nodes.map((node) => [node.outputResultId, node.nodeId]))
  const waiting = new Map<string, number>()
  const readers = new Map<string, string[]>()
  for (const node of nodes) {
    const sources = node.inputs.flatMap((input) => (input.inputKind === 'result' ? [input.resultId] : []))
    const needed = sources.flatMap((resultId) => makers.get(resultId) ?? [])
    waiting.set(node.nodeId, needed.length)
    for (const nodeId of needed) {
      const known = readers.get(nodeId)
      if (known) known.push(node.nodeId)
      else readers.set(nodeId, [node.nodeId])
    }
  }
  const ready = [...waiting].filter(([, count]) => count === 0).map(([nodeId]) => nodeId)
  for (const nodeId of ready) {
    waiting.delete(nodeId)
    for (const reader of readers.get(nodeId) ?? []) {
      const left = (waiting.get(reader) ?? 0) - 1
      waiting.set(reader, left)
      if (left === 0) ready.push(reader)
    }
  }
  if (waiting.size === 0) return []
  const stuck = [...waiting.keys()].join(', ')
  return [
    definitionError(
      'EVAL_DEFINITION_GRAPH_CYCLE',
      'definition.analysisGraph',
      `nodes wait for each other: ${stuck}`,
    ),
  ]
}
