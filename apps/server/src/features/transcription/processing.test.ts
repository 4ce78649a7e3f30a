import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

import { type MailServer, readMails, startMailServer } from '#test/mailbox.ts'
import { brokenMedia } from '#test/recordings/media.ts'
import {
  ONE_SPEAKER,
  readScript,
  startProcessing as start,
  statusOf,
  textOf,
  uploadRecording,
  watchToEnd,
} from '#test/recordings/pipeline.ts'
import { longSpeech, recording, toWav, wavSamples } from '#test/recordings/recordings.ts'
import { startTestSpeechServer, type TestSpeechServer } from '#test/speech-server.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'
import { startWorkerHere, type WorkerHere } from '#test/worker.ts'

let test: TestApp
let worker: WorkerHere
let speech: TestSpeechServer
let mails: MailServer

beforeAll(async () => {
  mails = await startMailServer()
  test = await createTestApp()
  speech = await startTestSpeechServer()
  worker = await startWorkerHere(test.config, { ...speech.env, SMTP_URL: `smtp://127.0.0.1:${mails.smtpPort}` })
})
afterEach(() => speech.reset())
afterAll(async () => {
  await worker.stop()
  await speech.close()
  await test.close()
  await mails.close()
})

const SPOKEN = wavSamples(recording('voxforge_ru/ru_0032.wav'))
const startProcessing = (owner: Caller, id: string) => start(owner, id, ONE_SPEAKER)
/** Makes the next chunks take long enough to be met under way. */
const slowDown = (times: number, lateMs: number) => speech.fail({ mode: 'late', times, lateMs, minSeconds: 6 })

const cancel = (owner: Caller, id: string) => owner.call({ method: 'POST', url: `/api/scripts/${id}/cancel` })
const again = (owner: Caller, id: string, payload: object) =>
  owner.call({
    method: 'POST',
    url: `/api/scripts/${id}/process`,
    payload: { again: true, ...ONE_SPEAKER, ...payload },
  })

async function heldSeconds(owner: Caller): Promise<number> {
  const lots = await test.ctx.db.selectFrom('lots').select('heldSeconds').where('userId', '=', owner.userId ?? '').execute() // prettier-ignore
  return lots.reduce((sum, lot) => sum + lot.heldSeconds, 0)
}

async function mailsTo(owner: Caller) {
  const { email } = await test.ctx.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', owner.userId ?? '')
    .executeTakeFirstOrThrow()
  return readMails(mails.pagePort, email ?? '')
}

const chunksOf = (processId: string) =>
  test.ctx.db
    .selectFrom('tasks')
    .selectAll()
    .where('processId', '=', processId)
    .where('kind', '=', 'recognise')
    .orderBy('index')
    .execute()

describe('processing', () => {
  it('can be cancelled midway: it releases the minutes, leaves nothing behind and can be started again', async () => {
    const owner = await test.signIn()
    await slowDown(100, 3000)
    const id = await uploadRecording(owner, toWav(longSpeech()))
    const processId = await startProcessing(owner, id)
    await vi.waitFor(async () => expect((await statusOf(owner, id)).stage).toBe('recognise'), { timeout: 30_000 })
    expect(await heldSeconds(owner)).toBeGreaterThan(60)

    const reply = await cancel(owner, id)

    expect(reply.statusCode).toBe(200)
    expect(await statusOf(owner, id)).toMatchObject({ status: 'error', error: 'Processing was cancelled' })
    expect(await readScript(owner, id)).toMatchObject({ status: 'uploaded' })
    expect(await heldSeconds(owner)).toBe(0)
    await expect(test.ctx.storage.read(`processes/${processId}/audio.pcm`)).rejects.toMatchObject({ name: 'NoSuchKey' })
    await startProcessing(owner, id)
    await cancel(owner, id)
  })

  it('can be repeated with other options; the old text stays until the new one is ready', async () => {
    const owner = await test.signIn()
    const id = await uploadRecording(owner, toWav(SPOKEN))
    await startProcessing(owner, id)
    await watchToEnd(owner, id)
    const first = textOf(await readScript(owner, id))

    const plain = await owner.call({ method: 'POST', url: `/api/scripts/${id}/process`, payload: {} })
    await again(owner, id, { language: 'en' })
    await cancel(owner, id)
    const kept = await readScript(owner, id)
    await again(owner, id, { language: 'en' })
    await watchToEnd(owner, id)
    const other = await readScript(owner, id)

    expect(plain.statusCode).toBe(409)
    expect(kept).toMatchObject({ status: 'complete', language: 'ru' })
    expect(textOf(kept)).toBe(first)
    expect(other).toMatchObject({ status: 'complete', language: 'en' })
    expect(textOf(other)).not.toBe(first)
  })

  it('is followed by summaries and chapters, which keep nobody waiting for the text [SUM-2]', async () => {
    const owner = await test.signIn()
    const id = await uploadRecording(owner, toWav(SPOKEN))
    await startProcessing(owner, id)
    await watchToEnd(owner, id)

    const complete = await readScript(owner, id)

    expect(complete.script.length).toBeGreaterThan(0)
    const made = async () => {
      const { status, scriptSummary } = await readScript(owner, id)
      expect(scriptSummary.map((one) => [one.type, one.status])).toEqual([['about', 'complete'], ['summary', 'complete']]) // prettier-ignore
      expect(status).toBe('complete')
      expect((await owner.call({ url: `/api/scripts/${id}/chapters` })).json()).toMatchObject({ isReady: true })
      return scriptSummary
    }
    const [about, summary] = await vi.waitFor(made, { timeout: 60_000, interval: 200 })
    expect(about?.text).toMatch(/^Запись, /)
    expect(summary).toMatchObject({ lack: 'tooFew', statements: [] })
  })

  it('keeps the rest of the text if a chunk fails, reports the gap and does not charge for it', async () => {
    const owner = await test.signIn()
    await slowDown(2, 3000)
    // Five minutes: the last chunk is less than a fifth of it.
    const fiveMinutes = toWav(Buffer.concat(Array.from({ length: 3 }, longSpeech)))
    const id = await uploadRecording(owner, fiveMinutes, 'Планёрка.wav')
    const processId = await startProcessing(owner, id)
    const last = await vi.waitFor(
      async () => {
        const chunks = await chunksOf(processId)
        expect(chunks.length).toBeGreaterThan(4)
        return chunks.at(-1)
      },
      { timeout: 90_000, interval: 20 },
    )
    const [start, end] = [last?.startSeconds ?? 0, last?.endSeconds ?? 0]
    const seconds = end - start
    await speech.fail({ mode: '400', times: 100, minSeconds: seconds - 0.001, maxSeconds: seconds + 0.001 })

    const seen = await watchToEnd(owner, id)

    const script = await readScript(owner, id)
    const lots = await test.ctx.db.selectFrom('lots').selectAll().where('userId', '=', owner.userId ?? '').execute() // prettier-ignore
    expect(seen.at(-1)).toMatchObject({ status: 'complete' })
    expect(script).toMatchObject({ status: 'completeWithErrors', unheard: [{ start, end }] })
    expect(textOf(script).length).toBeGreaterThan(200)
    const failed = (await chunksOf(processId)).filter(({ state }) => state === 'failed')
    expect(failed).toMatchObject([{ index: last?.index, failures: 3 }])
    expect(lots.map((lot) => [lot.heldSeconds, lot.consumedSeconds])).toContainEqual([0, Math.ceil(start)])
    await vi.waitFor(
      async () =>
        expect(await mailsTo(owner)).toMatchObject([
          {
            subject: 'Готово: Планёрка',
            text: expect.stringMatching(/Часть\s+записи\s+распознать\s+не\s+удалось/),
          },
        ]),
      { timeout: 30_000, interval: 200 },
    )
    await again(owner, id, { language: 'en' })
    await cancel(owner, id)
    expect(await readScript(owner, id)).toMatchObject({ status: 'completeWithErrors', unheard: [{ start, end }] })
  })

  it('ends with a mail that links to the text or gives the reason of the failure', async () => {
    const owner = await test.signIn()
    const good = await uploadRecording(owner, toWav(SPOKEN), 'Планёрка.wav')
    const bad = await uploadRecording(owner, brokenMedia(), 'broken.mp3', 'audio/mpeg')
    await startProcessing(owner, good)
    await startProcessing(owner, bad)

    const received = await vi.waitFor(
      async () => {
        const found = await mailsTo(owner)
        expect(found).toHaveLength(2)
        return found
      },
      { timeout: 40_000, interval: 200 },
    )

    expect(received.map(({ subject }) => subject).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'Готово: Планёрка',
      'Не получилось: broken',
    ])
  })

  it('leaves no samples behind when it is done', async () => {
    const owner = await test.signIn()
    const id = await uploadRecording(owner, toWav(SPOKEN))
    const processId = await startProcessing(owner, id)

    await watchToEnd(owner, id)

    // They are removed after the text is shown.
    const size = () => test.ctx.storage.sizeOf(`processes/${processId}/audio.pcm`)
    await vi.waitFor(async () => expect(await size()).toBeUndefined(), { timeout: 60_000 })
  })

  it('tells no speakers apart if the owner says that there is one', async () => {
    const owner = await test.signIn()
    const id = await uploadRecording(owner, toWav(SPOKEN))
    await startProcessing(owner, id)

    await watchToEnd(owner, id)

    // This worker has no diariser: if it were asked for, the text would be flawed.
    expect(await readScript(owner, id)).toMatchObject({ status: 'complete', speakers: 1 })
  })

  it('fails if only the first bytes are those of a recording, and can be started again', async () => {
    const owner = await test.signIn()
    const id = await uploadRecording(owner, Buffer.concat([Buffer.from('ID3'), Buffer.alloc(3000, 7)]))
    await startProcessing(owner, id)

    const seen = await watchToEnd(owner, id)

    expect(seen.at(-1)).toMatchObject({ status: 'error', error: 'MediaFile cannot proceesed' })
    expect(await readScript(owner, id)).toMatchObject({ status: 'error' })
    await startProcessing(owner, id)
    expect((await watchToEnd(owner, id)).at(-1)).toMatchObject({ status: 'error' })
  })

  it('runs once at a time for a file', async () => {
    const owner = await test.signIn()
    const id = await uploadRecording(owner, toWav(SPOKEN))
    const starts = Array.from({ length: 5 }, () =>
      owner.call({ method: 'POST', url: `/api/scripts/${id}/process`, payload: ONE_SPEAKER }),
    )

    const statuses = (await Promise.all(starts)).map((reply) => reply.statusCode)

    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409])
    await watchToEnd(owner, id)
  })

  it('makes a playback copy that seeks exactly', async () => {
    const owner = await test.signIn()
    const id = await uploadRecording(owner, toWav(SPOKEN))
    await startProcessing(owner, id)
    await watchToEnd(owner, id)

    const src = await vi.waitFor(
      async () => {
        const { fileSrc } = await readScript(owner, id)
        expect(fileSrc).toContain('/playback')
        return fileSrc ?? ''
      },
      { timeout: 30_000, interval: 200 },
    )

    const reply = await fetch(src)
    expect(reply.headers.get('content-type')).toBe('audio/mp4')
    const head = Buffer.from(await reply.arrayBuffer()).subarray(0, 2000)
    expect(head.toString('latin1')).toMatch(/ftyp[^]*moov/)
  })
})
