import { cutAtSilences } from '@doslovno/domain/media/chunks.ts'
import { BYTES_PER_SECOND, FRAME_BYTES, FRAME_SECONDS, frameLevel } from '@doslovno/domain/media/levels.ts'
import type { Span } from '@doslovno/domain/span.ts'
import { joinWindows } from '@doslovno/domain/speakers/join-windows.ts'
import type { Turn } from '@doslovno/domain/speakers/turns.ts'
import { toWindows } from '@doslovno/domain/speakers/window-speakers.ts'
import { models } from '@doslovno/server/adapters/speech/catalogue.ts'
import { createLocalSpeech } from '@doslovno/server/adapters/speech/local.ts'
import type { Hearing, Speech } from '@doslovno/server/adapters/speech/port.ts'
import { cut, toSamples } from '@doslovno/server/adapters/speech/samples.ts'
import { createVad, speechIn, speechPieces } from '@doslovno/server/adapters/speech/voice-detector.ts'
import { readScript, startProcessing, textOf, uploadRecording, watchToEnd } from '@doslovno/server/test/recordings/pipeline.ts' // prettier-ignore
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { testModelsDir, toWav } from '@doslovno/server/test/recordings/recordings.ts'
import type { Caller } from '@doslovno/server/test/test-app.ts'

import { BUSINESS, freshApp } from '#lab/app.ts'
import { atOnce } from '#lab/figures.ts'
import { childrenOf, megabytesOf, startWorker } from '#lab/processes.ts'
import { waitUntil } from '#scripts/services/wait.ts'

import type { BareAnswer, BareTask } from './bare-child.ts'

export type BenchModel = 'whisper-tiny' | 'whisper-base'
type Found = { text: string; turns: Turn[]; seconds: number }

/** Turns a recording into words and speakers; its models are already loaded. */
export type System = {
  name: string
  hear(pcm: Buffer): Promise<Found>
  /** Peak memory of each of its speech processes, in megabytes. */
  peaks(): number[]
  close(): void | Promise<void>
}

export const PROCESSES = 2
const { signal } = new AbortController()

/** Our adapter, including voice detection, hallucination checks and joining of windows. */
export async function adapterSystem(model: BenchModel): Promise<System> {
  const speech = await createLocalSpeech({ modelsDir: testModelsDir(), model, slots: PROCESSES })
  const options = { language: 'ru', isNoisy: false }
  const hear = async (pcm: Buffer): Promise<Found> => {
    const started = performance.now()
    const [words, turns] = await Promise.all([
      Promise.all(chunksOf(pcm).map((span) => speech.recognise(bytesOf(pcm, span), options, signal))),
      windowedTurns(speech, pcm),
    ])
    const text = words.flatMap((heard) => heard.words.map((word) => word.text))
    return { text: text.join(' '), turns, seconds: (performance.now() - started) / 1000 }
  }
  return { name: 'adapter', hear, peaks: () => peaksOf(process.pid), close: () => speech.close() }
}

/** The words of a recording, chunk by chunk as the pipeline cuts it, in the time of the recording. */
export async function hearSpeech(speech: Speech, pcm: Buffer): Promise<Hearing> {
  const options = { language: 'ru', isNoisy: false }
  const whole: Hearing = { words: [], unheard: [] }
  for (const chunk of chunksOf(pcm)) {
    const { words, unheard } = await speech.recognise(bytesOf(pcm, chunk), options, signal)
    whole.words.push(...words.map((word) => placed(word, chunk)))
    whole.unheard.push(...unheard.map((gap) => placed(gap, chunk)))
  }
  return whole
}

/** A span of a piece in the time of the recording. */
const placed = <T extends Span>(span: T, piece: Span = { start: 0, end: 0 }): T => ({
  ...span,
  start: span.start + piece.start,
  end: span.end + piece.start,
})

/** Diarises with our adapter: windows of at most ten minutes, joined by their voices. */
export async function windowedTurns(speech: Speech, pcm: Buffer): Promise<Turn[]> {
  const windows = await Promise.all(
    toWindows(chunksOf(pcm)).map(async (span) => ({
      ...(await speech.diarise(bytesOf(pcm, span), { speakers: -2 }, signal)),
      startSeconds: span.start,
    })),
  )
  return joinWindows(windows, { threshold: speech.voicesThreshold, speakers: -2 })
}

/** Bare sherpa-onnx over the same pieces and windows, computed beforehand, with as many processes. */
export async function bareSystem(model: BenchModel): Promise<System> {
  const modelsDir = testModelsDir()
  const vad = createVad(modelsDir)
  const children = await startChildren(modelsDir, model)
  const hear = (pcm: Buffer) =>
    withFile(pcm, async (pcmPath) => {
      const chunks = chunksOf(pcm)
      const samples = toSamples(pcm)
      const pieces = chunks.flatMap((chunk) => {
        const chunkSamples = cut(samples, chunk)
        const found = speechPieces(speechIn(vad, chunkSamples), chunkSamples, models[model].longestPieceSeconds)
        return found.map(({ start, end }) => placed({ start, end }, chunk))
      })
      const windows = toWindows(chunks)
      const tasks: BareTask[] = [
        ...windows.map((span) => ({ kind: 'window', pcmPath, span }) as const),
        ...pieces.map((span) => ({ kind: 'piece', pcmPath, span }) as const),
      ]
      const started = performance.now()
      const answers = await askAll(children, tasks)
      const turns = answers.flatMap(({ turns: found }, index) =>
        // The windows are not joined: each has speakers of its own.
        found.map((turn) => placed({ ...turn, speaker: turn.speaker + index * 100 }, tasks[index]?.span)),
      )
      const text = answers.map((answer) => answer.text).join(' ')
      return { text, turns, seconds: (performance.now() - started) / 1000 }
    })
  const close = () => children.forEach((child) => child.disconnect())
  return { name: 'bare sherpa-onnx', hear, peaks: () => peaksOf(process.pid), close }
}

/** Diarises the whole recording at once with bare sherpa-onnx. */
export async function wholeFileTurns(pcm: Buffer): Promise<Turn[]> {
  const [child] = await startChildren(testModelsDir(), 'whisper-tiny', 1)
  if (!child) throw new Error('No child')
  const span = { start: 0, end: pcm.length / BYTES_PER_SECOND }
  const [answer] = await withFile(pcm, (pcmPath) => askAll([child], [{ kind: 'window', pcmPath, span }]))
  child.disconnect()
  return answer?.turns ?? []
}

/** Peak memory of each child of a process. */
export const peaksOf = (parent: number) => childrenOf(parent).map((child) => megabytesOf(child, 'VmHWM'))

function chunksOf(pcm: Buffer): Span[] {
  const levels = Float32Array.from({ length: Math.ceil(pcm.length / FRAME_BYTES) }, (_, frame) => {
    const bytes = Buffer.from(pcm.subarray(frame * FRAME_BYTES, (frame + 1) * FRAME_BYTES))
    return frameLevel(new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1))
  })
  return cutAtSilences(levels, FRAME_SECONDS, pcm.length / BYTES_PER_SECOND)
}

function bytesOf(pcm: Buffer, { start, end }: Span): Buffer {
  const byteAt = (seconds: number) => Math.round((seconds * BYTES_PER_SECOND) / 2) * 2
  return pcm.subarray(byteAt(start), byteAt(end))
}

async function startChildren(modelsDir: string, model: BenchModel, count = PROCESSES): Promise<ChildProcess[]> {
  const stdio = ['ignore', 'inherit', 'ignore', 'ipc'] as const
  return atOnce(count, async () => {
    const child = fork(join(import.meta.dirname, 'bare-child.ts'), [modelsDir, model], { stdio: [...stdio] })
    await once(child, 'message')
    return child
  })
}

/** Each child takes the next task when free; answers keep the order of the tasks. */
async function askAll(children: readonly ChildProcess[], tasks: readonly BareTask[]): Promise<BareAnswer[]> {
  const answers: BareAnswer[] = []
  const left = [...tasks.entries()]
  await Promise.all(
    children.map(async (child) => {
      for (let next = left.shift(); next; next = left.shift()) {
        const [index, task] = next
        const answered = once(child, 'message')
        child.send(task)
        answers[index] = ((await answered) as [BareAnswer])[0]
      }
    }),
  )
  return answers
}

async function withFile<T>(pcm: Buffer, work: (path: string) => Promise<T>): Promise<T> {
  const path = join(tmpdir(), `bench-speech-${process.pid}-${performance.now()}.pcm`)
  writeFileSync(path, pcm)
  try {
    return await work(path)
  } finally {
    rmSync(path)
  }
}

/** Polls as often as the page: polling ten times a second alone took 3 % of two cores. */
export const LIKE_THE_PAGE = { timeoutMs: 20 * 60_000, everyMs: 1000 }
const COPY_SECONDS = 120

/** The whole product, from the process call to the text, with as many recogniser processes. */
export async function pipelineSystem(model: BenchModel): Promise<System> {
  const test = await freshApp()
  const worker = await startWorker(test.config, { WORKER_SLOTS: String(PROCESSES), SPEECH_MODEL: model })
  const { id: userId } = await test.createUser({ tariffId: BUSINESS })
  const hear = async (pcm: Buffer): Promise<Found> => {
    const owner = await test.signInAs(userId)
    const id = await uploadRecording(owner, toWav(pcm))
    await inspected(owner, id)
    const started = performance.now()
    await startProcessing(owner, id)
    await watchToEnd(owner, id, LIKE_THE_PAGE)
    const seconds = (performance.now() - started) / 1000
    const script = await readScript(owner, id)
    const turns = script.script.map(({ start, end, speaker }) => ({ start, end, speaker }))
    return { text: textOf(script), turns, seconds }
  }
  const close = () => worker.kill('SIGTERM')
  return { name: 'pipeline', hear, peaks: () => peaksOf(worker.process.pid ?? 0), close }
}

/** Waits for the playback copy, which inspection makes before a person starts processing, so that it costs no cores then. */
export async function inspected(owner: Caller, id: string): Promise<void> {
  const isCopied = async () => (await readScript(owner, id)).fileSrc?.includes('/playback') ?? false
  await waitUntil('the playback copy', COPY_SECONDS, isCopied)
}
