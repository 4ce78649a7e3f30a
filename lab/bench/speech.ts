import type { Turn } from '@doslovno/domain/speakers/turns.ts'
import { diarizationErrorRate } from '@doslovno/domain/test/diarization-error-rate.ts'
import { wordErrorRate } from '@doslovno/domain/transcript/word-error-rate.ts'
import { createEngine, type Engine } from '@doslovno/server/adapters/speech/engine.ts'
import { createLocalSpeech } from '@doslovno/server/adapters/speech/local.ts'
import { toSamples } from '@doslovno/server/adapters/speech/samples.ts'
import { testModelsDir } from '@doslovno/server/test/recordings/recordings.ts'
import { atLevel, babble, mix, sounds } from '@doslovno/server/test/recordings/sounds.ts'

import { coverageRecordings, measureCoverage } from './speech-coverage.ts'
import { instruments, playMusic } from './speech-music.ts'
import { pipelineSystem } from './speech-pipeline.ts'
import { clips, dialogs, joinedDialogs, type Labelled, secondsOf } from '#lab/recordings.ts'
import {
  adapterSystem,
  bareSystem,
  type BenchModel,
  peaksOf,
  type System,
  wholeFileTurns,
  windowedTurns,
} from './speech-systems.ts'

const benchModels: BenchModel[] = ['whisper-tiny', 'whisper-base']
const RUSSIAN = { language: 'ru', isNoisy: false }
const EMPTY_MINUTES = 10
const NOISE_DECIBELS = 5
const CHUNK_SECONDS = 50

/** The systems to compare, in turn over the same recordings. */
const systems: ((model: BenchModel) => Promise<System>)[] = [bareSystem, adapterSystem, pipelineSystem]

const sections: Record<string, () => Promise<void>> = {
  models: perModel,
  windows,
  invented,
  quiet,
  noise,
  memory,
  coverage,
}

/**
 * `pnpm bench speech [SECTION …]`: accuracy and speed of recognition against bare sherpa-onnx in the same run, as
 * Markdown. Sections: models, windows, invented, quiet, noise, memory, coverage; all take about an hour on two quiet cores.
 */
export async function main(): Promise<void> {
  const names = process.argv.slice(3)
  for (const [name, run] of Object.entries(sections)) if (names.length === 0 || names.includes(name)) await run()
}

/** WER, DER, speed and memory of each model in each system. */
async function perModel(): Promise<void> {
  const sentences = clips()
  const talk = joinedDialogs(10)
  heading(
    `Models: ${minutesOf([talk])} min of dialogues, made of ${minutesOf(dialogs())} min, and ${minutesOf(sentences)} min of clips`,
    ['model', 'system', 'WER clips', 'WER dialogues', 'DER', 'speakers', '× real time', 'memory per process'],
  )
  for (const model of benchModels) {
    for (const start of systems) row(await measure(model, await start(model), sentences, talk))
  }
}

async function measure(
  model: BenchModel,
  system: System,
  sentences: readonly Labelled[],
  talk: Labelled,
): Promise<string[]> {
  const long = await system.hear(talk.pcm)
  const peak = Math.max(...system.peaks())
  const heard: string[] = []
  for (const { pcm } of sentences) heard.push((await system.hear(pcm)).text)
  await system.close()
  return [
    model,
    system.name,
    percent(wordErrorRate(textOf(sentences), heard.join(' '))),
    percent(wordErrorRate(talk.text, long.text)),
    percent(diarizationErrorRate(talk.turns, long.turns)),
    String(speakersIn(long.turns)),
    (secondsOf(talk) / long.seconds).toFixed(1),
    megabytes(peak),
  ]
}

/** Speakers of joined windows, against bare sherpa-onnx over the whole file. */
async function windows(): Promise<void> {
  const recordings = [...dialogs(), joinedDialogs(30)]
  const speech = await createLocalSpeech({ modelsDir: testModelsDir(), model: 'whisper-tiny', slots: 2 })
  heading('Speakers: windows joined by their voices, against the whole file at once', [
    'recording',
    'voices',
    'windows: speakers',
    'DER',
    'bare whole file: speakers',
    'DER',
  ])
  for (const { name, pcm, turns } of recordings) {
    const found = await windowedTurns(speech, pcm)
    const whole = await wholeFileTurns(pcm)
    const columns = [found, whole].flatMap((hypothesis) => [
      String(speakersIn(hypothesis)),
      percent(diarizationErrorRate(turns, hypothesis)),
    ])
    row([name, String(speakersIn(turns)), ...columns])
  }
  speech.close()
}

/** Words recognised where there is no speech. */
async function invented(): Promise<void> {
  heading(`Words invented in ${EMPTY_MINUTES} minutes`, ['model', 'sound', 'with voice detector', 'without'])
  for (const whisper of benchModels) {
    const options = { modelsDir: testModelsDir(), whisper, speakers: 'speaker-xvector' } as const
    const engines = [createEngine(options), createEngine({ ...options, hearsEverything: true })]
    for (const [name, make] of Object.entries(emptySounds())) {
      const samples = make()
      row([whisper, name, ...engines.map((engine) => inventedIn(engine, samples))])
    }
  }
}

function emptySounds(): Record<string, () => Float32Array> {
  const seconds = EMPTY_MINUTES * 60
  const voices = [...clips(), ...dialogs()].map(({ pcm }) => toSamples(pcm))
  const music = Object.entries(instruments).map(([name, program]) => {
    const make = () => {
      const played = playMusic(program, seconds)
      return played ? toSamples(played) : atLevel(sounds.melody(seconds), -20)
    }
    return [`music: ${name}`, make] as const
  })
  return {
    silence: () => sounds.silence(seconds),
    'white noise': () => atLevel(sounds.whiteNoise(seconds), -25),
    'pink noise': () => atLevel(sounds.pinkNoise(seconds), -35),
    'hum of 50 Hz': () => atLevel(sounds.hum(seconds), -30),
    'babble of 8 voices': () => atLevel(babble(seconds, 8, voices), -22),
    'babble of 16 voices': () => atLevel(babble(seconds, 16, voices), -22),
    ...Object.fromEntries(music),
  }
}

/** The number of words, and the first of them for review. */
function inventedIn(engine: Engine, samples: Float32Array): string {
  const words: string[] = []
  const step = CHUNK_SECONDS * 16_000
  for (let at = 0; at < samples.length; at += step)
    words.push(...engine.recognise(samples.slice(at, at + step), RUSSIAN).words.map((word) => word.text))
  return words.length === 0 ? '0' : `${words.length}: ${words.slice(0, 12).join(' ')}`
}

/** How much worse quiet speech is recognised than loud speech. */
async function quiet(): Promise<void> {
  const recordings = [...clips(), ...dialogs()]
  heading(`Quiet speech, ${minutesOf(recordings)} min`, [
    'model',
    'WER at -20 dBFS',
    'WER at -35 dBFS',
    'WER at -50 dBFS',
  ])
  for (const whisper of benchModels) {
    const engine = createEngine({ modelsDir: testModelsDir(), whisper, speakers: 'speaker-xvector' })
    const errorsAt = (decibels: number) => {
      const heard = recordings.flatMap(({ pcm }) => engine.recognise(atLevel(toSamples(pcm), decibels), RUSSIAN).words)
      return wordErrorRate(textOf(recordings), heard.map((word) => word.text).join(' '))
    }
    row([whisper, ...[-20, -35, -50].map((decibels) => percent(errorsAt(decibels)))])
  }
}

/** Measures the switch for bad recordings on noisy speech. */
async function noise(): Promise<void> {
  const recordings = clips()
  const voices = dialogs().map(({ pcm }) => toSamples(pcm))
  const noises = {
    'white noise': sounds.whiteNoise(20),
    'pink noise': sounds.pinkNoise(20),
    'hum of 50 Hz': sounds.hum(20),
    'babble of 8 voices': babble(20, 8, voices),
  }
  heading(`Noisy speech, ${minutesOf(recordings)} min, noise ${NOISE_DECIBELS} dB below speech`, [
    'model',
    'noise',
    'WER as recorded',
    'WER denoised',
  ])
  for (const whisper of benchModels) {
    const engine = createEngine({ modelsDir: testModelsDir(), whisper, speakers: 'speaker-xvector' })
    for (const [name, sound] of Object.entries(noises)) {
      const errors = [false, true].map((isNoisy) => {
        const heard = recordings.flatMap(
          ({ pcm }) => engine.recognise(mix(toSamples(pcm), sound, NOISE_DECIBELS), { language: 'ru', isNoisy }).words,
        )
        return wordErrorRate(textOf(recordings), heard.map((word) => word.text).join(' '))
      })
      row([whisper, name, ...errors.map(percent)])
    }
  }
}

/** Whether diarising a longer recording needs more memory. */
async function memory(): Promise<void> {
  heading('Peak memory of the diarising process', ['recording', 'peak'])
  for (const minutes of [30, 180]) {
    const speech = await createLocalSpeech({ modelsDir: testModelsDir(), model: 'whisper-tiny', slots: 1 })
    await windowedTurns(speech, joinedDialogs(minutes).pcm)
    row([`${minutes} min`, megabytes(Math.max(...peaksOf(process.pid)))])
    speech.close()
  }
}

/** Speech that has no words in the text. */
async function coverage(): Promise<void> {
  const recordings = coverageRecordings()
  heading(`Coverage: ${minutesOf(recordings)} min`, [
    'model',
    'recording',
    'speech',
    'without words',
    'reported as unheard',
    'words',
    'replaced',
    'inserted',
    'deleted',
    'WER',
  ])
  for (const model of benchModels) {
    for await (const one of measureCoverage(model, recordings)) {
      const { words, replaced, inserted, deleted } = one
      const errors = [replaced, inserted, deleted]
      row([
        model,
        one.name,
        ...[one.speechSeconds, one.lostSeconds, one.unheardSeconds].map((seconds) => `${seconds.toFixed(1)} s`),
        ...[words, ...errors].map(String),
        percent((replaced + inserted + deleted) / words),
      ])
    }
  }
}

function heading(title: string, columns: readonly string[]): void {
  console.log(`\n### ${title}\n`)
  row(columns)
  row(columns.map(() => '---'))
}

const row = (columns: readonly string[]) => console.log(`| ${columns.join(' | ')} |`)
const percent = (share: number) => `${(Math.round(share * 1000) / 10 + 0).toFixed(1)} %` // + 0: no -0.0
const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
const minutesOf = (recordings: readonly Labelled[]) =>
  (recordings.reduce((sum, recording) => sum + secondsOf(recording), 0) / 60).toFixed(1)
const textOf = (recordings: readonly Labelled[]) => recordings.map(({ text }) => text).join(' ')
const speakersIn = (turns: readonly Turn[]) => new Set(turns.map(({ speaker }) => speaker)).size
