import { Readable } from 'node:stream'

import type { ProcessState } from '@doslovno/contract/scripts.ts'
import { BYTES_PER_SECOND, SAMPLE_RATE } from '@doslovno/domain/media/levels.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { type MailServer, readMails, startMailServer } from '#test/mailbox.ts'
import { brokenMedia } from '#test/recordings/media.ts'
import {
  readScript,
  startProcessing,
  statusOf,
  textOf,
  uploadRecording,
  watchToEnd,
} from '#test/recordings/pipeline.ts'
import { recording, toWav, wavSamples } from '#test/recordings/recordings.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'
import { startWorker, type TestWorker } from '#test/worker.ts'

let test: TestApp
let worker: TestWorker
let mails: MailServer

beforeAll(async () => {
  mails = await startMailServer()
  test = await createTestApp()
  worker = await startWorker(test.config, { SMTP_URL: `smtp://127.0.0.1:${mails.smtpPort}` })
})
afterAll(async () => {
  await worker.kill('SIGTERM')
  await test.close()
  await mails.close()
})

const SPOKEN = wavSamples(recording('voxforge_ru/ru_0032.wav'))
/** A minute of speech, then silence: quick to recognise, and its last chunk is less than a fifth of it. */
const fiveMinutes = () =>
  toWav(Buffer.concat([...Array.from({ length: 6 }, () => SPOKEN), Buffer.alloc(255 * BYTES_PER_SECOND)]))
const long = () => toWav(Buffer.concat(Array.from({ length: 20 }, () => SPOKEN)))

const cancel = (owner: Caller, id: string) => owner.call({ method: 'POST', url: `/api/scripts/${id}/cancel` })
const again = (owner: Caller, id: string, payload: object) =>
  owner.call({ method: 'POST', url: `/api/scripts/${id}/process`, payload: { again: true, ...payload } })

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

function lastChunk(processId: string) {
  return test.ctx.db
    .selectFrom('tasks')
    .select(['startSeconds', 'endSeconds'])
    .where('processId', '=', processId)
    .where('kind', '=', 'recognise')
    .orderBy('index', 'desc')
    .executeTakeFirstOrThrow()
}

/** Truncates the stored samples of a process at a second. */
async function cutSamples(processId: string, seconds: number): Promise<void> {
  const key = `processes/${processId}/audio.pcm`
  const bytes = await test.ctx.storage.readRange(key, 0, Math.round(seconds * SAMPLE_RATE) * 2)
  await test.ctx.storage.put(key, Readable.from([bytes]), { contentType: 'audio/L16' })
}

describe('processing', () => {
  it('can be cancelled midway: it releases the minutes, leaves nothing behind and can be started again', async () => {
    const owner = await test.signIn()
    const id = await uploadRecording(owner, long())
    const processId = await startProcessing(owner, id)
    await vi.waitFor(async () => expect((await statusOf(owner, id)).stage).toBe('recognise'), { timeout: 30_000 })
    expect(await heldSeconds(owner)).toBeGreaterThan(150)

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
    expect(textOf(complete)).toContain(summary?.statements[0]?.evidence[0]?.text)
  })

  it('keeps the rest of the text if a chunk fails, reports the gap and does not charge for it', async () => {
    const owner = await test.signIn()
    const id = await uploadRecording(owner, fiveMinutes(), 'Планёрка.wav')
    const payload = { language: 'ru', speakersCount: 1 }
    const { processId } = (await owner.call({ method: 'POST', url: `/api/scripts/${id}/process`, payload })).json<{
      processId: string
    }>()
    await vi.waitFor(async () => expect((await statusOf(owner, id)).stage).toBe('recognise'), { timeout: 30_000 })
    const { startSeconds: start, endSeconds: end } = await lastChunk(processId)
    await cutSamples(processId, start)

    const seen = await watchToEnd(owner, id)

    const script = await readScript(owner, id)
    const lots = await test.ctx.db.selectFrom('lots').selectAll().where('userId', '=', owner.userId ?? '').execute() // prettier-ignore
    expect(seen.at(-1)).toMatchObject({ status: 'complete' })
    expect(script).toMatchObject({ status: 'completeWithErrors', unheard: [{ start, end }] })
    expect(textOf(script).length).toBeGreaterThan(200)
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

  it('reports an ETA that counts down', async () => {
    const owner = await test.signIn()
    const id = await uploadRecording(owner, toWav(Buffer.concat(Array.from({ length: 10 }, () => SPOKEN))))
    await startProcessing(owner, id)

    const seen = (await watchToEnd(owner, id)).filter((state: ProcessState) => state.etaSeconds !== null)

    expect(seen.length).toBeGreaterThan(5)
    expect(seen.at(-1)?.etaSeconds).toBeLessThan(seen[0]?.etaSeconds ?? 0)
  })
})
