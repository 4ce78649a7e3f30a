import type { SyntaxNode } from '@lezer/common'
import { parser } from '@prometheus-io/lezer-promql'

/** A metric that a query reads, with the labels that it matches by. */
export type Selector = { metric: string; labels: string[] }

/** `grouping`: labels of `by`, `on` and the like. */
export type Query = { isValid: boolean; selectors: Selector[]; grouping: string[] }

export function parseQuery(expr: string): Query {
  const query: Query = { isValid: true, selectors: [], grouping: [] }
  const textOf = ({ from, to }: { from: number; to: number }) => expr.slice(from, to)
  const labelsIn = (node: SyntaxNode) => {
    const labels: string[] = []
    node.cursor().iterate((child) => {
      if (child.name === 'LabelName') labels.push(textOf(child))
    })
    return labels
  }
  parser.parse(expr).iterate({
    enter: ({ type, node }) => {
      if (type.isError) query.isValid = false
      if (type.name === 'GroupingLabels') query.grouping.push(...labelsIn(node))
      if (type.name !== 'VectorSelector') return
      const name = node.getChild('Identifier')
      query.selectors.push({ metric: name ? textOf(name) : '', labels: labelsIn(node) })
    },
  })
  return query
}
