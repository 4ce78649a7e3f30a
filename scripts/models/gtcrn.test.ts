import { expect, it } from 'vitest'

import { addGtcrnMetadata } from './gtcrn.ts'
import { bytes, join, readFields, text } from './protobuf.ts'

it('appends what the engine asks of a denoiser', async () => {
  const model = Buffer.concat(bytes(7, text(2, 'graph')))

  const { 'gtcrn_simple.onnx': file = Buffer.of() } = await addGtcrnMetadata(async () => model)

  const [graph, ...metadata] = readFields(file)
  expect(graph).toEqual(readFields(model)[0])
  expect(metadata).toContainEqual({
    field: 14,
    value: Buffer.concat(join([text(1, 'sample_rate'), text(2, '16000')])),
  })
})
