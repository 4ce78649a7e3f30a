import type { Turn } from '@doslovno/domain/speakers/turns.ts'
import { diarizationErrorRate } from '@doslovno/domain/test/diarization-error-rate.ts'
import { wordErrorRate } from '@doslovno/domain/transcript/word-error-rate.ts'
import { createEngine, type Engine } from '@doslovno/server/adapters/speech/engine.ts'
import { createLocalSpeech } from '@doslovno/server/adapters/speech/local.ts'
import { toSamples } from '@doslovno/server/adapters/speech/samples.ts'
import { testModelsDir } from '@doslovno/server/test/recordings/recordings.ts'
import { atLevel, babble, mix, sounds } from '@doslovno/server/test/recordings/sounds.ts'

import { chosen } from '#lab/arguments.ts'
import { most, percent, printHead, printRow, sum } from '#lab/figures.ts'
import { clips, dialogs, joinedDialogs, type Labelled, secondsIn } from '#lab/recordings.ts'

import { coverageRecordings, instruments, measureCoverage, playMusic } from './speech/coverage.ts'
import { adapterSystem, bareSystem, type BenchModel, peaksOf, pipelineSystem, type System, wholeFileTurns, windowedTurns } from './speech/systems.ts' // prettier-ignore

const benchModels: BenchModel[] = ['whisper-tiny', 'whisper-base']
const EMPTY_MINUTES = 10
const NOISE_DECIBELS = 5
const CHUNK_SECONDS = 50

/** The systems to compare, in turn over the same recordings. */
const systems: ((model: BenchModel) => Promise<System>)[] = [bareSystem, adapterSystem, pipelineSystem]

const sections = { models: perModel, windows, invented, quiet, noise, memory, coverage }

/** Accuracy and speed of recognition against bare sherpa-onnx in the same run; all sections take about an hour. */
export async function main(): Promise<void> {
  for (const name of chosen(Object.keys(sections) as (keyof typeof sections)[])) await sections[name]()
}

/** WER, DER, speed and memory of each model in each system. */
async function perModel(): Promise<void> {
  const [sentences, talk] = [clips(), joinedDialogs(10)]
  const title = `Models: ${minutesOf([talk])} min of dialogues, made of ${minutesOf(dialogs())} min, and ${minutesOf(sentences)} min of clips`
  printHead(title, ['model', 'system', 'WER clips', 'WER dialogues', 'DER', 'speakers', '× real time', 'memory per process']) // prettier-ignore
  for (const model of benchModels)
    for (const start of systems) printRow([model, ...(await measure(await start(model), sentences, talk))])
}

async function measure(system: System, sentences: readonly Labelled[], talk: Labelled) {
  const long = await system.hear(talk.pcm)
  const peak = most(system.peaks())
  const heard: string[] = []
  for (const { pcm } of sentences) heard.push((await system.hear(pcm)).text)
  await system.close()
  return [
    system.name,
    percent(wordErrorRate(textOf(sentences), heard.join(' '))),
    percent(wordErrorRate(talk.text, long.text)),
    percent(diarizationErrorRate(talk.turns, long.turns)),
    speakersIn(long.turns),
    (secondsIn(talk) / long.seconds).toFixed(1),
    megabytes(peak),
  ]
}

/** Speakers of joined windows, against bare sherpa-onnx over the whole file. */
async function windows(): Promise<void> {
  const speech = await createLocalSpeech({ modelsDir: testModelsDir(), model: 'whisper-tiny', slots: 2 })
  printHead('Speakers: windows joined by their voices, against the whole file at once', ['recording', 'voices', 'windows: speakers', 'DER', 'bare whole file: speakers', 'DER']) // prettier-ignore
  for (const { name, pcm, turns } of [...dialogs(), joinedDialogs(30)]) {
    const both = [await windowedTurns(speech, pcm), await wholeFileTurns(pcm)]
    const columns = both.flatMap((found) => [speakersIn(found), percent(diarizationErrorRate(turns, found))])
    printRow([name, speakersIn(turns), ...columns])
  }
  speech.close()
}

const engineOf = (whisper: BenchModel, hearsEverything = false) =>
  createEngine({ modelsDir: testModelsDir(), whisper, speakers: 'speaker-xvector', hearsEverything })

const heardBy = (engine: Engine, samples: Float32Array, isNoisy = false) =>
  engine.recognise(samples, { language: 'ru', isNoisy }).words.map(({ text }) => text)

/** Words recognised where there is no speech. */
function invented(): void {
  printHead(`Words invented in ${EMPTY_MINUTES} minutes`, ['model', 'sound', 'with voice detector', 'without'])
  for (const whisper of benchModels) {
    const engines = [engineOf(whisper), engineOf(whisper, true)]
    for (const [name, make] of Object.entries(emptySounds())) {
      const samples = make()
      printRow([whisper, name, ...engines.map((engine) => inventedIn(engine, samples))])
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
  const step = CHUNK_SECONDS * 16_000
  const words: string[] = []
  for (let at = 0; at < samples.length; at += step) words.push(...heardBy(engine, samples.slice(at, at + step)))
  return words.length === 0 ? '0' : `${words.length}: ${words.slice(0, 12).join(' ')}`
}

type Spoil = (samples: Float32Array) => Float32Array

function errorsIn(recordings: readonly Labelled[], engine: Engine, spoil: Spoil, isNoisy = false): string {
  const heard = recordings.flatMap(({ pcm }) => heardBy(engine, spoil(toSamples(pcm)), isNoisy))
  return percent(wordErrorRate(textOf(recordings), heard.join(' ')))
}

/** How much worse quiet speech is recognised than loud speech. */
function quiet(): void {
  const recordings = [...clips(), ...dialogs()]
  const levels = [-20, -35, -50]
  printHead(`Quiet speech, ${minutesOf(recordings)} min`, ['model', ...levels.map((level) => `WER at ${level} dBFS`)])
  for (const whisper of benchModels) {
    const engine = engineOf(whisper)
    const errorsAt = (level: number) => errorsIn(recordings, engine, (samples) => atLevel(samples, level))
    printRow([whisper, ...levels.map(errorsAt)])
  }
}

/** Measures the switch for bad recordings on noisy speech. */
function noise(): void {
  const recordings = clips()
  const voices = dialogs().map(({ pcm }) => toSamples(pcm))
  const noises = {
    'white noise': sounds.whiteNoise(20),
    'pink noise': sounds.pinkNoise(20),
    'hum of 50 Hz': sounds.hum(20),
    'babble of 8 voices': babble(20, 8, voices),
  }
  const title = `Noisy speech, ${minutesOf(recordings)} min, noise ${NOISE_DECIBELS} dB below speech`
  printHead(title, ['model', 'noise', 'WER as recorded', 'WER denoised'])
  for (const whisper of benchModels) {
    const engine = engineOf(whisper)
    for (const [name, sound] of Object.entries(noises)) {
      const noisy: Spoil = (samples) => mix(samples, sound, NOISE_DECIBELS)
      printRow([whisper, name, ...[false, true].map((isNoisy) => errorsIn(recordings, engine, noisy, isNoisy))])
    }
  }
}

/** Whether diarising a longer recording needs more memory. */
async function memory(): Promise<void> {
  printHead('Peak memory of the diarising process', ['recording', 'peak'])
  for (const minutes of [30, 180]) {
    const speech = await createLocalSpeech({ modelsDir: testModelsDir(), model: 'whisper-tiny', slots: 1 })
    await windowedTurns(speech, joinedDialogs(minutes).pcm)
    printRow([`${minutes} min`, megabytes(most(peaksOf(process.pid)))])
    speech.close()
  }
}

/** Speech that has no words in the text. */
async function coverage(): Promise<void> {
  const recordings = coverageRecordings()
  printHead(`Coverage: ${minutesOf(recordings)} min`, ['model', 'recording', 'speech', 'without words', 'reported as unheard', 'words', 'replaced', 'inserted', 'deleted', 'WER']) // prettier-ignore
  for (const model of benchModels)
    for await (const one of measureCoverage(model, recordings)) {
      const { words, replaced, inserted, deleted } = one
      const seconds = [one.speechSeconds, one.lostSeconds, one.unheardSeconds].map((value) => `${value.toFixed(1)} s`)
      const errors = [replaced, inserted, deleted]
      printRow([model, one.name, ...seconds, words, ...errors, percent(sum(errors) / words)])
    }
}

const megabytes = (value: number) => `${Math.round(value)} MB`
const minutesOf = (recordings: readonly Labelled[]) => (sum(recordings.map(secondsIn)) / 60).toFixed(1)
const textOf = (recordings: readonly Labelled[]) => recordings.map(({ text }) => text).join(' ')
const speakersIn = (turns: readonly Turn[]) => new Set(turns.map(({ speaker }) => speaker)).size
