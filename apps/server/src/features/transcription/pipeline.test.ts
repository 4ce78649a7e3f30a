import { readFileSync } from 'node:fs'

import { diarizationErrorRate } from '@doslovno/domain/speakers/diarization-error-rate.ts'
import { wordErrorRate } from '@doslovno/domain/transcript/word-error-rate.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import type { SpeechContext } from '#context.ts'
import { AppError } from '#platform/errors.ts'
import {
  readScript,
  startProcessing,
  statusOf,
  textOf,
  uploadRecording,
  watchToEnd,
} from '#test/recordings/pipeline.ts'
import { recording, reference } from '#test/recordings/recordings.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'
import { addVocabulary } from '#test/vocabulary-terms.ts'
import { startWorker, type TestWorker } from '#test/worker.ts'

import { finishProcess } from './finish.ts'
import { giveUpTask } from './tasks/run.ts'

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
  it('becomes a text with timed words, and its progress never goes back [FILE-10]', async () => {
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

  it('has the terms of its owner put right, with what was heard beside them', async () => {
    const author = await test.signIn()
    await addVocabulary(test, author.userId ?? '', ['Мюллер', 'Волга-Волга'])
    const id = await uploadRecording(author, readFileSync(recording('tinkoff/stierlitz.wav')))
    await startProcessing(author, id)

    await watchToEnd(author, id)

    const { script } = await readScript(author, id)
    const marked = script.flatMap(({ words }) => words.filter(({ heard }) => heard))
    expect(marked).toMatchObject([
      { text: expect.stringMatching(/^Мюллер/u), heard: expect.stringMatching(/^Мюлер/u) },
      { text: 'Волга-Волга', heard: 'Волго Волго' },
    ])
  })

  it('leaves no samples behind when it is done', async () => {
    const id = await uploadRecording(owner, readFileSync(recording(NAME)))
    const processId = await startProcessing(owner, id)

    await watchToEnd(owner, id)

    // They are removed after the text is shown.
    const size = () => test.ctx.storage.sizeOf(`processes/${processId}/audio.pcm`)
    await vi.waitFor(async () => expect(await size()).toBeUndefined(), { timeout: 60_000 })
  })

  it('fails if only its first bytes are those of a recording, and can be started again', async () => {
    const id = await uploadRecording(owner, Buffer.concat([Buffer.from('ID3'), Buffer.alloc(3000, 7)]))
    await startProcessing(owner, id)

    const seen = await watchToEnd(owner, id)

    expect(seen.at(-1)).toMatchObject({ status: 'error', error: 'MediaFile cannot proceesed' })
    expect(await readScript(owner, id)).toMatchObject({ status: 'error' })
    await startProcessing(owner, id)
    expect((await watchToEnd(owner, id)).at(-1)).toMatchObject({ status: 'error' })
  })

  it('has at most one running process', async () => {
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

describe('a conversation', () => {
  it('is split by speaker [UP-7]', async () => {
    const id = await uploadRecording(owner, readFileSync(recording('dialogs/ru_fest2.wav')))
    await startProcessing(owner, id)

    await watchToEnd(owner, id)

    const script = await readScript(owner, id)
    const turns = script.script.map(({ start, end, speaker }) => ({ start, end, speaker }))
    expect(script).toMatchObject({ status: 'complete', speakers: 2 })
    expect(diarizationErrorRate(rttmTurns('dialogs/ru_fest2.rttm'), turns)).toBeLessThan(0.35)
  })

  it('has a single speaker if its owner says so', async () => {
    const id = await uploadRecording(owner, readFileSync(recording('dialogs/ru_fest2.wav')))
    const payload = { language: 'ru', speakersCount: 1 }
    await owner.call({ method: 'POST', url: `/api/scripts/${id}/process`, payload })

    await watchToEnd(owner, id)

    expect(await readScript(owner, id)).toMatchObject({ status: 'complete', speakers: 1 })
  })

  it('keeps its text if diarisation fails', async () => {
    const id = await uploadRecording(owner, readFileSync(recording(NAME)))
    await worker.kill('SIGTERM')
    const processId = await startProcessing(owner, id)
    await db()
      .updateTable('tasks')
      .set({ kind: 'recognise', state: 'done', attempts: 1, result: JSON.stringify(WORDS) })
      .where('processId', '=', processId)
      .execute()
    const window = { processId, kind: 'diarise' as const, index: 0, startSeconds: 0, endSeconds: 9 }
    await db()
      .insertInto('tasks')
      .values({ ...window, state: 'queued', attempts: 3 })
      .execute()
    // Giving up needs neither media nor models.
    const ctx = test.ctx as SpeechContext

    await giveUpTask(ctx, window, new AppError('processingFailed'))
    await finishProcess(ctx, processId)

    const script = await readScript(owner, id)
    expect(script).toMatchObject({ status: 'completeWithErrors', speakers: 1 })
    expect(textOf(script)).toBe('Добрый день.')
  })

  it('fails if too much of it cannot be recognised', async () => {
    const id = await uploadRecording(owner, readFileSync(recording(NAME)))
    const processId = await startProcessing(owner, id)
    const chunk = { processId, kind: 'recognise' as const, state: 'queued' as const, attempts: 3 }
    const [recognised, lost] = [
      { ...chunk, index: 0, startSeconds: 0, endSeconds: 7, state: 'done' as const, result: JSON.stringify(WORDS) },
      { ...chunk, index: 1, startSeconds: 7, endSeconds: 9 },
    ]
    await db().insertInto('tasks').values([recognised, lost]).execute()
    await db().updateTable('processes').set({ secondsTotal: 9 }).where('id', '=', processId).execute()

    await giveUpTask(test.ctx as SpeechContext, lost, new AppError('processingFailed'))

    expect(await statusOf(owner, id)).toMatchObject({ status: 'error', error: 'Processing failed' })
    expect(await readScript(owner, id)).toMatchObject({ status: 'error', script: [] })
  })
})

const WORDS = [
  { text: 'Добрый', start: 0, end: 0.5, confidence: null },
  { text: 'день.', start: 0.6, end: 1, confidence: null },
]
const db = () => test.ctx.db

/** The turns of a reference annotation. */
function rttmTurns(name: string) {
  const lines = readFileSync(recording(name), 'utf8').trim().split('\n')
  const annotated = lines.map((line) => line.split(/\s+/))
  const speakers = [...new Set(annotated.map((fields) => fields[7]))]
  return annotated.map((fields) => {
    const [start, seconds] = [Number(fields[3]), Number(fields[4])]
    return { start, end: start + seconds, speaker: speakers.indexOf(fields[7]) }
  })
}
