import { createTemplate } from '@doslovno/server/test/database.ts'
import { uploadRecording, watchToEnd } from '@doslovno/server/test/pipeline.ts'
import { recording, toWav, wavSamples } from '@doslovno/server/test/recordings.ts'
import { createTestApp } from '@doslovno/server/test/test-app.ts'
import { startWorker } from '@doslovno/server/test/worker.ts'
import { expect, test } from '@playwright/test'

import { developmentEnv } from '#scripts/settings.ts'

const CLIPS = ['0022', '0024', '0025', '0027', '0030', '0031', '0032', '0033', '0034', '0035']
const SECONDS = 240
const BYTES_PER_SECOND = 32_000
/** People stop to think between what they say. */
const PAUSE = Buffer.alloc(4 * BYTES_PER_SECOND)
/** Ten minutes for an hour. */
const SLOWEST = 1 / 6

/** With the quickest model: the default one needs quicker cores than some have, see docs/BENCHMARKS.md. */
test('a recording of one speaker is done within ten minutes per hour of it [UP-13]', async () => {
  Object.assign(process.env, { ...developmentEnv('postgres'), LOG_LEVEL: 'silent' })
  const template = await createTemplate(process.env.DATABASE_URL ?? '')
  const app = await createTestApp()
  const worker = await startWorker(app.config, { SPEECH_MODEL: 'whisper-tiny' })
  const owner = await app.signIn()
  const clips = CLIPS.flatMap((clip) => [wavSamples(recording(`voxforge_ru/ru_${clip}.wav`)), PAUSE])
  const speech = Buffer.concat([...clips, ...clips, ...clips, ...clips]).subarray(0, SECONDS * BYTES_PER_SECOND)
  const id = await uploadRecording(owner, toWav(speech))

  const started = Date.now()
  const payload = { language: 'ru', speakersCount: 1 }
  await owner.call({ method: 'POST', url: `/api/scripts/${id}/process`, payload })
  const seen = await watchToEnd(owner, id, { timeoutMs: 100_000 })
  const took = (Date.now() - started) / 1000

  await worker.kill('SIGTERM')
  await app.close()
  await template.drop()
  expect(seen.at(-1)?.status).toBe('complete')
  expect(took).toBeLessThanOrEqual(SECONDS * SLOWEST)
})
