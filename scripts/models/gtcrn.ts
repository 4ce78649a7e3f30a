import { metadataProto } from './onnx.ts'

const FILE = 'gtcrn_simple.onnx'

/** sherpa-onnx asks for metadata of a denoiser, and the author publishes none. */
const metadata = {
  model_type: 'gtcrn',
  comment: 'gtcrn_simple',
  version: '1',
  sample_rate: '16000',
  model_url: 'https://github.com/Xiaobin-Rong/gtcrn/blob/main/stream/onnx_models/gtcrn_simple.onnx',
  maintainer: 'k2-fsa',
  comment2: 'metadata added',
  conv_cache_shape: '2,1,16,16,33',
  tra_cache_shape: '2,3,1,1,16',
  inter_cache_shape: '2,1,33,16',
  n_fft: '512',
  hop_length: '256',
  window_length: '512',
  window_type: 'hann_sqrt',
} as const

/** Metadata is the last field of a model, so that it may be appended. */
export async function addGtcrnMetadata(read: (name: string) => Promise<Buffer>): Promise<Record<string, Buffer>> {
  return { [FILE]: Buffer.concat([await read(FILE), ...metadataProto(metadata)]) }
}
