import { wordErrorRate } from '@doslovno/domain/transcript/word-error-rate.ts'
import { describe, expect, it } from 'vitest'

import { recording, reference, testModelsDir, wavSamples } from '#test/recordings/recordings.ts'
import { atLevel, babble, mix, sounds } from '#test/recordings/sounds.ts'

import { createEngine } from './engine.ts'
import { toSamples } from './samples.ts'

const options = { modelsDir: testModelsDir(), whisper: 'whisper-tiny', speakers: 'speaker-xvector' } as const
const plain = { language: 'ru', isNoisy: false }
const clips = ['ru_0027', 'ru_0032', 'ru_0034'].map((name) => `voxforge_ru/${name}.wav`)
const samplesOf = (name: string) => toSamples(wavSamples(recording(name)))
const textOf = (words: readonly { text: string }[]) => words.map((word) => word.text).join(' ')

describe('nothing is hallucinated', () => {
  const crowd = () => babble(28, 10, [...clips, 'dialogs/ru_3spk.wav', 'dialogs/ru_fest2.wav'].map(samplesOf))
  const empty = {
    silence: () => sounds.silence(28),
    'white noise': () => atLevel(sounds.whiteNoise(28), -25),
    'pink noise': () => atLevel(sounds.pinkNoise(28), -35),
    hum: () => atLevel(sounds.hum(28), -30),
    music: () => atLevel(sounds.melody(28), -20),
    'a crowd': () => atLevel(crowd(), -22),
  }
  const engine = createEngine(options)
  const withoutVad = createEngine({ ...options, hearsEverything: true })

  it.each(Object.entries(empty))('in %s, with the voice detector and without it', (_, make) => {
    const samples = make()

    expect(textOf(engine.recognise(samples, plain))).toBe('')
    expect(textOf(withoutVad.recognise(samples, plain))).toBe('')
    expect(engine.identifyLanguage(samples)).toBeUndefined()
  })

  it('and speech is recognised as well without the voice detector', () => {
    const [name = ''] = clips

    const text = textOf(withoutVad.recognise(samplesOf(name), plain))

    expect(wordErrorRate(reference(name), text)).toBeLessThanOrEqual(0.6)
  })
})

describe('quiet speech', () => {
  it('at -35 dB is recognised within five percentage points of loud speech', () => {
    const engine = createEngine(options)
    const errors = (level: (samples: Float32Array) => Float32Array) =>
      clips.map((name) => wordErrorRate(reference(name), textOf(engine.recognise(level(samplesOf(name)), plain))))
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

    const loud = mean(errors((samples) => atLevel(samples, -20)))
    const quiet = mean(errors((samples) => atLevel(samples, -35)))

    expect(quiet).toBeLessThanOrEqual(loud + 0.05)
  })
})

describe('a bad recording', () => {
  it('is recognised better if its owner says so: pink noise 5 dB below speech [UP-7]', () => {
    const engine = createEngine(options)
    const noise = sounds.pinkNoise(20)
    const heard = (isNoisy: boolean) =>
      clips.map((name) => textOf(engine.recognise(mix(samplesOf(name), noise, 5), { language: 'ru', isNoisy })))
    const errors = (texts: readonly string[]) => wordErrorRate(clips.map(reference).join(' '), texts.join(' '))

    const [asRecorded, denoised] = [errors(heard(false)), errors(heard(true))]

    expect(denoised).toBeLessThan(asRecorded)
  })
})
