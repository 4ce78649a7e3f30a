import { readFileSync } from 'node:fs'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { OpenAI, openaiClient, openaiError } from '#test/openai-client.ts'
import { brokenMedia, silentVideo } from '#test/recordings/media.ts'
import { readScript, textOf } from '#test/recordings/pipeline.ts'
import { recording, toWav } from '#test/recordings/recordings.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'
import { startWorkerHere, type WorkerHere } from '#test/worker.ts'

const SPEECH = readFileSync(recording('voxforge_ru/ru_0032.wav'))
const SECONDS = 9.375
const model = 'whisper-1'

let test: TestApp
let url: string
let worker: WorkerHere
let owner: Caller
let client: OpenAI

beforeAll(async () => {
  test = await createTestApp()
  url = await test.app.listen({ host: '127.0.0.1', port: 0 })
  worker = await startWorkerHere(test.config, { SPEECH_DIARISERS: '1' })
  owner = await test.signIn()
  const made = await owner.call({ method: 'POST', url: '/api/account/generate-api-key', payload: {} })
  client = openaiClient(url, made.json<{ apiKey: string }>().apiKey)
})
afterAll(async () => {
  await worker.stop()
  await test.close()
})

const clientOf = ({ authorization }: Caller) => openaiClient(url, authorization.replace('Bearer ', ''))
const speech = () => new File([SPEECH], 'Интервью.wav', { type: 'audio/wav' })
const file = (content: Buffer, name: string) => new File([Uint8Array.from(content)], name)
const idOf = (response: Response) => response.headers.get('x-doslovno-script-id') ?? ''

describe('a transcription by the official client of OpenAI', () => {
  it('is the text of the recording, which stays among the files of the user', async () => {
    const { data, response } = await client.audio.transcriptions.create({ file: speech(), model, language: 'ru' }).withResponse() // prettier-ignore

    const script = await readScript(owner, idOf(response))
    expect(data).toEqual({ text: textOf(script), usage: { type: 'duration', seconds: Math.ceil(SECONDS) } })
    expect(data.text.split(' ').length).toBeGreaterThan(10)
    expect(script).toMatchObject({ fileName: 'Интервью.wav', status: 'complete', language: 'ru', public: false })
    const list = await owner.call({ url: '/api/scripts' })
    expect(list.json()).toMatchObject({ data: [{ id: script.id }] })
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it('may be plain text', async () => {
    const create = client.audio.transcriptions.create({
      file: speech(),
      model,
      language: 'ru',
      response_format: 'text',
    })
    const { data, response } = await create.withResponse()

    expect(data).toBe(`${textOf(await readScript(owner, idOf(response)))}\n`)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  })

  it('may be subtitles', async () => {
    const create = (response_format: 'srt' | 'vtt') =>
      client.audio.transcriptions.create({ file: speech(), model, language: 'ru', response_format })

    const [srt, vtt] = await Promise.all([create('srt'), create('vtt')])

    expect(srt).toMatch(/^1\n00:00:0\d,\d{3} --> 00:00:\d\d,\d{3}\n\S/)
    expect(vtt).toMatch(/^WEBVTT\n\n00:0\d[:.\d]* --> 00:[:.\d]+\n\S/)
    expect(srt.split('\n')[2]).toBe(vtt.split('\n')[3])
  })

  it('may have times of segments and words, and finds out the language', async () => {
    const create = client.audio.transcriptions.create({
      file: speech(),
      model,
      response_format: 'verbose_json',
      timestamp_granularities: ['word', 'segment'],
      prompt: 'Имена: Анна, Пётр.',
      temperature: 0.4,
    })
    const { data, response } = await create.withResponse()

    const script = await readScript(owner, idOf(response))
    expect(data).toMatchObject({ task: 'transcribe', language: 'russian', text: textOf(script) })
    expect(data.duration).toBeCloseTo(SECONDS, 1)
    expect(data.segments).toEqual(
      script.script.map(({ start, end, text }, id) => ({
        id,
        seek: Math.round(start * 100),
        start,
        end,
        text,
        tokens: [],
        temperature: 0,
        avg_logprob: expect.any(Number),
        compression_ratio: expect.any(Number),
        no_speech_prob: 0,
      })),
    )
    const words = script.script.flatMap((segment) => segment.words.map(({ text, start, end }) => ({ word: text, start, end }))) // prettier-ignore
    expect(data.words).toEqual(words)
  })

  it('has segments only unless words are asked for, and words only if nothing else is', async () => {
    const create = (granularities?: 'word'[]) =>
      client.audio.transcriptions.create({
        ...(granularities && { timestamp_granularities: granularities }),
        model,
        language: 'ru',
        response_format: 'verbose_json',
        file: speech(), // the file may come last
      })

    const [standard, words] = await Promise.all([create(), create(['word'])])

    expect(standard.segments).not.toHaveLength(0)
    expect(standard).not.toHaveProperty('words')
    expect(words.words).not.toHaveLength(0)
    expect(words).not.toHaveProperty('segments')
  })

  it.each([
    ['that has no sound', silentVideo, 'noAudioStream'],
    ['that is broken', brokenMedia, 'mediaBroken'],
  ])('is refused for a file %s; its script says why', async (_name, content, code) => {
    const error = await openaiError(client.audio.transcriptions.create({ file: file(content(), 'a.mp4'), model }))

    expect(error).toBeInstanceOf(OpenAI.BadRequestError)
    expect(error).toMatchObject({ type: 'invalid_request_error', param: 'file', code })
    const script = await readScript(owner, error.headers?.get('x-doslovno-script-id') ?? '')
    expect(script).toMatchObject({ status: 'error', errorCode: code })
  })

  it('is refused as out of quota if it needs more minutes than are left, and the file stays', async () => {
    const poor = await test.signIn()
    await setBalance(poor, 5)

    const error = await openaiError(clientOf(poor).audio.transcriptions.create({ file: speech(), model }))

    expect(error).toBeInstanceOf(OpenAI.RateLimitError)
    expect(error).toMatchObject({ type: 'insufficient_quota', code: 'insufficient_quota' })
    const script = await readScript(poor, error.headers?.get('x-doslovno-script-id') ?? '')
    expect(script).toMatchObject({ status: 'notEnoughMinutes' })
  })

  it('is refused before the file is stored if no minutes are left, and the client does not repeat it', async () => {
    const poor = await test.signIn()
    await setBalance(poor, 0)
    const patient = openaiClient(url, poor.authorization.replace('Bearer ', ''), { maxRetries: 2 })

    const error = await openaiError(patient.audio.transcriptions.create({ file: speech(), model }))

    expect(error).toMatchObject({ status: 429, code: 'insufficient_quota' })
    expect(error.headers?.get('x-should-retry')).toBe('false')
    expect((await poor.call({ url: '/api/scripts' })).json()).toMatchObject({ total: 0 })
  })

  it('is an empty text for silence', async () => {
    const silence = file(toWav(Buffer.alloc(64_000)), 'silence.wav')

    const { text } = await client.audio.transcriptions.create({ file: silence, model })

    expect(text).toBe('')
  })
})

/** Leaves so many seconds to a user, as if the rest were spent. */
async function setBalance(caller: Caller, seconds: number): Promise<void> {
  await caller.call({ url: '/api/account' })
  await test.ctx.db
    .updateTable('lots')
    .set((eb) => ({ remainingSeconds: seconds, consumedSeconds: eb('grantedSeconds', '-', seconds) }))
    .where('userId', '=', caller.userId ?? '')
    .execute()
}
