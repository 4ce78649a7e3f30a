import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { cutAtSilences } from '@doslovno/domain/media/chunks.ts'
import { BYTES_PER_SECOND, FRAME_BYTES, FRAME_SECONDS, frameLevel } from '@doslovno/domain/media/levels.ts'
import type { Span } from '@doslovno/domain/span.ts'
import { joinWindows } from '@doslovno/domain/speakers/join-windows.ts'
import type { Turn } from '@doslovno/domain/speakers/turns.ts'
import { toWindows } from '@doslovno/domain/speakers/windows.ts'
import { models } from '@doslovno/server/adapters/speech/catalogue.ts'
import { createLocalSpeech } from '@doslovno/server/adapters/speech/local.ts'
import type { Hearing, Speech } from '@doslovno/server/adapters/speech/port.ts'
import { cut, toSamples } from '@doslovno/server/adapters/speech/samples.ts'
import { createVad, speechIn, speechPieces } from '@doslovno/server/adapters/speech/voice-detector.ts'
import { testModelsDir } from '@doslovno/server/test/recordings/recordings.ts'

import type { BareAnswer, BareTask } from './speech-bare-child.ts'

export type BenchModel = 'whisper-tiny' | 'whisper-base'
export type Found = { text: string; turns: Turn[]; seconds: number }

/** Turns a recording into words and speakers; its models are already loaded. */
export type System = {
  name: string
  hear(pcm: Buffer): Promise<Found>
  /** Peak memory of each of its speech processes, in bytes. */
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
    const placed = <T extends Span>(span: T) => ({
      ...span,
      start: span.start + chunk.start,
      end: span.end + chunk.start,
    })
    whole.words.push(...words.map(placed))
    whole.unheard.push(...unheard.map(placed))
  }
  return whole
}

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
        return found.map(({ start, end }) => ({ start: start + chunk.start, end: end + chunk.start }))
      })
      const windows = toWindows(chunks)
      const tasks: BareTask[] = [
        ...windows.map((span) => ({ kind: 'window', pcmPath, span }) as const),
        ...pieces.map((span) => ({ kind: 'piece', pcmPath, span }) as const),
      ]
      const started = performance.now()
      const answers = await askAll(children, tasks)
      const turns = answers.flatMap(({ turns: found }, index) =>
        found.map(({ start, end, speaker }) => {
          const { span } = tasks[index] ?? { span: { start: 0, end: 0 } }
          // The windows are not joined: each has speakers of its own.
          return { start: start + span.start, end: end + span.start, speaker: speaker + index * 100 }
        }),
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

/** Peak memory of each child of a process, in bytes. */
export function peaksOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const status = readStatus(pid)
      const isOurs = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) === parent
      const peak = Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
      return isOurs && peak > 0 ? [peak] : []
    })
}

function readStatus(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return ''
  }
}

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
  const children = Array.from({ length: count }, () =>
    fork(join(import.meta.dirname, 'speech-bare-child.ts'), [modelsDir, model], {
      stdio: ['ignore', 'inherit', 'ignore', 'ipc'],
    }),
  )
  await Promise.all(children.map((child) => once(child, 'message')))
  return children
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
