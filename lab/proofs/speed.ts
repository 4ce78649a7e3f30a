import assert from 'node:assert/strict'

import { createLocalSpeech } from '@doslovno/server/adapters/speech/local.ts'
import { cpuSeconds } from '@doslovno/server/test/cpu-seconds.ts'
import { createTemplate } from '@doslovno/server/test/database.ts'
import { uploadRecording, watchToEnd } from '@doslovno/server/test/recordings/pipeline.ts'
import { speechWithPauses, toWav } from '@doslovno/server/test/recordings/recordings.ts'
import { createTestApp } from '@doslovno/server/test/test-app.ts'
import { startWorker } from '@doslovno/server/test/worker.ts'

import { developmentEnv } from '#scripts/settings.ts'

const MODEL = 'whisper-tiny'
const SECONDS = 240
/** Ten minutes for an hour. */
const SLOWEST = 1 / 6
/** CPU time of the whole processing by that of the engine alone, which does not depend on other load. */
const OVERHEAD = 2

/**
 * A recording of one speaker is done within ten minutes per hour of it. With the quickest model: the default one
 * needs quicker cores than some have, see docs/BENCHMARKS.md.
 */
export async function main(): Promise<void> {
  Object.assign(process.env, { ...developmentEnv('postgres'), LOG_LEVEL: 'silent' })
  const template = await createTemplate(process.env.DATABASE_URL ?? '')
  const app = await createTestApp()
  const worker = await startWorker(app.config, { SPEECH_MODEL: MODEL })
  const owner = await app.signIn()
  const samples = speechWithPauses(SECONDS)
  const bare = await cpuOfEngine(app.config.speech.modelsDir, samples)
  const id = await uploadRecording(owner, toWav(samples))

  const started = Date.now()
  const before = cpuSeconds(worker.process.pid ?? 0)
  const payload = { language: 'ru', speakersCount: 1 }
  await owner.call({ method: 'POST', url: `/api/scripts/${id}/process`, payload })
  const seen = await watchToEnd(owner, id)
  const took = (Date.now() - started) / 1000
  const ours = cpuSeconds(worker.process.pid ?? 0) - before

  await worker.kill('SIGTERM')
  await app.close()
  await template.drop()
  console.log(`${SECONDS} s of one speaker took ${took.toFixed(1)} s (allowed ${SECONDS * SLOWEST})`)
  assert.equal(seen.at(-1)?.status, 'complete')
  console.log(`engine alone ${bare.toFixed(1)} CPU s, processing ${ours.toFixed(1)} CPU s`)
  assert.ok(took <= SECONDS * SLOWEST)
  assert.ok(ours <= bare * OVERHEAD)
}

async function cpuOfEngine(modelsDir: string, samples: Buffer): Promise<number> {
  const engine = await createLocalSpeech({ modelsDir, model: MODEL, slots: 1 })
  const before = cpuSeconds(process.pid)
  await engine.recognise(samples, { language: 'ru', isNoisy: false }, new AbortController().signal)
  const used = cpuSeconds(process.pid) - before
  engine.close()
  return used
}
