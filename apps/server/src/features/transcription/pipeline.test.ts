import { readFileSync } from 'node:fs'

import { wordErrorRate } from '@doslovno/domain/transcript/word-error-rate.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { readScript, startProcessing, statusOf, textOf, uploadRecording, watchToEnd } from '#test/pipeline.ts'
import { recording, reference } from '#test/recordings.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'
import { startWorker, type TestWorker } from '#test/worker.ts'

let test: TestApp
let worker: TestWorker
let owner: Caller

beforeAll(async () => {
  test = await createTestApp()
  worker = await startWorker(test.config, { SPEECH_MODEL: 'whisper-base' })
  owner = await test.signIn()
})
afterAll(async () => {
  await worker.kill('SIGTERM')
  await test.close()
})

const NAME = 'voxforge_ru/ru_0032.wav'

describe('a recording', () => {
  it('becomes a text with timed words, and its progress only grows [FILE-10]', async () => {
    const id = await uploadRecording(owner, readFileSync(recording(NAME)))
    await startProcessing(owner, id, 'auto')

    const seen = await watchToEnd(owner, id)

    const script = await readScript(owner, id)
    const progress = seen.map((state) => state.progress)
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
    expect(seen.at(-1)).toMatchObject({ status: 'complete', progress: 100 })
    expect(script).toMatchObject({ status: 'complete', type: 'audio', language: 'ru', speakers: 1, canEdit: true })
    expect(script.duration).toBeCloseTo(9.375, 1)
    expect(wordErrorRate(reference(NAME), textOf(script))).toBeLessThanOrEqual(0.4)
    for (const { start, end, text, speaker, words } of script.script) {
      expect({ start, end, text, speaker }).toEqual({
        start: words[0]?.start,
        end: words.at(-1)?.end,
        text: words.map((word) => word.text).join(' '),
        speaker: 0,
      })
    }
    const starts = script.script.flatMap(({ words }) => words.map((word) => word.start))
    expect(starts).toEqual(starts.toSorted((a, b) => a - b))
    expect(starts.at(-1)).toBeLessThan(9.375)
  })

  it('leaves no samples behind when it is done', async () => {
    const id = await uploadRecording(owner, readFileSync(recording(NAME)))
    const processId = await startProcessing(owner, id)

    await watchToEnd(owner, id)

    await expect(test.ctx.storage.read(`processes/${processId}/audio.pcm`)).rejects.toMatchObject({ name: 'NoSuchKey' })
  })

  it('is told apart from what is no recording at all, and may be tried again', async () => {
    const id = await uploadRecording(owner, Buffer.from('not a recording'))
    await startProcessing(owner, id)

    const seen = await watchToEnd(owner, id)

    expect(seen.at(-1)).toMatchObject({ status: 'error', error: 'Unsupported format video' })
    expect(await readScript(owner, id)).toMatchObject({ status: 'error' })
    await startProcessing(owner, id)
    expect((await watchToEnd(owner, id)).at(-1)).toMatchObject({ status: 'error' })
  })

  it('is processed once at a time', async () => {
    const id = await uploadRecording(owner, readFileSync(recording(NAME)))
    const starts = Array.from({ length: 5 }, () =>
      owner.call({ method: 'POST', url: `/api/scripts/${id}/process`, payload: {} }),
    )

    const statuses = (await Promise.all(starts)).map((reply) => reply.statusCode)

    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409])
    await watchToEnd(owner, id)
  })

  it('and its process are hidden from other users', async () => {
    const stranger = await test.signIn()
    const id = await uploadRecording(owner, readFileSync(recording(NAME)))
    const processId = await startProcessing(owner, id)

    const calls = [
      stranger.call({ url: `/api/scripts/${id}` }),
      stranger.call({ url: `/api/scripts/${id}/status` }),
      stranger.call({ url: `/api/processes/${processId}` }),
      stranger.call({ method: 'POST', url: `/api/scripts/${id}/process`, payload: {} }),
      test.app.inject({ url: `/api/scripts/${id}` }),
    ]

    expect((await Promise.all(calls)).map((reply) => reply.statusCode)).toEqual([404, 404, 404, 404, 404])
    expect(await statusOf(owner, id)).toMatchObject({ status: 'processing' })
    await watchToEnd(owner, id)
  })
})
