import { describe, expect, it } from 'vitest'

import { recogniserConfig, recogniserFor } from './recognisers.ts'

describe('the recogniser', () => {
  it('is the Russian model for Russian if installed, and Whisper otherwise', () => {
    const both = { modelsDir: '/models', whisper: 'whisper-base', russian: 'gigaam-v3' } as const
    const alone = { modelsDir: '/models', whisper: 'whisper-tiny' } as const

    expect(['ru', 'en', 'kk', ''].map((language) => recogniserFor(both, language))).toEqual([
      'gigaam-v3',
      'whisper-base',
      'whisper-base',
      'whisper-base',
    ])
    expect(recogniserFor(alone, 'ru')).toBe('whisper-tiny')
  })

  it('gets the language and token timestamps when it is Whisper', () => {
    expect(recogniserConfig('/models', 'whisper-small', 'de')).toEqual({
      featConfig: { sampleRate: 16_000, featureDim: 80 },
      modelConfig: {
        whisper: {
          encoder: '/models/whisper-small-sherpa/small-encoder.int8.onnx',
          decoder: '/models/whisper-small-sherpa/small-decoder.int8.onnx',
          language: 'de',
          task: 'transcribe',
          tailPaddings: 200,
          enableTokenTimestamps: 1,
        },
        tokens: '/models/whisper-small-sherpa/small-tokens.txt',
        numThreads: 1,
        provider: 'cpu',
      },
    })
  })

  it('is a transducer of three files when it is GigaAM', () => {
    const folder = '/models/sherpa-onnx-nemo-transducer-punct-giga-am-v3-russian-2025-12-16'

    expect(recogniserConfig('/models', 'gigaam-v3', 'ru').modelConfig).toEqual({
      transducer: {
        encoder: `${folder}/encoder.int8.onnx`,
        decoder: `${folder}/decoder.onnx`,
        joiner: `${folder}/joiner.onnx`,
      },
      tokens: `${folder}/tokens.txt`,
      modelType: 'nemo_transducer',
      numThreads: 1,
      provider: 'cpu',
    })
  })
})
