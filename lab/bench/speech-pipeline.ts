import { setTimeout as wait } from 'node:timers/promises'

import {
  readScript,
  startProcessing,
  textOf,
  uploadRecording,
  watchToEnd,
} from '@doslovno/server/test/recordings/pipeline.ts'
import { toWav } from '@doslovno/server/test/recordings/recordings.ts'
import type { Caller } from '@doslovno/server/test/test-app.ts'
import { startWorker } from '@doslovno/server/test/worker.ts'

import { createFreshApp } from '#lab/app.ts'

import { type BenchModel, PROCESSES, peaksOf, type System } from './speech-systems.ts'

export const BUSINESS = 4
/** Polls as often as the page: polling ten times a second alone took 3 % of two cores. */
export const LIKE_THE_PAGE = { timeoutMs: 20 * 60_000, everyMs: 1000 }
const COPY_SECONDS = 120

/** The whole product, from the process call to the text, with as many recogniser processes. */
export async function pipelineSystem(model: BenchModel): Promise<System> {
  const { test, close } = await createFreshApp()
  const worker = await startWorker(test.config, { WORKER_SLOTS: String(PROCESSES), SPEECH_MODEL: model })
  const { id: userId } = await test.createUser({ tariffId: BUSINESS })
  return {
    name: 'pipeline',
    hear: async (pcm) => {
      const owner = await test.signInAs(userId)
      const id = await uploadRecording(owner, toWav(pcm))
      await inspected(owner, id)
      const started = performance.now()
      await startProcessing(owner, id)
      await watchToEnd(owner, id, LIKE_THE_PAGE)
      const seconds = (performance.now() - started) / 1000
      const script = await readScript(owner, id)
      const turns = script.script.map(({ start, end, speaker }) => ({ start, end, speaker }))
      return { text: textOf(script), turns, seconds }
    },
    peaks: () => peaksOf(worker.process.pid ?? 0),
    close: async () => {
      await worker.kill('SIGTERM')
      await close()
    },
  }
}

/** Waits for the playback copy, which inspection makes before a person starts processing, so that it costs no cores then. */
export async function inspected(owner: Caller, id: string): Promise<void> {
  for (let second = 0; second < COPY_SECONDS; second++) {
    const { fileSrc } = await readScript(owner, id)
    if (fileSrc?.includes('/playback')) return
    await wait(1000)
  }
  throw new Error(`No playback copy after ${COPY_SECONDS} s`)
}
