import { afterAll, beforeAll, expect, it } from 'vitest'

import { createLocalSpeech } from '#adapters/speech/local.ts'
import type { Speech } from '#adapters/speech/port.ts'
import { childrenOf, cpuSeconds } from '#test/cpu-seconds.ts'
import { uploadRecording, watchToEnd } from '#test/recordings/pipeline.ts'
import { speechWithPauses, toWav } from '#test/recordings/recordings.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { startWorker, type TestWorker } from '#test/worker.ts'

const SECONDS = 60
const MODEL = 'whisper-tiny'

let test: TestApp
let worker: TestWorker
let engine: Speech

beforeAll(async () => {
  test = await createTestApp()
  worker = await startWorker(test.config, { SPEECH_MODEL: MODEL })
  engine = await createLocalSpeech({ ...test.config.speech, model: MODEL, slots: 1 })
})
afterAll(async () => {
  engine.close()
  await worker.kill('SIGTERM')
  await test.close()
})

/**
 * The ten minutes per hour of UP-13 depend on the machine: `pnpm proof speed` measures them. The overhead on top of the
 * engine does not; it is measured in CPU time, so that other load on the machine does not matter.
 */
it('processing takes at most twice the CPU time of the engine alone [UP-13]', async () => {
  const samples = speechWithPauses(SECONDS)
  const owner = await test.signIn()

  const bare = await cpuOf(process.pid, async () => {
    await engine.recognise(samples, { language: 'ru', isNoisy: false }, new AbortController().signal)
  })
  const id = await uploadRecording(owner, toWav(samples))
  const ours = await cpuOf(worker.process.pid ?? 0, async () => {
    const payload = { language: 'ru', speakersCount: 1 }
    await owner.call({ method: 'POST', url: `/api/scripts/${id}/process`, payload })
    expect((await watchToEnd(owner, id)).at(-1)).toMatchObject({ status: 'complete' })
  })

  console.log(`${SECONDS} s of speech: engine ${bare.toFixed(1)} CPU s, pipeline ${ours.toFixed(1)} CPU s`)
  expect(ours).toBeLessThanOrEqual(bare * 2)
})

/** CPU seconds used by a process and its children during `work`. */
async function cpuOf(pid: number, work: () => Promise<void>): Promise<number> {
  expect(childrenOf(pid).length).toBeGreaterThan(0)
  const before = cpuSeconds(pid)
  await work()
  return cpuSeconds(pid) - before
}
