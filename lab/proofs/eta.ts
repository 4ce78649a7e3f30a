import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'

import type { ProcessState } from '@doslovno/contract/scripts.ts'
import { startProcessing, statusOf, uploadRecording } from '@doslovno/server/test/recordings/pipeline.ts'
import { toWav } from '@doslovno/server/test/recordings/recordings.ts'
import type { Caller } from '@doslovno/server/test/test-app.ts'
import { startWorker } from '@doslovno/server/test/worker.ts'

import { createFreshApp } from '#lab/app.ts'

import { joinedSpeech } from './sounds.ts'

const FILES = Number(process.argv[3] ?? 20)
const MODEL = 'whisper-tiny'
const MARKS = [25, 50, 75]
const BUSINESS = 4
/** At least 80 % of the estimates must be within 25 %. */
const TOLERANCE = 0.25
const SHARE = 0.8

/** Compares the ETA shown to people with the time they really wait. */
export async function main(): Promise<void> {
  const { test, close } = await createFreshApp()
  const { userId } = await test.signIn({ tariffId: BUSINESS })
  const worker = await startWorker(test.config, { WORKER_SLOTS: '2', SPEECH_MODEL: MODEL })
  const errors: number[] = []
  for (let file = 0; file < FILES; file++) {
    // From three to six minutes.
    const seconds = 180 + ((file * 7) % 20) * 10
    // A token expires before all files are done.
    const owner = await test.signInAs(userId ?? '')
    const id = await uploadRecording(owner, toWav(joinedSpeech(seconds, file)))
    const found = await errorsOf(owner, id)
    assert.equal(found.length, MARKS.length, 'a mark was passed without an ETA')
    errors.push(...found)
    console.log(`${seconds} s: ${found.map((error) => `${(error * 100).toFixed(0)} %`).join(', ')}`)
  }
  await worker.kill('SIGTERM')
  await close()
  const good = errors.filter((error) => Math.abs(error) <= TOLERANCE).length
  console.log(
    `ETA read at ${MARKS.join(', ')} % of ${FILES} files: ${good} of ${errors.length} within ±25 % ` +
      `(${((good / errors.length) * 100).toFixed(0)} %, goal ≥ 80 %)`,
  )
  if (good < errors.length * SHARE) process.exitCode = 1
}

type Reading = { at: number; eta: number }

/** The relative error of the ETA at each mark. */
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
