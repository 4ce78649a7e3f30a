import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'

import type { ProcessState } from '@doslovno/contract/scripts.ts'
import { createTemplate } from '@doslovno/server/test/database.ts'
import { startProcessing, statusOf, uploadRecording } from '@doslovno/server/test/pipeline.ts'
import { toWav } from '@doslovno/server/test/recordings.ts'
import { type Caller, createTestApp } from '@doslovno/server/test/test-app.ts'
import { startWorker } from '@doslovno/server/test/worker.ts'

import { developmentEnv } from '#scripts/settings.ts'

import { joinedSpeech } from './sounds.ts'

const FILES = Number(process.argv[3] ?? 20)
const MODEL = 'whisper-tiny'
const MARKS = [25, 50, 75]
const BUSINESS = 4
/** What is told may be wrong by a quarter, in four of five cases. */
const TOLERANCE = 0.25
const SHARE = 0.8

/** Whether the time left that people are told is the time they wait. */
export async function main(): Promise<void> {
  Object.assign(process.env, { ...developmentEnv('postgres'), LOG_LEVEL: 'silent', RATE_LIMIT_FACTOR: '1000' })
  const template = await createTemplate(process.env.DATABASE_URL ?? '')
  const test = await createTestApp()
  const { userId } = await test.signIn({ tariffId: BUSINESS })
  const worker = await startWorker(test.config, { WORKER_SLOTS: '2', SPEECH_MODEL: MODEL })
  const errors: number[] = []
  for (let file = 0; file < FILES; file++) {
    // From three to six minutes.
    const seconds = 180 + ((file * 7) % 20) * 10
    // A token does not live as long as all of them take.
    const owner = await test.signInAs(userId ?? '')
    const id = await uploadRecording(owner, toWav(joinedSpeech(seconds, file)))
    const found = await errorsOf(owner, id)
    assert.equal(found.length, MARKS.length, 'a mark was passed without a time left')
    errors.push(...found)
    console.log(`${seconds} s: ${found.map((error) => `${(error * 100).toFixed(0)} %`).join(', ')}`)
  }
  await worker.kill('SIGTERM')
  await test.close()
  await template.drop()
  const good = errors.filter((error) => Math.abs(error) <= TOLERANCE).length
  console.log(
    `Time left read at ${MARKS.join(', ')} % of ${FILES} files: ${good} of ${errors.length} within ±25 % ` +
      `(${((good / errors.length) * 100).toFixed(0)} %, goal ≥ 80 %)`,
  )
  if (good < errors.length * SHARE) process.exitCode = 1
}

type Reading = { at: number; eta: number }

/** How far off the time left was at each mark, against what was really left. */
async function errorsOf(owner: Caller, id: string): Promise<number[]> {
  await startProcessing(owner, id)
  const readings = new Map<number, Reading>()
  let state: ProcessState = await statusOf(owner, id)
  for (const deadline = Date.now() + 1_200_000; state.status === 'processing'; state = await statusOf(owner, id)) {
    if (Date.now() > deadline) throw new Error(`Still processing: ${id}`)
    const mark = MARKS.find((percent) => state.progress >= percent && !readings.has(percent))
    if (mark && state.etaSeconds !== null) readings.set(mark, { at: Date.now(), eta: state.etaSeconds })
    await wait(100)
  }
  const end = Date.now()
  return [...readings.values()].map(({ at, eta }) => eta / Math.max(1, (end - at) / 1000) - 1)
}
