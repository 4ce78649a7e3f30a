import { setTimeout as wait } from 'node:timers/promises'

import { readScript, startProcessing, textOf, uploadRecording } from '@doslovno/server/test/recordings/pipeline.ts'
import { toWav } from '@doslovno/server/test/recordings/recordings.ts'
import type { TestApp } from '@doslovno/server/test/test-app.ts'

import { BUSINESS, freshApp } from '#lab/app.ts'
import { numbers } from '#lab/arguments.ts'
import { atOnce, most, secondsOf } from '#lab/figures.ts'
import { log, mark } from '#lab/marks.ts'
import { startWorker, watchMemory } from '#lab/processes.ts'
import { joinedSpeech } from '#lab/recordings.ts'

const [hours] = numbers(3)
const WORKERS = 2
const MOST_MEGABYTES = 1500
const HALF_AN_HOUR = 1800

/** Transcribes hours of speech within memory that does not grow with the length. */
export async function main(): Promise<void> {
  const test = await freshApp()
  const owner = await test.signIn({ tariffId: BUSINESS })
  const seconds = Math.round(hours * 3600)
  const id = await uploadRecording(owner, toWav(joinedSpeech(seconds)))
  const settings = { WORKER_SLOTS: '1', SPEECH_MODEL: 'whisper-tiny' }
  const workers = await atOnce(WORKERS, () => startWorker(test.config, settings))
  const peaks = workers.map(({ process: { pid = 0 } }) => watchMemory(pid))
  const peak = () => most(peaks.map((megabytesSoFar) => megabytesSoFar()))
  let early = 0
  const took = await secondsOf(async () => {
    await startProcessing(owner, id)
    early = await waitForEnd(test, id, seconds * 1000, peak)
  })
  const megabytes = peak()
  const reader = await test.signInAs(owner.userId ?? '')
  const opened = Date.now()
  const script = await readScript(reader, id)
  const openMs = Date.now() - opened
  const text = textOf(script)
  log(
    `${hours} h of speech, whisper-tiny, ${WORKERS} workers of one slot: done in ${took.toFixed(0)} s ` +
      `(${(seconds / took).toFixed(1)} × real time); ${script.speakers} speakers, ${script.script.length} sentences, ` +
      `${text.split(' ').length} words; its page's call answers in ${openMs} ms`,
  )
  mark('complete', script.error ?? script.status, script.status === 'complete')
  mark(`over ${seconds * 5} characters`, String(text.length), text.length > seconds * 5)
  const seen = `${early.toFixed(0)} MB in the first half hour, ${megabytes.toFixed(0)} MB in all`
  mark(`a worker with its models and children ≤ ${MOST_MEGABYTES} MB`, seen, megabytes <= MOST_MEGABYTES)
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
