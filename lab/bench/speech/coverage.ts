import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

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

import { hearSpeech, type BenchModel } from './systems.ts'

/** Of the random orders of all turns; together they last more than half an hour. */
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
const PAUSE_SECONDS = { shortest: 0.1, longest: 0.6 }
const NOISE_DECIBELS = 10
const QUIET_DECIBELS = -45

type Coverage = {
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
function shuffledTurns(talks: readonly Labelled[], seed: number): Labelled {
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

const SOUND_FONT = '/usr/share/sounds/sf2/TimGM6mb.sf2'
const BEATS_PER_SECOND = 2
const TICKS_PER_BEAT = 240
/** The same, in groups of seven bits. */
const ONE_BEAT = [0x81, 0x70]

/** General MIDI programs; the voices come nearest to speech. */
export const instruments = { piano: 0, guitar: 24, strings: 48, choir: 52, voice: 53, brass: 61 }

/**
 * Samples of a tune with chords and drums, rendered by fluidsynth; undefined if it is not installed (Debian: fluidsynth
 * and timgm6mb-soundfont).
 */
export function playMusic(program: number, seconds: number): Buffer | undefined {
  if (!existsSync(SOUND_FONT)) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'music-'))
  try {
    const [tune, sound, pcm] = [join(folder, 'tune.mid'), join(folder, 'sound.wav'), join(folder, 'sound.pcm')]
    writeFileSync(tune, midiOf(program, seconds))
    spawnSync('fluidsynth', ['-ni', '-F', sound, '-r', '44100', SOUND_FONT, tune])
    spawnSync('ffmpeg', ['-loglevel', 'error', '-i', sound, '-t', String(seconds), '-ac', '1', '-ar', '16000', '-f', 's16le', pcm]) // prettier-ignore
    return existsSync(pcm) ? readFileSync(pcm) : undefined
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** One track: a random note of a scale per beat, a chord every other beat, drums. */
function midiOf(program: number, seconds: number): Buffer {
  let state = program + 1
  const pick = (values: readonly number[]) => {
    state = (state * 16_807) % 2_147_483_647
    return values[state % values.length] ?? 0
  }
  const events = [0, 0xc0, program]
  for (let beat = 0; beat < seconds * BEATS_PER_SECOND; beat++) {
    const note = 60 + pick([0, 2, 4, 5, 7, 9, 11, 12])
    const root = 48 + pick([0, 5, 7, 9])
    const chord = beat % 2 === 0 ? [root, root + 4, root + 7] : []
    const sounding = [note, ...chord]
    events.push(...sounding.flatMap((key) => [0, 0x90, key, 80]), 0, 0x99, beat % 2 === 0 ? 36 : 38, 90)
    events.push(...ONE_BEAT, 0x80, note, 0, ...chord.flatMap((key) => [0, 0x80, key, 0]))
  }
  const track = Buffer.from([...events, 0, 0xff, 0x2f, 0])
  return Buffer.concat([chunk('MThd', Buffer.from([0, 0, 0, 1, 0, TICKS_PER_BEAT])), chunk('MTrk', track)])
}

function chunk(name: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(name)
  head.writeUInt32BE(body.length, 4)
  return Buffer.concat([head, body])
}
