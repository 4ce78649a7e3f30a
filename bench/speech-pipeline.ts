import { setTimeout as wait } from 'node:timers/promises'

import type { Script } from '@doslovno/contract/scripts.ts'
import { createTemplate } from '@doslovno/server/test/database.ts'
import { readScript, startProcessing, textOf, uploadRecording, watchToEnd } from '@doslovno/server/test/pipeline.ts'
import { toWav } from '@doslovno/server/test/recordings.ts'
import { type Caller, createTestApp } from '@doslovno/server/test/test-app.ts'
import { startWorker } from '@doslovno/server/test/worker.ts'

import { developmentEnv } from '#scripts/settings.ts'

import { type BenchModel, PROCESSES, peaksOf, type System } from './speech-systems.ts'

export const BUSINESS = 4
/** Watched as often as by the page: ten times a second the questions alone took 3 % of two cores. */
export const LIKE_THE_PAGE = { timeoutMs: 20 * 60_000, everyMs: 1000 }
const COPY_SECONDS = 120

/** The whole product: from the process call to the text on a page, by a worker with as many processes. */
export async function pipelineSystem(model: BenchModel): Promise<System> {
  quietServer()
  const template = await createTemplate(process.env.DATABASE_URL ?? '')
  const test = await createTestApp()
  const worker = await startWorker(test.config, { WORKER_SLOTS: String(PROCESSES), SPEECH_MODEL: model })
  const { id: userId } = await test.createUser({ tariffId: BUSINESS })
  return {
    name: 'pipeline',
    hear: async (pcm) => {
      const owner = await test.signInAs(userId)
      const id = await uploadRecording(owner, toWav(pcm))
      const started = performance.now()
      await startProcessing(owner, id)
      await watchToEnd(owner, id, LIKE_THE_PAGE)
      const seconds = (performance.now() - started) / 1000
      const script = await scriptWithCopy(owner, id)
      const turns = script.script.map(({ start, end, speaker }) => ({ start, end, speaker }))
      return { text: textOf(script), turns, seconds }
    },
    peaks: () => peaksOf(worker.process.pid ?? 0),
    close: async () => {
      await worker.kill('SIGTERM')
      await test.close()
      await template.drop()
    },
  }
}

/** The copy for the player comes after the text: whatever is measured next should not share the cores with it. */
async function scriptWithCopy(owner: Caller, id: string): Promise<Script> {
  for (let second = 0; second < COPY_SECONDS; second++) {
    const script = await readScript(owner, id)
    if (script.fileSrc?.includes('/playback')) return script
    await wait(1000)
  }
  throw new Error(`No copy for the player after ${COPY_SECONDS} s`)
}

/** The development servers, without a log and without limits. */
export function quietServer(): void {
  Object.assign(process.env, { ...developmentEnv('postgres'), LOG_LEVEL: 'silent', RATE_LIMIT_FACTOR: '1000' })
}
