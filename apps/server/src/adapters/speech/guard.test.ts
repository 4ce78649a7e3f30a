import { wordErrorRate } from '@doslovno/domain/transcript/word-error-rate.ts'
import { describe, expect, it } from 'vitest'

import { recording, reference, testModelsDir, wavSamples } from '#test/recordings.ts'
import { atLevel, babble, mix, sounds } from '#test/sounds.ts'

import { createDenoiser } from './denoiser.ts'
import { createEngine } from './engine.ts'
import { toSamples } from './samples.ts'

const options = { modelsDir: testModelsDir(), whisper: 'whisper-tiny', speakers: 'speaker-xvector' } as const
const plain = { language: 'ru', isNoisy: false }
const clips = ['ru_0027', 'ru_0032', 'ru_0034'].map((name) => `voxforge_ru/${name}.wav`)
const samplesOf = (name: string) => toSamples(wavSamples(recording(name)))
const textOf = (words: readonly { text: string }[]) => words.map((word) => word.text).join(' ')

describe('nothing is invented', () => {
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
  const deafToVoices = createEngine({ ...options, hearsEverything: true })

  it.each(Object.entries(empty))('in %s, with the voice detector and without it', (_, make) => {
    const samples = make()

    expect(textOf(engine.recognise(samples, plain))).toBe('')
    expect(textOf(deafToVoices.recognise(samples, plain))).toBe('')
    expect(engine.identifyLanguage(samples)).toBeUndefined()
  })

  it('and speech is heard as well without the voice detector', () => {
    const [name = ''] = clips

    const text = textOf(deafToVoices.recognise(samplesOf(name), plain))

    expect(wordErrorRate(reference(name), text)).toBeLessThanOrEqual(0.6)
  })
})

describe('quiet speech', () => {
  it('at -35 decibels is heard as well as loud speech, within five points of a hundred', () => {
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
  it('has its noise taken out, and its speech is still heard [UP-7]', () => {
    const [name = ''] = clips
    const noisy = mix(samplesOf(name), sounds.whiteNoise(5), 10)
    const denoised = createDenoiser(options.modelsDir)(noisy)

    const text = textOf(createEngine(options).recognise(noisy, { language: 'ru', isNoisy: true }))

    const pause = (samples: Float32Array) => samples.slice(0, 8000).reduce((sum, sample) => sum + sample * sample, 0)
    expect(pause(denoised)).toBeLessThan(pause(noisy) / 10)
    expect(wordErrorRate(reference(name), text)).toBeLessThanOrEqual(0.7)
  })
})
