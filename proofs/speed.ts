import assert from 'node:assert/strict'

import { createTemplate } from '@doslovno/server/test/database.ts'
import { uploadRecording, watchToEnd } from '@doslovno/server/test/recordings/pipeline.ts'
import { speechWithPauses, toWav } from '@doslovno/server/test/recordings/recordings.ts'
import { createTestApp } from '@doslovno/server/test/test-app.ts'
import { startWorker } from '@doslovno/server/test/worker.ts'

import { developmentEnv } from '#scripts/settings.ts'

const SECONDS = 240
/** Ten minutes for an hour. */
const SLOWEST = 1 / 6

/**
 * A recording of one speaker is done within ten minutes per hour of it. With the quickest model: the default one
 * needs quicker cores than some have, see docs/BENCHMARKS.md.
 */
export async function main(): Promise<void> {
  Object.assign(process.env, { ...developmentEnv('postgres'), LOG_LEVEL: 'silent' })
  const template = await createTemplate(process.env.DATABASE_URL ?? '')
  const app = await createTestApp()
  const worker = await startWorker(app.config, { SPEECH_MODEL: 'whisper-tiny' })
  const owner = await app.signIn()
  const id = await uploadRecording(owner, toWav(speechWithPauses(SECONDS)))

  const started = Date.now()
  const payload = { language: 'ru', speakersCount: 1 }
  await owner.call({ method: 'POST', url: `/api/scripts/${id}/process`, payload })
  const seen = await watchToEnd(owner, id)
  const took = (Date.now() - started) / 1000

  await worker.kill('SIGTERM')
  await app.close()
  await template.drop()
  console.log(`${SECONDS} s of one speaker took ${took.toFixed(1)} s (allowed ${SECONDS * SLOWEST})`)
  assert.equal(seen.at(-1)?.status, 'complete')
  assert.ok(took <= SECONDS * SLOWEST)
}
