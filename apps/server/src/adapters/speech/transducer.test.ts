import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { SAMPLE_RATE } from '@doslovno/domain/media/levels.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { testModelsDir } from '#test/recordings/recordings.ts'
import { placeTinyTransducer, tinyTransducer, tinyWords } from '#test/transducer/tiny-transducer.ts'

import { createEngine } from './engine.ts'
import { passesSelfTest } from './local.ts'
import { Recogniser } from './recogniser.ts'
import { createRecognisers } from './recognisers.ts'
import { toPcm } from './samples.ts'

/** A step of the encoder. */
const STEP_SECONDS = 0.04
const RUSSIAN = { language: 'ru', isNoisy: false }
const [LOW, HIGH] = [300, 3000]
const tones = [
  { at: 0.8, until: 1.4, base: LOW, word: tinyWords.low },
  { at: 2, until: 2.5, base: HIGH, word: tinyWords.high },
  { at: 3, until: 3.4, base: HIGH, word: tinyWords.high },
  { at: 4.2, until: 4.8, base: LOW, word: tinyWords.low },
]
const texts = tones.map(({ word }) => `${word}.`)

let modelsDir: string

beforeAll(async () => {
  modelsDir = mkdtempSync(join(tmpdir(), 'transducer-'))
  symlinkSync(join(testModelsDir(), 'silero-vad'), join(modelsDir, 'silero-vad'))
  await placeTinyTransducer(modelsDir)
})
afterAll(() => rmSync(modelsDir, { recursive: true }))

const options = () =>
  ({ modelsDir, whisper: 'whisper-tiny', russian: 'gigaam-v3', speakers: 'speaker-xvector' }) as const

/** Six seconds of silence with a chord per word. */
function sound(): Float32Array {
  return Float32Array.from({ length: 6 * SAMPLE_RATE }, (_, index) => {
    const seconds = index / SAMPLE_RATE
    const tone = tones.find(({ at, until }) => seconds >= at && seconds < until)
    if (!tone) return 0
    const chord = [1, 1.21, 1.43, 1.67, 1.89, 2.13, 2.37]
    return chord.reduce((sum, step) => sum + 0.1 * Math.sin(2 * Math.PI * tone.base * step * seconds), 0)
  })
}

describe('a transducer as GigaAM is published', () => {
  it('is loaded and decoded by the engine, token by token, with times and probabilities', () => {
    const recogniser = createRecognisers(options())('ru')

    const heard = recogniser.decode(sound(), 'ru')

    expect(recogniser.model).toBe('gigaam-v3')
    expect(heard.tokens.map(({ text }) => text)).toEqual(tones.flatMap(({ word }) => [` ${word}`, '.']))
    heard.tokens.forEach(({ start, confidence }, index) => {
      const { at, until } = tones[Math.floor(index / 2)] ?? { at: NaN, until: NaN }
      expect(Math.abs(start - (index % 2 === 0 ? at : until))).toBeLessThanOrEqual(2 * STEP_SECONDS)
      expect(confidence).toBeGreaterThan(0.9)
    })
    expect(heard.hasDurations).toBe(false)
  })

  it('gives words with their times and confidence through the whole path of a chunk', () => {
    const { words } = createEngine({ ...options(), hearsEverything: true }).recognise(sound(), RUSSIAN)

    expect(words.map(({ text }) => text)).toEqual(texts)
    words.forEach(({ start, end, confidence }, index) => {
      const { at, until } = tones[index] ?? { at: NaN, until: NaN }
      expect(Math.abs(start - at)).toBeLessThanOrEqual(2 * STEP_SECONDS)
      expect(end).toBeGreaterThanOrEqual(until - 2 * STEP_SECONDS)
      expect(end).toBeLessThanOrEqual(words[index + 1]?.start ?? 6)
      expect(confidence).toBeGreaterThan(0.9)
    })
  })

  it('writes nothing in silence, without a voice detector', () => {
    const recogniser = createRecognisers(options())('ru')

    expect(recogniser.decode(new Float32Array(3 * SAMPLE_RATE), 'ru').tokens).toEqual([])
  })

  it('passes the self-test and answers as a recogniser process', async () => {
    expect(await passesSelfTest(options(), 'ru')).toBe(true)
    expect(await passesSelfTest({ ...options(), modelsDir: '/nowhere' }, 'ru')).toBe(false)

    const recogniser = new Recogniser({ ...options(), hearsEverything: true })
    const question = { kind: 'recognise', pcm: toPcm(sound()), ...RUSSIAN } as const
    const answer = await recogniser.ask(question, new AbortController().signal)
    recogniser.kill()

    expect(answer.kind === 'words' && answer.words.map(({ text }) => text)).toEqual(texts)
  })

  it('is the same file by file whenever it is made', () => {
    const hash = createHash('sha256')
    for (const name of Object.keys(tinyTransducer).toSorted()) hash.update(tinyTransducer[name] ?? '')

    expect(hash.digest('hex')).toBe('227024fb77649e934421e78ce9b72aea1197c7a8d970c54ee299e2c74cbbc334')
  })
})
