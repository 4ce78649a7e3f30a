import type { Tensor, Weights } from '#scripts/models/onnx.ts'

/** A quantised matrix: the weights are (quantised − zero point) × scale. */
export type Quantised = { quantised: Tensor; zeroPoint: Tensor; scale: Tensor }

/** Finds weights by their path in the network: `layers.0/self_attn/q_proj`. */
export type Source = {
  tensor(path: string): Tensor
  /** The tensor itself is quantised. */
  quantised(path: string): Quantised
  /** The matrix that the node at a path multiplies by. */
  matrix(path: string): Quantised
}

/** `prefix` is the path of the network in the model, `suffix` ends the names of its tensors. */
export function sourceOf({ tensors, inputsOf }: Weights, prefix: string, suffix: string): Source {
  const get = (name: string) => tensors.get(name) ?? fail(`The model has no tensor ${name}`)
  const byName = (name: string): Quantised => ({
    quantised: unsigned(get(`${name}_quantized`)),
    zeroPoint: unsigned(get(`${name}_zero_point`)),
    scale: get(`${name}_scale`),
  })
  const nameOf = (path: string) => `${prefix}${path}`.replaceAll('/', '.') + suffix
  return {
    tensor: (path) => get(nameOf(path)),
    quantised: (path) => byName(nameOf(path)),
    matrix: (path) => {
      const node = `/${prefix}${path}/MatMul_quant`
      const input = inputsOf.get(node)?.[1] ?? fail(`The model has no node ${node}`)
      return byName(input.replace(/_quantized$/, ''))
    },
  }
}

/** The engine multiplies by unsigned bytes: both the weights and their zero point move by 128. */
function unsigned(tensor: Tensor): Tensor {
  return tensor.type === 'int8'
    ? { ...tensor, type: 'uint8', raw: Buffer.from(tensor.raw.map((byte) => byte ^ 0x80)) }
    : tensor
}

function fail(message: string): never {
  throw new Error(message)
}
