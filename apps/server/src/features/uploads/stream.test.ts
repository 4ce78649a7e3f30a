import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { makeMedia, tone } from '#test/recordings/media.ts'
import { multipartFile } from '#test/recordings/multipart.ts'
import { toWav } from '#test/recordings/recordings.ts'
import { storedUnder } from '#test/recordings/storage.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'

const WAVE = toWav(Buffer.alloc(100))

let test: TestApp
let owner: Caller
let port: number

beforeAll(async () => {
  test = await createTestApp()
  owner = await test.signIn()
  port = Number(new URL(await test.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => test.close())

function upload(content: Buffer, fileName: string, field = 'file') {
  return owner.call({
    method: 'POST',
    url: '/api/scripts/upload',
    ...multipartFile(content, fileName, 'audio/mpeg', field),
  })
}

/** Watches where an upload is stored; the returned function counts its rows, objects and parts. */
function watchStorage() {
  const put = vi.spyOn(test.ctx.storage, 'put')
  put.mockClear()
  return async () => {
    const key = put.mock.calls[0]?.[0] ?? ''
    const rows = await test.ctx.db
      .selectFrom('scripts')
      .select('id')
      .where('id', '=', key.split('/')[1] ?? '')
      .execute()
    return { key, ...(await storedUnder(test.config.storage, key)), rows: rows.length }
  }
}

const NOTHING = { key: expect.stringMatching(/^scripts\/.+\/original$/), parts: 0, objects: 0, rows: 0 }

describe('an upload', () => {
  it('is stored byte for byte and listed under its file name', async () => {
    const content = toWav(Buffer.from(Array.from({ length: 200_000 }, (_, index) => index % 251)))

    const reply = await upload(content, 'Интервью с Анной.mp3')

    const { script } = reply.json<{ script: { id: string; fileName: string; fileSize: number; status: string } }>()
    expect(script).toMatchObject({ fileName: 'Интервью с Анной.mp3', fileSize: content.length, status: 'uploaded' })
    const stored = await test.ctx.storage.readRange(`scripts/${script.id}/original`, 0, content.length)
    expect(Buffer.from(stored).equals(content)).toBe(true)
    const list = await owner.call({ url: '/api/scripts' })
    expect(list.json<{ data: unknown[] }>().data).toContainEqual(expect.objectContaining({ id: script.id, fileName: 'Интервью с Анной.mp3' })) // prettier-ignore
  })

  it.each([
    ['MP3 without tags', 'mp3', ['-id3v2_version', '0', '-write_xing', '0']],
    ['raw AAC', 'aac', ['-c:a', 'aac']],
    ['an MPEG transport stream', 'ts', ['-c:a', 'aac']],
  ])('may be in a format known by its frames only: %s [UP-3]', async (_name, extension, args) => {
    const reply = await upload(makeMedia(extension, [...tone(2), ...args]), `voice.${extension}`)

    expect(reply.json()).toMatchObject({ script: { fileName: `voice.${extension}`, status: 'uploaded' } })
  })

  it('strips paths and control characters from the file name', async () => {
    const reply = await upload(WAVE, '..\\..\\etc/pass\u0007wd.mp3')

    expect(reply.json()).toMatchObject({ script: { fileName: 'passwd.mp3' } })
  })

  it('is refused without a file or with it in another field', async () => {
    const replies = [
      await upload(Buffer.from('x'), 'a.mp3', 'other'),
      await owner.call({ method: 'POST', url: '/api/scripts/upload', payload: {} }),
    ]

    for (const reply of replies) {
      expect(reply.statusCode).toBe(400)
      expect(reply.json()).toMatchObject({ code: 'noFile' })
    }
  })

  it('needs a token before its first byte is read', async () => {
    const reply = await test.app.inject({
      method: 'POST',
      url: '/api/scripts/upload',
      ...multipartFile(Buffer.from('x'), 'a.mp3', 'audio/mpeg'),
    })

    expect(reply.statusCode).toBe(403)
  })

  it('is refused immediately if it announces more than the limit', async () => {
    const sending = startUpload({ 'content-length': '400000000' })

    const [response] = await once(sending.request, 'response')

    expect(response.statusCode).toBe(413)
    sending.request.destroy()
  })

  it('is disconnected and leaves nothing behind if it exceeds the limit while it streams', async () => {
    const left = watchStorage()
    const sending = startUpload({})
    const answered = once(sending.request, 'response')
    const block = Buffer.alloc(1_000_000)

    for (let sent = 0; sent < 305; sent++) {
      if (sending.request.destroyed) break
      if (!sending.request.write(block)) await Promise.race([once(sending.request, 'drain'), answered])
    }

    const [response] = await answered
    expect(response.statusCode).toBe(413)
    expect(await left()).toEqual(NOTHING)
    await once(sending.request, 'close')
  })

  it('leaves nothing behind if it is aborted midway', async () => {
    const left = watchStorage()
    const removed = vi.spyOn(test.ctx.storage, 'remove')
    removed.mockClear()
    const sending = startUpload({})
    sending.request.on('error', () => undefined)
    await new Promise((written) => sending.request.write(Buffer.alloc(6_000_000), written))

    sending.request.destroy()

    await vi.waitFor(() => expect(removed).toHaveBeenCalled(), { timeout: 10_000 })
    await vi.waitFor(async () => expect(await left()).toEqual(NOTHING), { timeout: 10_000 })
  })

  function startUpload(headers: Record<string, string>): { request: ClientRequest } {
    const boundary = 'raw-boundary'
    const sending = request({
      port,
      method: 'POST',
      path: '/api/scripts/upload',
      headers: {
        ...headers,
        authorization: owner.authorization,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
    })
    sending.write(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.mp3"\r\nContent-Type: audio/mpeg\r\n\r\n`,
    )
    return { request: sending }
  }
})
