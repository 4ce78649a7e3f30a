import { createLocalSpeech } from '@doslovno/server/adapters/speech/local.ts'
import { cpuSeconds } from '@doslovno/server/test/cpu-seconds.ts'
import { startProcessing, uploadRecording, watchToEnd } from '@doslovno/server/test/recordings/pipeline.ts'
import { speechWithPauses, toWav } from '@doslovno/server/test/recordings/recordings.ts'

import { freshApp } from '#lab/app.ts'
import { inSeconds } from '#lab/figures.ts'
import { mark } from '#lab/marks.ts'
import { startWorker } from '#lab/processes.ts'

const MODEL = 'whisper-tiny'
const SECONDS = 240
/** Ten minutes for an hour. */
const SLOWEST = 1 / 6
/** CPU time of the whole processing by that of the engine alone, which does not depend on other load. */
const OVERHEAD = 2

/** With the quickest model: the default one needs quicker cores than some have, see docs/BENCHMARKS.md. */
export async function main(): Promise<void> {
  const test = await freshApp()
  const { process: worker } = await startWorker(test.config, { SPEECH_MODEL: MODEL })
  const owner = await test.signIn()
  const samples = speechWithPauses(SECONDS)
  const bare = await cpuOfEngine(test.config.speech.modelsDir, samples)
  const id = await uploadRecording(owner, toWav(samples))
  const [startedAt, before] = [Date.now(), cpuSeconds(worker.pid ?? 0)]
  await startProcessing(owner, id, { language: 'ru', speakersCount: 1 })
  const last = (await watchToEnd(owner, id)).at(-1)
  const took = (Date.now() - startedAt) / 1000
  const ours = cpuSeconds(worker.pid ?? 0) - before
  mark('complete', last?.status ?? '', last?.status === 'complete')
  mark(`${SECONDS} s of one speaker within ${SECONDS * SLOWEST} s`, inSeconds(took), took <= SECONDS * SLOWEST)
  const seen = `engine alone ${bare.toFixed(1)} CPU s, processing ${ours.toFixed(1)} CPU s`
  mark(`CPU time ≤ ${OVERHEAD} × that of the engine alone`, seen, ours <= bare * OVERHEAD)
}

async function cpuOfEngine(modelsDir: string, samples: Buffer): Promise<number> {
  const engine = await createLocalSpeech({ modelsDir, model: MODEL, slots: 1 })
  const before = cpuSeconds(process.pid)
  await engine.recognise(samples, { language: 'ru', isNoisy: false }, new AbortController().signal)
  const used = cpuSeconds(process.pid) - before
  engine.close()
  return used
}
