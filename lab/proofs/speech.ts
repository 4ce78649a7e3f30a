import { wordErrorRate } from '@doslovno/domain/transcript/word-error-rate.ts'
import { createEngine } from '@doslovno/server/adapters/speech/engine.ts'
import { toSamples } from '@doslovno/server/adapters/speech/samples.ts'
import { recording, reference, testModelsDir, wavSamples } from '@doslovno/server/test/recordings/recordings.ts'
import { atLevel, babble, mix, sounds } from '@doslovno/server/test/recordings/sounds.ts'

import { percent } from '#lab/figures.ts'
import { mark } from '#lab/marks.ts'

type Samples = Float32Array

const options = { modelsDir: testModelsDir(), whisper: 'whisper-tiny', speakers: 'speaker-xvector' } as const
const clips = ['ru_0027', 'ru_0032', 'ru_0034'].map((name) => `voxforge_ru/${name}.wav`)
const samplesOf = (name: string) => toSamples(wavSamples(recording(name)))

/** Sounds without speech, 28 s each. */
const empty: Record<string, () => Samples> = {
  silence: () => sounds.silence(28),
  'white noise': () => atLevel(sounds.whiteNoise(28), -25),
  'pink noise': () => atLevel(sounds.pinkNoise(28), -35),
  hum: () => atLevel(sounds.hum(28), -30),
  music: () => atLevel(sounds.melody(28), -20),
  'a crowd': () =>
    atLevel(babble(28, 10, [...clips, 'dialogs/ru_3spk.wav', 'dialogs/ru_fest2.wav'].map(samplesOf)), -22),
}

/** The smallest model: it invents no words, and hears quiet and noisy speech. */
export function main(): void {
  const engine = createEngine(options)
  const withoutDetector = createEngine({ ...options, hearsEverything: true })
  const heard = (samples: Samples, isNoisy = false, by = engine) =>
    by.recognise(samples, { language: 'ru', isNoisy }).words.map((word) => word.text).join(' ') // prettier-ignore
  const heardAnyway = (samples: Samples) => heard(samples, false, withoutDetector)
  const errors = (spoil: (samples: Samples) => Samples, isNoisy = false) =>
    wordErrorRate(clips.map(reference).join(' '), clips.map((name) => heard(spoil(samplesOf(name)), isNoisy)).join(' '))

  for (const [name, make] of Object.entries(empty)) {
    const samples = make()
    const invented = [heard(samples), heardAnyway(samples), engine.identifyLanguage(samples) ?? '']
    const expected = `no words and no language in ${name}, with the voice detector and without it`
    mark(expected, JSON.stringify(invented), invented.join('') === '')
  }
  const [clip = ''] = clips
  const unguarded = wordErrorRate(reference(clip), heardAnyway(samplesOf(clip)))
  mark('at most 60 % wrong words without the voice detector', percent(unguarded), unguarded <= 0.6)

  const [loud, quiet] = [errors((samples) => atLevel(samples, -20)), errors((samples) => atLevel(samples, -35))]
  mark('speech at -35 dB within 5 points of -20 dB', `${percent(quiet)}, ${percent(loud)}`, quiet <= loud + 0.05)

  const noise = sounds.pinkNoise(20)
  const noisy = (samples: Samples) => mix(samples, noise, 5)
  const [asRecorded, denoised] = [errors(noisy), errors(noisy, true)]
  mark('pink noise 5 dB below: denoising helps', `${percent(denoised)}, ${percent(asRecorded)}`, denoised < asRecorded)
}
