import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'

import { readScript, startProcessing, textOf, uploadRecording } from '@doslovno/server/test/recordings/pipeline.ts'
import { toWav } from '@doslovno/server/test/recordings/recordings.ts'
import type { TestApp } from '@doslovno/server/test/test-app.ts'
import { startWorker } from '@doslovno/server/test/worker.ts'

import { createFreshApp } from '#lab/app.ts'

import { joinedSpeech } from './sounds.ts'
import { watchMemory } from '#lab/memory.ts'

const HOURS = Number(process.argv[3] ?? 3)
const MODEL = 'whisper-tiny'
const WORKERS = 2
const BUSINESS = 4
const MOST_MEGABYTES = 1500
const HALF_AN_HOUR = 1800

/** Transcribes hours of speech within memory that does not grow with the length. */
export async function main(): Promise<void> {
  const { test, close } = await createFreshApp()
  const owner = await test.signIn({ tariffId: BUSINESS })
  const seconds = Math.round(HOURS * 3600)
  const id = await uploadRecording(owner, toWav(joinedSpeech(seconds)))
  const workers = await Promise.all(
    Array.from({ length: WORKERS }, () => startWorker(test.config, { WORKER_SLOTS: '1', SPEECH_MODEL: MODEL })),
  )
  const peaks = workers.map(watchMemory)
  const peak = () => Math.max(...peaks.map((megabytesSoFar) => megabytesSoFar()))
  const started = Date.now()
  await startProcessing(owner, id)
  const early = await waitForEnd(test, id, seconds * 1000, peak)
  const took = (Date.now() - started) / 1000
  const megabytes = peak()
  const reader = await test.signInAs(owner.userId ?? '')
  const opened = Date.now()
  const script = await readScript(reader, id)
  const openMs = Date.now() - opened
  await Promise.all(workers.map((worker) => worker.kill('SIGTERM')))
  await close()
  assert.equal(script.status, 'complete', script.error)
  assert.ok(textOf(script).length > seconds * 5, 'the text is too short')
  assert.ok(megabytes <= MOST_MEGABYTES, `${megabytes} MB`)
  console.log(
    `${HOURS} h of speech, ${MODEL}, ${WORKERS} workers of one slot: done in ${took.toFixed(0)} s ` +
      `(${(seconds / took).toFixed(1)} × real time); a worker held at most ${early.toFixed(0)} MB in the first half ` +
      `hour and ${megabytes.toFixed(0)} MB in all, with its models and children (goal ≤ ${MOST_MEGABYTES}); ` +
      `${script.speakers} speakers, ${script.script.length} sentences, ` +
      `${textOf(script).split(' ').length} words; its page's call answers in ${openMs} ms`,
  )
}

/** Polls the database, since a token would expire. Returns the peak memory after the first half hour of the recording. */
async function waitForEnd({ ctx }: TestApp, id: string, timeoutMs: number, peak: () => number): Promise<number> {
  let early = 0
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await wait(1000)) {
    const { status, secondsDone } = await ctx.db
      .selectFrom('processes')
      .select(['status', 'secondsDone'])
      .where('scriptId', '=', id)
      .executeTakeFirstOrThrow()
    if (early === 0 && secondsDone >= HALF_AN_HOUR) early = peak()
    if (status !== 'processing') return early
  }
  throw new Error('Still processing')
}
