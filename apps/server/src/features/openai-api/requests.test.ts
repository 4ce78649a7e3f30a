import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { startApi } from '#test/api.ts'
import { OpenAI, openaiClient, openaiError } from '#test/openai-client.ts'
import { multipartFile } from '#test/recordings/multipart.ts'
import { statusOf } from '#test/recordings/pipeline.ts'
import { toWav } from '#test/recordings/recordings.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'

// No worker runs here: every process stays under way.
const WAVE = toWav(Buffer.alloc(100))
const PATH = '/v1/audio/transcriptions'
const model = 'whisper-1'

let test: TestApp
let url: string

beforeAll(async () => {
  test = await createTestApp()
  url = await test.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => test.close())

const tokenOf = ({ authorization }: Caller) => authorization.replace('Bearer ', '')
const clientOf = (caller: Caller) => openaiClient(url, tokenOf(caller))
const wave = () => new File([WAVE], 'a.wav', { type: 'audio/wav' })
const filesOf = async (caller: Caller) =>
  (await caller.call({ url: '/api/scripts' })).json<{ data: { id: string; status: string }[] }>().data

describe('a request for a transcription', () => {
  it('is refused before its body is read if the key is wrong or missing', async () => {
    const wrong = await openaiError(openaiClient(url, 'sk-wrong').audio.transcriptions.create({ file: wave(), model }))
    const without = await test.app.inject({ method: 'POST', url: PATH, ...multipartFile(WAVE, 'a.wav', 'audio/wav') })

    expect(wrong).toBeInstanceOf(OpenAI.AuthenticationError)
    expect(wrong.error).toEqual({
      message: 'Incorrect API key provided.',
      type: 'invalid_request_error',
      param: null,
      code: 'invalid_api_key',
    })
    expect(without.statusCode).toBe(401)
  })

  it('is refused if the key may only read', async () => {
    const caller = await test.signIn()
    const payload = { scopes: ['read'] }
    const made = await caller.call({ method: 'POST', url: '/api/account/generate-api-key', payload })
    const client = openaiClient(url, made.json<{ apiKey: string }>().apiKey)

    const error = await openaiError(client.audio.transcriptions.create({ file: wave(), model }))

    expect(error).toBeInstanceOf(OpenAI.PermissionDeniedError)
    expect(error).toMatchObject({ type: 'invalid_request_error', code: 'missing_scope' })
    expect(error.headers?.get('www-authenticate')).toBe('Bearer error="insufficient_scope", scope="write"')
    expect(await filesOf(caller)).toEqual([])
  })

  it.each([
    ['an unknown format', { response_format: 'docx' }, 'response_format'],
    ['a format of another model', { response_format: 'diarized_json' }, 'response_format'],
    ['a stream', { stream: true }, 'stream'],
    ['an unknown language', { language: 'klingon' }, 'language'],
    ['an unknown granularity', { timestamp_granularities: ['letter'] }, 'timestamp_granularities'],
  ])('is refused for %s and leaves nothing behind', async (_name, fields, param) => {
    const caller = await test.signIn()
    // The types of the client forbid most of these.
    const body = { file: wave(), model, ...fields } as OpenAI.Audio.TranscriptionCreateParamsNonStreaming

    const error = await openaiError(clientOf(caller).audio.transcriptions.create(body))

    expect(error).toBeInstanceOf(OpenAI.BadRequestError)
    expect(error).toMatchObject({ type: 'invalid_request_error', code: 'invalidRequest' })
    expect(error.param).toContain(param)
    expect(await filesOf(caller)).toEqual([])
    const uploads = await test.ctx.db.selectFrom('uploads').select('state').where('userId', '=', caller.userId ?? '').execute() // prettier-ignore
    expect(uploads).toEqual([{ state: 'aborted' }])
  })

  it.each([
    ['no form', { payload: { model } }],
    ['broken JSON', { payload: '{', headers: { 'content-type': 'application/json' } }],
    ['a form without a file', form('model', 'whisper-1')],
    ['the file in another field', multipartFile(WAVE, 'a.wav', 'audio/wav', 'audio')],
    ['a form that breaks off', { ...form('model', 'x'), payload: '--x\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n' }], // prettier-ignore
    ['an empty file', multipartFile(Buffer.alloc(0), 'a.wav', 'audio/wav')],
    ['a file that is no recording', multipartFile(Buffer.from('Hello, world'), 'a.txt', 'text/plain')],
  ])('is refused as a bad request with %s', async (_name, options) => {
    const caller = await test.signIn()

    const reply = await caller.call({ method: 'POST', url: PATH, ...options })

    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toEqual({
      error: {
        message: expect.any(String),
        type: 'invalid_request_error',
        param: expect.toSatisfy((param: unknown) => param === null || param === 'file'),
        code: expect.any(String),
      },
    })
    expect(await filesOf(caller)).toEqual([])
  })

  it('is refused if it announces a file above the limit of the tariff', async () => {
    const caller = await test.signIn()

    const reply = await caller.call({
      method: 'POST',
      url: PATH,
      ...multipartFile(WAVE, 'a.wav', 'audio/wav'),
      headers: { ...multipartFile(WAVE, 'a.wav', 'audio/wav').headers, 'content-length': '400000000' },
    })

    expect(reply.statusCode).toBe(413)
    expect(reply.json()).toMatchObject({ error: { type: 'invalid_request_error', param: 'file', code: 'fileTooBig' } })
  })

  it('ends when the client goes away; processing goes on, and its place is free', async () => {
    const caller = await test.signIn()
    const leaving = new AbortController()
    const waiting = Array.from({ length: 5 }, () =>
      clientOf(caller).audio.transcriptions.create({ file: wave(), model }, { signal: leaving.signal }),
    )
    const left = Promise.allSettled(waiting)
    await vi.waitFor(async () => expect(await filesOf(caller)).toHaveLength(5), { timeout: 30_000 })

    const sixth = await openaiError(clientOf(caller).audio.transcriptions.create({ file: wave(), model }))
    leaving.abort()
    await left

    expect(sixth).toBeInstanceOf(OpenAI.RateLimitError)
    expect(sixth).toMatchObject({ type: 'requests', code: 'rate_limit_exceeded' })
    expect(sixth.headers?.get('retry-after')).toBe('30')
    // The client gives up a request that waits; a refused one ends sooner.
    const given = () =>
      openaiError(clientOf(caller).audio.transcriptions.create({ file: wave(), model }, { timeout: 2000 }))
    await vi.waitFor(async () => expect(await given()).toBeInstanceOf(OpenAI.APIConnectionTimeoutError), 30_000)
    for (const { id } of await filesOf(caller))
      expect(await statusOf(caller, id)).toMatchObject({ status: 'processing' })
  })

  it('takes no places of another user', async () => {
    const [busy, other] = [await test.signIn(), await test.signIn()]
    const leaving = new AbortController()
    const send = (caller: Caller) =>
      clientOf(caller).audio.transcriptions.create({ file: wave(), model }, { signal: leaving.signal })
    const waiting = Array.from({ length: 5 }, () => send(busy))
    await vi.waitFor(async () => expect(await filesOf(busy)).toHaveLength(5), { timeout: 30_000 })

    const left = Promise.allSettled([...waiting, send(other)])

    await vi.waitFor(async () => expect(await filesOf(other)).toHaveLength(1), { timeout: 30_000 })
    leaving.abort()
    await left
  })
})

describe('a recording that takes longer than a request may', () => {
  it('is answered with the id of its script, and the client does not send it again', async () => {
    const quick = await createTestApp({ api: { ...test.config.api, transcriptionSeconds: 2 } })
    const address = await quick.app.listen({ host: '127.0.0.1', port: 0 })
    const caller = await quick.signIn()
    const patient = openaiClient(address, tokenOf(caller), { maxRetries: 2 })

    const error = await openaiError(patient.audio.transcriptions.create({ file: wave(), model }))

    const [script, ...others] = await filesOf(caller)
    expect(others).toEqual([])
    expect(error.status).toBe(504)
    expect(error).toMatchObject({ type: 'server_error', code: 'stillProcessing' })
    expect(error.message).toContain(`GET /api/scripts/${script?.id}`)
    expect(error.headers?.get('x-doslovno-script-id')).toBe(script?.id)
    expect(script?.status).toBe('process')
    await quick.close()
  })

  it('is answered likewise when the API stops', async () => {
    const api = await startApi(test.config)
    const caller = await test.signIn()
    const waiting = openaiError(openaiClient(api.url, tokenOf(caller)).audio.transcriptions.create({ file: wave(), model })) // prettier-ignore
    await vi.waitFor(async () => expect(await filesOf(caller)).toMatchObject([{ status: 'process' }]), { timeout: 30_000 }) // prettier-ignore

    await api.stop()

    expect(await waiting).toMatchObject({ status: 504, code: 'stillProcessing' })
    expect(api.process.exitCode).toBe(0)
  })
})

/** A form with one field and no file. */
function form(name: string, value: string) {
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    payload: `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--x--\r\n`,
  }
}
