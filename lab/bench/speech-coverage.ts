import { SAMPLE_RATE } from '@doslovno/domain/media/levels.ts'
import type { Span } from '@doslovno/domain/span.ts'
import { overlapping, unwordedSpeech } from '@doslovno/domain/speech/coverage.ts'
import { wordErrors } from '@doslovno/domain/transcript/word-error-rate.ts'
import { createLocalSpeech } from '@doslovno/server/adapters/speech/local.ts'
import type { Speech } from '@doslovno/server/adapters/speech/port.ts'
import { toPcm, toSamples } from '@doslovno/server/adapters/speech/samples.ts'
import { createVad, speechIn } from '@doslovno/server/adapters/speech/voice-detector.ts'
import { testModelsDir } from '@doslovno/server/test/recordings/recordings.ts'
import { atLevel, createRandom, mix, sounds } from '@doslovno/server/test/recordings/sounds.ts'

import { dialogs, type Labelled } from '#lab/recordings.ts'
import { type BenchModel, hearSpeech } from './speech-systems.ts'

/** Of the random orders of all turns; together they last more than half an hour. */
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
const PAUSE_SECONDS = { shortest: 0.1, longest: 0.6 }
const NOISE_DECIBELS = 10
const QUIET_DECIBELS = -45

export type Coverage = {
  name: string
  speechSeconds: number
  lostSeconds: number
  unheardSeconds: number
} & ReturnType<typeof wordErrors>

/** Each recording that the bench measures. */
export function coverageRecordings(): Labelled[] {
  const talks = dialogs()
  const changed = (name: string, change: (samples: Float32Array) => Float32Array) =>
    talks.map((talk) => ({
      ...talk,
      name: `${talk.name}, ${name}`,
      pcm: Buffer.from(toPcm(change(toSamples(talk.pcm)))),
    }))
  return [
    ...talks,
    ...SEEDS.map((seed) => shuffledTurns(talks, seed)),
    ...changed('noisy', (samples) => mix(samples, sounds.pinkNoise(20), NOISE_DECIBELS)),
    ...changed('quiet', (samples) => atLevel(samples, QUIET_DECIBELS)),
  ]
}

/** All turns of the recordings in a random order, with short pauses: every turn is followed by another voice or room. */
export function shuffledTurns(talks: readonly Labelled[], seed: number): Labelled {
  const random = createRandom(seed)
  const clips = talks.flatMap(({ pcm, turns, texts }) =>
    turns.map((turn, index) => ({ ...turn, text: texts[index] ?? '', samples: cutPcm(pcm, turn) })),
  )
  const order = clips.map((clip) => ({ clip, key: random() })).sort((a, b) => a.key - b.key)
  const parts: Buffer[] = []
  const turns = order.map(({ clip }) => {
    const { shortest, longest } = PAUSE_SECONDS
    parts.push(Buffer.alloc(2 * Math.round((shortest + random() * (longest - shortest)) * SAMPLE_RATE)))
    const start = secondsIn(parts)
    parts.push(clip.samples)
    return { start, end: secondsIn(parts), speaker: clip.speaker }
  })
  const texts = order.map(({ clip }) => clip.text)
  return { name: `random order ${seed}`, pcm: Buffer.concat(parts), text: texts.join(' '), texts, turns }
}

const secondsIn = (parts: readonly Buffer[]) => parts.reduce((sum, part) => sum + part.length, 0) / 2 / SAMPLE_RATE
const cutPcm = (pcm: Buffer, { start, end }: Span) =>
  pcm.subarray(2 * Math.round(start * SAMPLE_RATE), 2 * Math.round(end * SAMPLE_RATE))

/** Recognises each recording and counts its speech without words, by the reference turns and the voice detector. */
export async function* measureCoverage(
  model: BenchModel,
  recordings: readonly Labelled[],
): AsyncGenerator<Coverage & { words: number }> {
  const speech: Speech = await createLocalSpeech({ modelsDir: testModelsDir(), model, slots: 1 })
  const vad = createVad(testModelsDir())
  for (const { name, pcm, text, turns } of recordings) {
    const { words, unheard } = await hearSpeech(speech, pcm)
    const voices = speechIn(vad, toSamples(pcm))
    const spoken = turns.flatMap((turn) => overlapping(voices, turn))
    yield {
      name,
      speechSeconds: total(spoken),
      lostSeconds: total(unwordedSpeech(spoken, words).flatMap((gap) => overlapping(spoken, gap))),
      unheardSeconds: total(unheard),
      ...wordErrors(text, words.map((word) => word.text).join(' ')),
    }
  }
  speech.close()
}

const total = (spans: readonly Span[]) => spans.reduce((sum, { start, end }) => sum + end - start, 0)
