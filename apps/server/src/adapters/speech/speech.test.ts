import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'

import { BYTES_PER_SECOND } from '@doslovno/domain/media/levels.ts'
import { wordErrorRate } from '@doslovno/domain/transcript/word-error-rate.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createLog } from '#platform/log.ts'
import { recording, reference, testModelsDir, wavSamples } from '#test/recordings/recordings.ts'
import { mix, sounds } from '#test/recordings/sounds.ts'
import { hear } from '#test/scripted-hear.ts'
import { startTestSpeechServer, type TestSpeechServer } from '#test/speech-server.ts'

import { createEngine } from './engine.ts'
import { createLocalSpeech } from './local.ts'
import type { Speech } from './port.ts'
import { createRemoteSpeech } from './remote/index.ts'
import { toSamples } from './samples.ts'

const NAME = 'voxforge_ru/ru_0027.wav'
const RUSSIAN = { language: 'ru', isNoisy: false }
const log = createLog('silent', 'test')

const textOf = (words: readonly { text: string }[]) => words.map(({ text }) => text).join(' ')

let local: Speech
let remote: Speech
let server: TestSpeechServer

beforeAll(async () => {
  local = await createLocalSpeech({ modelsDir: testModelsDir(), model: 'whisper-tiny', slots: 1 })
  server = await startTestSpeechServer()
  remote = await createRemoteSpeech({ ...server.config(), modelsDir: '/none' }, { log })
})
afterAll(async () => {
  for (const speech of [local, remote]) speech.close()
  await server.close()
})

/** The server hears by a script. */
const scripted = async () =>
  textOf((await hear({ pcm: wavSamples(recording(NAME)), language: 'ru' }, new AbortController().signal)).words)

describe.each([
  { name: 'the models of this machine', speechOf: () => local, said: async () => reference(NAME) },
  { name: 'a speech server', speechOf: () => remote, said: scripted },
])('speech, by $name,', ({ speechOf, said }) => {
  let speech: Speech

  beforeAll(() => {
    speech = speechOf()
  })

  const listen = (signal = new AbortController().signal) =>
    speech.recognise(wavSamples(recording(NAME)), RUSSIAN, signal)

  it('becomes words with ascending times inside the recording', async () => {
    const { words } = await listen()

    expect(wordErrorRate(await said(), textOf(words))).toBeLessThanOrEqual(0.6)
    const times = words.flatMap(({ start, end }) => [start, end])
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times.at(-1)).toBeLessThanOrEqual(8.875)
    expect(words.every((word) => word.confidence === null)).toBe(true)
  })

  it('is not hallucinated in silence and noise', async () => {
    const { signal } = new AbortController()
    const noise = Buffer.alloc(20 * BYTES_PER_SECOND)
    for (let at = 0; at < noise.length; at += 2) noise.writeInt16LE((at * 7919) % 60, at)

    const nothing = { words: [], unheard: [] }
    expect(await speech.recognise(Buffer.alloc(20 * BYTES_PER_SECOND), RUSSIAN, signal)).toMatchObject(nothing)
    expect(await speech.recognise(noise, RUSSIAN, signal)).toMatchObject(nothing)
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
    expect((await second).words.length).toBeGreaterThan(5)
    expect((await listen()).words.length).toBeGreaterThan(5)
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

describe('a bad recording', () => {
  it('is recognised better if its owner says so: pink noise 5 dB below speech [UP-7]', () => {
    const engine = createEngine({ modelsDir: testModelsDir(), whisper: 'whisper-tiny', speakers: 'speaker-xvector' })
    const clips = ['ru_0027', 'ru_0032', 'ru_0034'].map((name) => `voxforge_ru/${name}.wav`)
    const noise = sounds.pinkNoise(20)
    const heard = (name: string, isNoisy: boolean) =>
      textOf(engine.recognise(mix(toSamples(wavSamples(recording(name))), noise, 5), { language: 'ru', isNoisy }).words)
    const errors = (isNoisy: boolean) =>
      wordErrorRate(clips.map(reference).join(' '), clips.map((name) => heard(name, isNoisy)).join(' '))

    expect(errors(true)).toBeLessThan(errors(false))
  })
})

describe('a model', () => {
  it('is named and keeps the worker from starting if it is missing or damaged', async () => {
    const modelsDir = mkdtempSync(join(tmpdir(), 'models-'))
    cpSync(join(testModelsDir(), 'silero-vad'), join(modelsDir, 'silero-vad'), { recursive: true })
    const vad = join(modelsDir, 'silero-vad', 'silero_vad.onnx')
    writeFileSync(vad, readFileSync(vad).subarray(1))

    const starting = createLocalSpeech({ modelsDir, model: 'whisper-tiny', slots: 1 })

    await expect(starting).rejects.toThrow(/tiny-encoder.int8.onnx is missing[\s\S]*silero_vad.onnx is damaged/)
    rmSync(modelsDir, { recursive: true })
  })
})
