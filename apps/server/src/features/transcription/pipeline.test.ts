import { readFileSync } from 'node:fs'

import { diarizationErrorRate } from '@doslovno/domain/test/diarization-error-rate.ts'
import { wordErrorRate } from '@doslovno/domain/transcript/word-error-rate.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { readScript, startProcessing, textOf, uploadRecording, watchToEnd } from '#test/recordings/pipeline.ts'
import { recording, reference } from '#test/recordings/recordings.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'
import { addVocabulary } from '#test/vocabulary-terms.ts'
import { startWorkerHere, type WorkerHere } from '#test/worker.ts'

let test: TestApp
let worker: WorkerHere
let owner: Caller

beforeAll(async () => {
  test = await createTestApp()
  worker = await startWorkerHere(test.config, { SPEECH_BASE_URL: '', SPEECH_MODEL: 'whisper-base' })
  owner = await test.signIn()
})
afterAll(async () => {
  await worker.stop()
  await test.close()
})

const NAME = 'voxforge_ru/ru_0032.wav'

/** The only recordings of the tests that go through the models from the upload to the text. */
describe('a recording', () => {
  it('becomes a text with timed words, and its progress never goes back [FILE-10]', async () => {
    const id = await uploadRecording(owner, readFileSync(recording(NAME)))
    await startProcessing(owner, id, { language: 'auto' })

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
})

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
