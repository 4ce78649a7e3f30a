import type { Hear } from '@doslovno/simulators/speech/hear.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { updateScript } from '#features/scripts/index.ts'
import {
  ONE_SPEAKER,
  readScript,
  startProcessing,
  textOf,
  uploadRecording,
  watchToEnd,
} from '#test/recordings/pipeline.ts'
import { addRecordedScript } from '#test/recordings/recorded-script.ts'
import { recording, toWav, wavSamples } from '#test/recordings/recordings.ts'
import { hear as hearScripted } from '#test/scripted-hear.ts'
import { startTestSpeechServer, type TestSpeechServer } from '#test/speech-server.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'
import { startWorkerHere, type WorkerHere } from '#test/worker.ts'

let test: TestApp
let worker: WorkerHere
let speech: TestSpeechServer
/** The server's ears; it always hears the test clip, which judges it at start. */
let hears: Hear

beforeAll(async () => {
  hears = hearScripted
  test = await createTestApp()
  speech = await startTestSpeechServer({ hear: (sound, signal) => hears(sound, signal) })
  worker = await startWorkerHere(test.config, speech.env)
})
beforeEach(() => {
  hears = hearScripted
})
afterAll(async () => {
  await worker.stop()
  await speech.close()
  await test.close()
})

const SPOKEN = wavSamples(recording('voxforge_ru/ru_0032.wav'))
const SPAN = { start: 3, end: 6 }

const askAgain = (caller: Caller, id: string, start = SPAN.start) =>
  caller.call({ method: 'POST', url: `/api/scripts/${id}/hear-again`, payload: { start } })

/** A file whose words between the third and the sixth second are missing. */
async function addFile(owner: Caller): Promise<string> {
  const content = toWav(Buffer.concat([SPOKEN, SPOKEN]))
  const spoken = [
    { text: 'Начало разговора.', start: 0.2, end: 2.5 },
    { text: 'Конец разговора.', start: 7, end: 9, speaker: 1 },
  ]
  const file = { userId: owner.userId ?? '', fileName: 'Разговор.wav', contentType: 'audio/wav', content, spoken }
  const id = await addRecordedScript(test.ctx, file)
  await updateScript(test.ctx.db, id, { unheard: [SPAN], flaws: ['partUnheard'], status: 'completeWithErrors' })
  return id
}

describe('speech without words', () => {
  it('is heard again by itself, and reported if that gives nothing', async () => {
    const owner = await test.signIn()
    const { length } = SPOKEN
    // Ends early, as Whisper does where the voice changes, and understands nothing of the rest.
    hears = async ({ pcm, language = 'ru' }, signal) => {
      const { words } = await hearScripted({ pcm, language }, signal)
      return { language, words: pcm.byteLength > length ? words.filter(({ end }) => end < 5) : [] }
    }
    const id = await uploadRecording(owner, toWav(Buffer.concat([SPOKEN, SPOKEN])))
    await startProcessing(owner, id, ONE_SPEAKER)
    await watchToEnd(owner, id)

    const { status, unheard = [], flaws } = await readScript(owner, id)
    expect({ status, flaws }).toEqual({ status: 'completeWithErrors', flaws: ['partUnheard'] })
    expect(unheard.length).toBeGreaterThan(0)
    expect(Math.min(...unheard.map(({ start }) => start))).toBeGreaterThan(4.5)
  })

  it('is heard again when its owner asks, and its words join the text as one step to undo', async () => {
    const owner = await test.signIn()
    const id = await addFile(owner)

    expect((await askAgain(owner, id)).statusCode).toBe(200)

    const script = await vi.waitFor(
      async () => {
        const read = await readScript(owner, id)
        expect(read.unheard).toBeUndefined()
        return read
      },
      { timeout: 30_000, interval: 100 },
    )
    expect(script).toMatchObject({ status: 'complete', flaws: [], version: 1 })
    expect(textOf(script)).toMatch(/^Начало разговора\. \S.+ Конец разговора\.$/)
    const added = script.script.slice(1, -1)
    expect(added.every(({ start, end, speaker }) => start >= 2.5 && end <= 7 && speaker === 0)).toBe(true)
  })

  it('says so if another hearing gives nothing either, and is not heard a third time', async () => {
    const owner = await test.signIn()
    const id = await addFile(owner)
    hears = async ({ language = 'ru' }) => ({ words: [], language })

    await askAgain(owner, id)

    const nothing = [{ ...SPAN, again: 'nothing' }]
    await vi.waitFor(async () => expect((await readScript(owner, id)).unheard).toEqual(nothing), { timeout: 30_000 })
    hears = hearScripted
    expect((await askAgain(owner, id)).statusCode).toBe(200)
    expect(await readScript(owner, id)).toMatchObject({ unheard: nothing, version: 0 })
  })

  it('is heard again for its owner alone, and only where it is', async () => {
    const owner = await test.signIn()
    const id = await addFile(owner)

    expect((await askAgain(await test.signIn(), id)).statusCode).toBe(404)
    expect((await askAgain(owner, id, 5)).statusCode).toBe(404)
    expect((await readScript(owner, id)).unheard).toEqual([SPAN])
  })
})
