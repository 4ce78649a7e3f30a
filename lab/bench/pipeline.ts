import { BYTES_PER_SECOND } from '@doslovno/domain/media/levels.ts'
import { startProcessing, uploadRecording, watchToEnd } from '@doslovno/server/test/recordings/pipeline.ts'
import { toWav } from '@doslovno/server/test/recordings/recordings.ts'

import { BUSINESS, freshApp } from '#lab/app.ts'
import { numbers, words } from '#lab/arguments.ts'
import { atOnce, inSeconds, median } from '#lab/figures.ts'
import { mark } from '#lab/marks.ts'
import { startWorker } from '#lab/processes.ts'
import { joinedSpeech } from '#lab/recordings.ts'

import { bareSystem, type BenchModel, inspected, LIKE_THE_PAGE, pipelineSystem, PROCESSES, type System } from './speech/systems.ts' // prettier-ignore

const GOAL = 1.1
const WORKERS_GOAL = 1.6
const WORKERS_MINUTES = 10
const [minutes, rounds] = numbers(10, 3)
const MODEL = (words.find((word) => word.startsWith('whisper')) ?? 'whisper-base') as BenchModel // an unknown one fails to load

/**
 * From the process call to complete, diarisation included, against bare sherpa-onnx with the same model, pieces of
 * speech, windows and number of processes over decoded samples; and one worker against two in the recognise stage.
 * Models are loaded before either clock starts. A machine's speed drifts within minutes, so each of our rounds is
 * compared with the bare rounds before and after it.
 */
export async function main(): Promise<void> {
  const pcm = joinedSpeech(minutes * 60)
  const systems = { ours: await pipelineSystem(MODEL), bare: await bareSystem(MODEL) }
  const found: { ours: number; bare: number }[] = []
  let before = await secondsOf(systems.bare, pcm)
  for (let round = 1; round <= rounds; round++) {
    const ours = await secondsOf(systems.ours, pcm)
    const after = await secondsOf(systems.bare, pcm)
    found.push({ ours, bare: (before + after) / 2 })
    console.log(
      `round ${round}: pipeline ${inSeconds(ours)}, bare ${inSeconds(before)} before and ${inSeconds(after)} after`,
    )
    before = after
  }
  await systems.ours.close()
  await systems.bare.close()
  const ratio = median(found.map(({ ours, bare }) => ours / bare))
  const [ours, bare] = [median(found.map((round) => round.ours)), median(found.map((round) => round.bare))]
  console.log(`${minutes} min of speech, ${MODEL}, ${PROCESSES} processes, median of ${rounds}`)
  const speed = `${((minutes * 60) / ours).toFixed(1)} × real time`
  mark(`pipeline ≤ ${GOAL} of the bare engine`, `${inSeconds(ours)} of ${inSeconds(bare)}, ${ratio.toFixed(3)}; ${speed}`, ratio <= GOAL) // prettier-ignore

  const short = toWav(pcm.subarray(0, WORKERS_MINUTES * 60 * BYTES_PER_SECOND))
  const [one, two] = [await recogniseSeconds(short, 1), await recogniseSeconds(short, 2)]
  const seen = `one ${inSeconds(one)}, two ${inSeconds(two)}, ${(one / two).toFixed(2)} times as fast`
  mark(`two workers ≥ ${WORKERS_GOAL} × one in the recognise stage`, seen, one / two >= WORKERS_GOAL)
}

async function secondsOf(system: System, pcm: Buffer): Promise<number> {
  const { text, seconds } = await system.hear(pcm)
  if (text === '') throw new Error(`The ${system.name} recognised nothing`)
  return seconds
}

/** The time of the recognise stage with `workers` workers of one slot each. */
async function recogniseSeconds(wav: Buffer, workers: number): Promise<number> {
  const test = await freshApp()
  const owner = await test.signIn({ tariffId: BUSINESS })
  const started = await atOnce(workers, () => startWorker(test.config, { WORKER_SLOTS: '1', SPEECH_MODEL: MODEL }))
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
  return ((to?.getTime() ?? 0) - (from?.getTime() ?? 0)) / 1000
}
