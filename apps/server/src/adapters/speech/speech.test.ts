import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'

import { wordErrorRate } from '@doslovno/domain/transcript/word-error-rate.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { recording, reference, testModelsDir, wavSamples } from '#test/recordings/recordings.ts'

import { createSpeech, type Speech } from './index.ts'

const NAME = 'voxforge_ru/ru_0027.wav'
const RUSSIAN = { language: 'ru', isNoisy: false }
let speech: Speech

beforeAll(async () => {
  speech = await createSpeech({ modelsDir: testModelsDir(), model: 'whisper-tiny', slots: 1 })
})
afterAll(() => speech.close())

const listen = (signal = new AbortController().signal) => speech.recognise(wavSamples(recording(NAME)), RUSSIAN, signal)

describe('speech', () => {
  it('becomes words with ascending times inside the recording', async () => {
    const words = await listen()

    const text = words.map((word) => word.text).join(' ')
    expect(wordErrorRate(reference(NAME), text)).toBeLessThanOrEqual(0.6)
    const times = words.flatMap(({ start, end }) => [start, end])
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times.at(-1)).toBeLessThanOrEqual(8.875)
    expect(words.every((word) => word.confidence === null)).toBe(true)
  })

  it('is not hallucinated in silence and noise', async () => {
    const { signal } = new AbortController()
    const noise = Buffer.alloc(16_000 * 2 * 20)
    for (let at = 0; at < noise.length; at += 2) noise.writeInt16LE((at * 7919) % 60, at)

    expect(await speech.recognise(Buffer.alloc(16_000 * 2 * 20), RUSSIAN, signal)).toEqual([])
    expect(await speech.recognise(noise, RUSSIAN, signal)).toEqual([])
    expect(await speech.identifyLanguage(noise, signal)).toBeUndefined()
  })

  it('has its language identified', async () => {
    const { signal } = new AbortController()

    expect(await speech.identifyLanguage(wavSamples(recording(NAME)), signal)).toBe('ru')
  })

  it('is recognised again after a recogniser was aborted halfway', async () => {
    const abort = new AbortController()
    const first = listen(abort.signal)
    const second = listen()
    await setImmediate() // the first has the recogniser now, the second waits for it

    abort.abort()

    await expect(first).rejects.toThrow('The recogniser died')
    expect((await second).length).toBeGreaterThan(5)
    expect((await listen()).length).toBeGreaterThan(5)
  })
})

describe('a model', () => {
  it('that is missing or damaged keeps the worker from starting and is named', async () => {
    const modelsDir = mkdtempSync(join(tmpdir(), 'models-'))
    cpSync(join(testModelsDir(), 'silero-vad'), join(modelsDir, 'silero-vad'), { recursive: true })
    const vad = join(modelsDir, 'silero-vad', 'silero_vad.onnx')
    writeFileSync(vad, readFileSync(vad).subarray(1))

    const starting = createSpeech({ modelsDir, model: 'whisper-tiny', slots: 1 })

    await expect(starting).rejects.toThrow(/tiny-encoder.int8.onnx is missing[\s\S]*silero_vad.onnx is damaged/)
    rmSync(modelsDir, { recursive: true })
  })
})
