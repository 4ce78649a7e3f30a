import { type Attributes, type Graph, integers, type Node, type Tensor, type Value } from './onnx.ts'

export type GraphBuilder = ReturnType<typeof createGraph>

/** Builds a graph node by node. Names are numbered, so that one input always gives the same bytes. */
export function createGraph() {
  const nodes: Node[] = []
  const constants = new Map<string, Tensor>()

  /** The names of the outputs of a new node. */
  const many = (op: string, inputs: readonly string[], count: number, attributes: Attributes = {}): string[] => {
    const name = `${op}_${nodes.length + 1}`
    const outputs = Array.from({ length: count }, (_, index) => `${name}_${index}`)
    nodes.push({ op, name, inputs, outputs, attributes })
    return outputs
  }
  const constant = (name: string, tensor: Tensor): string => {
    if (!constants.has(name)) constants.set(name, tensor)
    return name
  }
  return {
    many,
    /** The name of the only output of a new node. */
    one: (op: string, inputs: readonly string[], attributes: Attributes = {}): string =>
      many(op, inputs, 1, attributes)[0] ?? '',
    /** Adds the node whose output is the graph's. */
    output: (op: string, inputs: readonly string[], name: string, attributes: Attributes = {}): void => {
      nodes.push({ op, inputs, outputs: [name], attributes })
    },
    constant,
    ints: (...values: number[]): string => constant(`i64_${values.join('_')}`, integers([values.length], values)),
    finish: (name: string, inputs: readonly Value[], outputs: readonly Value[]): Graph => ({
      name,
      inputs,
      outputs,
      nodes,
      constants,
    }),
  }
}
