import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'

import { BYTES_PER_SECOND } from '@doslovno/domain/media/levels.ts'
import { wordErrorRate } from '@doslovno/domain/transcript/word-error-rate.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createLog } from '#platform/log.ts'
import { closeHear } from '#test/local-hear.ts'
import { recording, reference, testModelsDir, wavSamples } from '#test/recordings/recordings.ts'
import { startTestSpeechServer } from '#test/speech-server.ts'

import { createLocalSpeech } from './local.ts'
import type { Speech } from './port.ts'
import { createRemoteSpeech } from './remote/index.ts'

const NAME = 'voxforge_ru/ru_0027.wav'
const RUSSIAN = { language: 'ru', isNoisy: false }
const log = createLog('silent', 'test')

type Started = { speech: Speech; close(): Promise<void> }

async function startLocal(): Promise<Started> {
  const speech = await createLocalSpeech({ modelsDir: testModelsDir(), model: 'whisper-tiny', slots: 1 })
  return { speech, close: async () => speech.close() }
}

/** The simulated server recognises by the same model, so both have the same task. */
async function startRemote(): Promise<Started> {
  const server = await startTestSpeechServer()
  const speech = await createRemoteSpeech({ ...server.config({ SPEECH_DIARISERS: '0' }), modelsDir: '/none' }, { log })
  const close = async () => {
    speech.close()
    await server.close()
    await closeHear()
  }
  return { speech, close }
}

describe.each([
  { name: 'the models of this machine', start: startLocal },
  { name: 'a speech server', start: startRemote },
])('speech, by $name,', ({ start }) => {
  let started: Started
  let speech: Speech

  beforeAll(async () => {
    started = await start()
    speech = started.speech
  })
  afterAll(() => started.close())

  const listen = (signal = new AbortController().signal) =>
    speech.recognise(wavSamples(recording(NAME)), RUSSIAN, signal)

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
    const noise = Buffer.alloc(20 * BYTES_PER_SECOND)
    for (let at = 0; at < noise.length; at += 2) noise.writeInt16LE((at * 7919) % 60, at)

    expect(await speech.recognise(Buffer.alloc(20 * BYTES_PER_SECOND), RUSSIAN, signal)).toEqual([])
    expect(await speech.recognise(noise, RUSSIAN, signal)).toEqual([])
    expect(await speech.identifyLanguage(noise, signal)).toBeUndefined()
  })

  it('has its language identified', async () => {
    const { signal } = new AbortController()

    expect(await speech.identifyLanguage(wavSamples(recording(NAME)), signal)).toBe('ru')
  })

  it('is recognised again after a request was aborted halfway', async () => {
    const abort = new AbortController()
    const first = listen(abort.signal)
    const second = listen()
    await setImmediate() // the first is under way now, the second beside or behind it

    abort.abort()

    await expect(first).rejects.toThrow(/aborted|died/)
    expect((await second).length).toBeGreaterThan(5)
    expect((await listen()).length).toBeGreaterThan(5)
  })

  it('needs no diarisation with one speaker', async () => {
    const { signal } = new AbortController()
    const pcm = wavSamples(recording(NAME))

    const { turns } = await speech.diarise(pcm, { speakers: 1 }, signal)

    expect(turns).toEqual([{ start: 0, end: pcm.length / BYTES_PER_SECOND, speaker: 0 }])
  })

  it('works as long as nothing fails', async () => {
    expect(await speech.isUp(new AbortController().signal)).toBe(true)
  })
})

describe('a model', () => {
  it('that is missing or damaged keeps the worker from starting and is named', async () => {
    const modelsDir = mkdtempSync(join(tmpdir(), 'models-'))
    cpSync(join(testModelsDir(), 'silero-vad'), join(modelsDir, 'silero-vad'), { recursive: true })
    const vad = join(modelsDir, 'silero-vad', 'silero_vad.onnx')
    writeFileSync(vad, readFileSync(vad).subarray(1))

    const starting = createLocalSpeech({ modelsDir, model: 'whisper-tiny', slots: 1 })

    await expect(starting).rejects.toThrow(/tiny-encoder.int8.onnx is missing[\s\S]*silero_vad.onnx is damaged/)
    rmSync(modelsDir, { recursive: true })
  })
})
