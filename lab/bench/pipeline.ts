import { BYTES_PER_SECOND } from '@doslovno/domain/media/levels.ts'
import { startProcessing, uploadRecording, watchToEnd } from '@doslovno/server/test/recordings/pipeline.ts'
import { recording, toWav, wavSamples } from '@doslovno/server/test/recordings/recordings.ts'
import { startWorker } from '@doslovno/server/test/worker.ts'

import { createFreshApp } from '#lab/app.ts'

import { BUSINESS, inspected, LIKE_THE_PAGE, pipelineSystem } from './speech-pipeline.ts'
import { bareSystem, type BenchModel, PROCESSES, type System } from './speech-systems.ts'

const GOAL = 1.1
const WORKERS_GOAL = 1.6
const WORKERS_MINUTES = 10
const [minutes = 10, rounds = 3] = process.argv.slice(3, 5).map(Number)
const MODEL = (process.argv[5] ?? 'whisper-base') as BenchModel // an unknown one fails to load

/**
 * `pnpm bench pipeline [MINUTES] [ROUNDS] [MODEL]`: from the process call to complete, diarisation included, against
 * bare sherpa-onnx with the same model, pieces of speech, windows and number of processes over decoded samples; and one
 * worker against two in the recognise stage. Models are loaded before either clock starts. A machine's speed drifts
 * within minutes, so each of our rounds is compared with the bare rounds before and after it.
 */
export async function main(): Promise<void> {
  const pcm = joinedSpeech(minutes * 60)
  const systems = { ours: await pipelineSystem(MODEL), bare: await bareSystem(MODEL) }
  const ours: number[] = []
  const bare: number[] = []
  const ratios: number[] = []
  let before = await secondsOf(systems.bare, pcm)
  for (let round = 1; round <= rounds; round++) {
    const between = await secondsOf(systems.ours, pcm)
    const after = await secondsOf(systems.bare, pcm)
    const around = (before + after) / 2
    ours.push(between)
    bare.push(around)
    ratios.push(between / around)
    console.log(
      `round ${round}: pipeline ${between.toFixed(1)} s, bare ${before.toFixed(1)} s before and ${after.toFixed(1)} s ` +
        `after, ratio ${(between / around).toFixed(3)}`,
    )
    before = after
  }
  await systems.ours.close()
  await systems.bare.close()
  const short = toWav(pcm.subarray(0, WORKERS_MINUTES * 60 * BYTES_PER_SECOND))
  const one = await recogniseSeconds(short, 1)
  const two = await recogniseSeconds(short, 2)

  const ratio = median(ratios)
  console.log(`${minutes} min of speech, ${MODEL}, ${PROCESSES} processes, median of ${rounds}`)
  console.log(
    `pipeline ${median(ours).toFixed(1)} s, bare engine ${median(bare).toFixed(1)} s, ratio ${ratio.toFixed(3)} (goal ≤ ${GOAL}); ` +
      `${((minutes * 60) / median(ours)).toFixed(1)} × real time`,
  )
  console.log(
    `${Math.min(minutes, WORKERS_MINUTES)} min in the recognise stage: one worker ${one.toFixed(1)} s, two ` +
      `${two.toFixed(1)} s, ${(one / two).toFixed(2)} times as fast (goal ≥ ${WORKERS_GOAL})`,
  )
  process.exitCode = ratio <= GOAL && one / two >= WORKERS_GOAL ? 0 : 1
}

async function secondsOf(system: System, pcm: Buffer): Promise<number> {
  const { text, seconds } = await system.hear(pcm)
  if (text === '') throw new Error(`The ${system.name} recognised nothing`)
  return seconds
}

/** The time of the recognise stage with `workers` workers of one slot each. */
async function recogniseSeconds(wav: Buffer, workers: number): Promise<number> {
  const { test, close } = await createFreshApp()
  const owner = await test.signIn({ tariffId: BUSINESS })
  const started = await Promise.all(
    Array.from({ length: workers }, () => startWorker(test.config, { WORKER_SLOTS: '1', SPEECH_MODEL: MODEL })),
  )
  const id = await uploadRecording(owner, wav)
  await inspected(owner, id)
  await startProcessing(owner, id)
  await watchToEnd(owner, id, LIKE_THE_PAGE)
  await Promise.all(started.map((worker) => worker.kill('SIGTERM')))
  const { from, to } = await test.ctx.db
    .selectFrom('tasks')
    .innerJoin('processes', 'processes.id', 'tasks.processId')
    .select(({ fn }) => [fn.min('processes.recogniseStartedAt').as('from'), fn.max('tasks.doneAt').as('to')])
    .where('processes.scriptId', '=', id)
    .executeTakeFirstOrThrow()
  await close()
  return ((to?.getTime() ?? 0) - (from?.getTime() ?? 0)) / 1000
}

/** Real recordings, repeated to `seconds`. */
function joinedSpeech(seconds: number): Buffer {
  const clips = ['0022', '0024', '0025', '0027', '0030', '0031', '0032', '0033', '0034', '0035'].map(
    (n) => `voxforge_ru/ru_${n}.wav`,
  )
  const once = Buffer.concat(
    [...clips, 'dialogs/ru_3spk.wav', 'dialogs/ru_4spk.wav'].map((name) => wavSamples(recording(name))),
  )
  const bytes = seconds * BYTES_PER_SECOND
  const times = Math.ceil(bytes / once.length)
  return Buffer.concat(Array.from({ length: times }, () => once)).subarray(0, bytes)
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}
