import {
  type Attributes,
  floats,
  type Graph,
  integers,
  type Node,
  type Tensor,
  writeModel,
} from '#scripts/models/onnx.ts'

import { bandsTensor, cepstraTensor, energyTensor } from './features.ts'
import { kernel, type Nnet, readMatrixFile, readNnet, readTextVector, transposed } from './nnet.ts'

/** The layers over frames: how many frames each takes, and how far apart. */
const layers = [
  { name: 'tdnn1', frames: 5, step: 1 },
  { name: 'tdnn2', frames: 3, step: 2 },
  { name: 'tdnn3', frames: 3, step: 3 },
  { name: 'tdnn4', frames: 1, step: 1 },
  { name: 'tdnn5', frames: 1, step: 1 },
] as const
/** Frames that the layers take before and after each one. */
const CONTEXT = 7
const EMBEDDING = 128
const LOUDNESS_FLOOR = 1.2e-7
const VARIANCE_FLOOR = 1e-10

/** The x-vector of vosk-model-spk as sherpa-onnx reads it: from its mel bands to a whitened embedding of length one. */
export async function convertXvector(read: (name: string) => Promise<Buffer>): Promise<Record<string, Buffer>> {
  const nnet = readNnet(await read('final.ext.raw'))
  const mean = readTextVector(String(await read('mean.vec')))
  const whitening = readMatrixFile(await read('transform.mat'))
  const metadata = {
    framework: 'wespeaker',
    language: 'English',
    url: 'https://kaldi-asr.org/models/m6 (vosk-model-spk-0.4)',
    comment: 'kaldi callhome x-vector, 8 kHz',
    sample_rate: '16000',
    output_dim: String(EMBEDDING),
    normalize_samples: '0',
  }
  const graph = xvectorGraph(nnet, vector(mean), transposed(whitening))
  return { 'kaldi_callhome_xvector.onnx': writeModel({ irVersion: 8, opset: 13, graph, metadata }) }
}

type Builder = ReturnType<typeof createBuilder>

function xvectorGraph(nnet: Nnet, mean: Tensor, whitening: Tensor): Graph {
  const builder = createBuilder()
  const { one, constant, nodes, constants } = builder
  const pooled = pool(builder, embedFrames(builder, nnet, cepstra(builder)))
  const product = one('MatMul', [pooled, constant(transposed(nnet.matrix('tdnn6.affine', 'LinearParams')))])
  const affine = one('Add', [product, constant(vector(nnet.vector('tdnn6.affine', 'BiasParams')))])
  const centred = one('Sub', [affine, constant(mean)])
  const whitened = one('MatMul', [centred, constant(whitening)])
  const length = one('ReduceL2', [whitened], { axes: [1], keepdims: 1 })
  nodes.push({ op: 'Div', inputs: [whitened, length], outputs: ['embedding'] })
  return {
    name: 'xvector',
    inputs: [{ name: 'x', type: 'float', shape: ['N', 'T', 80] }],
    outputs: [{ name: 'embedding', type: 'float', shape: ['N', EMBEDDING] }],
    nodes,
    constants,
  }
}

/** Cepstra of each frame without their mean; the energy of the sound stands for the first. */
function cepstra({ one, constant }: Builder): string {
  const energies = one('Exp', ['x'])
  const floor = constant(floats([], [LOUDNESS_FLOOR]))
  const logOf = (tensor: Tensor) => one('Log', [one('Max', [one('MatMul', [energies, constant(tensor)]), floor])])
  const bands = logOf(bandsTensor())
  const energy = logOf(energyTensor())
  const all = one('MatMul', [bands, constant(cepstraTensor())])
  const [from, to, axis] = [1, 23, 2].map((value) => constant(integers([1], [value])))
  const features = one('Concat', [energy, one('Slice', [all, from ?? '', to ?? '', axis ?? ''])], { axis: 2 })
  return one('Sub', [features, one('ReduceMean', [features], { axes: [1], keepdims: 1 })])
}

function embedFrames({ one, constant }: Builder, nnet: Nnet, features: string): string {
  const turned = one('Transpose', [features], { perm: [0, 2, 1] })
  const padding = constant(integers([6], [0, 0, CONTEXT, 0, 0, CONTEXT]))
  let frames = one('Pad', [turned, padding], { mode: 'edge' })
  for (const { name, frames: count, step } of layers) {
    const weights = constant(kernel(nnet.matrix(`${name}.affine`, 'LinearParams'), count))
    const bias = constant(vector(nnet.vector(`${name}.affine`, 'BiasParams')))
    const affine = one('Conv', [frames, weights, bias], { dilations: [step], kernel_shape: [count] })
    const { scale, offset } = normalisation(nnet, `${name}.batchnorm`)
    const scaled = one('Mul', [one('Relu', [affine]), constant(scale)])
    frames = one('Add', [scaled, constant(offset)])
  }
  return frames
}

/** The mean and the deviation of all frames. */
function pool({ one, constant }: Builder, frames: string): string {
  const meanOf = (input: string) => one('ReduceMean', [input], { axes: [2], keepdims: 0 })
  const mean = meanOf(frames)
  const squares = meanOf(one('Mul', [frames, frames]))
  const variance = one('Sub', [squares, one('Mul', [mean, mean])])
  const deviation = one('Sqrt', [one('Max', [variance, constant(floats([], [VARIANCE_FLOOR]))])])
  return one('Concat', [mean, deviation], { axis: 1 })
}

/** Batch normalisation as Kaldi applies it: every step is rounded to a float. */
function normalisation(nnet: Nnet, component: string) {
  const { fround, sqrt } = Math
  const rms = nnet.number(component, 'TargetRms')
  const epsilon = nnet.number(component, 'Epsilon')
  const mean = nnet.vector(component, 'StatsMean')
  const scale = nnet.vector(component, 'StatsVar').map((variance) => rms / fround(sqrt(fround(variance + epsilon))))
  const offset = mean.map((value, index) => -value * (scale[index] ?? 0))
  return { scale: floats([1, scale.length, 1], scale), offset: floats([1, offset.length, 1], offset) }
}

const vector = (values: Float32Array) => floats([values.length], values)

/** Numbers nodes and constants together, so that one input always gives the same bytes. */
function createBuilder() {
  const nodes: Node[] = []
  const constants = new Map<string, Tensor>()
  const next = (prefix: string) => `${prefix}${nodes.length + constants.size + 1}`
  return {
    nodes,
    constants,
    one: (op: string, inputs: readonly string[], attributes: Attributes = {}): string => {
      const output = next(op)
      nodes.push({ op, inputs, outputs: [output], attributes })
      return output
    },
    constant: (tensor: Tensor): string => {
      const name = next('c')
      constants.set(name, tensor)
      return name
    },
  }
}
