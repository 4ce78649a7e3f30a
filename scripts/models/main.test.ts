import { type Model, models } from '@doslovno/server/adapters/speech/catalogue.ts'
import { describe, expect, it } from 'vitest'

import { chosenModels, describeMissing } from './main.ts'

describe('describeMissing', () => {
  it('gives the path, the size and the checksum of a missing file', () => {
    const file = { name: 'a.onnx', bytes: 7, sha256: 'abc' }
    const missing = { path: '/m/small/a.onnx', key: 'small/a.onnx', file, sha256: 'abc' }

    expect(describeMissing({ ...missing, result: 'missing', reason: 'gone' })).toBe(
      '/m/small/a.onnx\n  7 bytes, sha256 abc\n  gone',
    )
  })
})

describe('chosenModels', () => {
  it('are the required models by default, or the named ones', () => {
    expect(chosenModels([])).toEqual([
      'whisper-tiny',
      'whisper-base',
      'silero-vad',
      'pyannote-segmentation',
      'speaker-xvector',
      'gtcrn',
    ])
    expect(chosenModels(['gigaam-v3'])).toEqual(['gigaam-v3'])
    expect(() => chosenModels(['gpt'])).toThrow(/^No model gpt; there are whisper-tiny, /)
  })
})

describe('the catalogue', () => {
  it('says for each file where to get it, and its checksum', () => {
    const all: [string, Model][] = Object.entries(models)
    const lacking = all.flatMap(([name, { files, origin }]) =>
      files.filter(({ url, sha256 }) => (!url && !origin) || !sha256).map((file) => `${name}: ${file.name}`),
    )

    expect(lacking).toEqual([])
  })
})
