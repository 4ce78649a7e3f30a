import { setTimeout as wait } from 'node:timers/promises'

import type { ProcessState } from '@doslovno/contract/scripts.ts'
import { startProcessing, statusOf, uploadRecording } from '@doslovno/server/test/recordings/pipeline.ts'
import { toWav } from '@doslovno/server/test/recordings/recordings.ts'
import type { Caller } from '@doslovno/server/test/test-app.ts'

import { BUSINESS, freshApp } from '#lab/app.ts'
import { numbers } from '#lab/arguments.ts'
import { percent } from '#lab/figures.ts'
import { log, mark } from '#lab/marks.ts'
import { startWorker } from '#lab/processes.ts'
import { joinedSpeech } from '#lab/recordings.ts'

const [files] = numbers(20)
const READ_AT = [25, 50, 75]
/** At least 80 % of the estimates must be within 25 %. */
const TOLERANCE = 0.25
const SHARE = 0.8

/** Compares the ETA shown to people with the time they really wait. */
export async function main(): Promise<void> {
  const test = await freshApp()
  const { userId } = await test.signIn({ tariffId: BUSINESS })
  await startWorker(test.config, { WORKER_SLOTS: '2', SPEECH_MODEL: 'whisper-tiny' })
  const errors: number[] = []
  for (let file = 0; file < files; file++) {
    // From three to six minutes.
    const seconds = 180 + ((file * 7) % 20) * 10
    // A token expires before all files are done.
    const owner = await test.signInAs(userId ?? '')
    const found = await errorsOf(owner, await uploadRecording(owner, toWav(joinedSpeech(seconds, file))))
    if (found.length < READ_AT.length) mark('an ETA at every reading', `${found.length} of ${READ_AT.length}`, false)
    errors.push(...found)
    log(`${seconds} s: ${found.map((error) => percent(error, 0)).join(', ')}`)
  }
  const good = errors.filter((error) => Math.abs(error) <= TOLERANCE).length
  const seen = `${good} of ${errors.length}, ${percent(good / errors.length, 0)}`
  mark(`ETA at ${READ_AT.join(', ')} % of ${files} files: ≥ 80 % within ±25 %`, seen, good >= errors.length * SHARE)
}

/** The relative error of the ETA at each reading. */
async function errorsOf(owner: Caller, id: string): Promise<number[]> {
  await startProcessing(owner, id)
  const readings = new Map<number, { at: number; eta: number }>()
  let state: ProcessState = await statusOf(owner, id)
  for (const deadline = Date.now() + 1_200_000; state.status === 'processing'; state = await statusOf(owner, id)) {
    if (Date.now() > deadline) throw new Error(`Still processing: ${id}`)
    const reading = READ_AT.find((share) => state.progress >= share && !readings.has(share))
    if (reading && state.etaSeconds !== null) readings.set(reading, { at: Date.now(), eta: state.etaSeconds })
    await wait(100)
  }
  const end = Date.now()
  return [...readings.values()].map(({ at, eta }) => eta / Math.max(1, (end - at) / 1000) - 1)
}
