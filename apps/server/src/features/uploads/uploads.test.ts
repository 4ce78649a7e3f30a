import { createHash, randomBytes, randomUUID } from 'node:crypto'

import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import type { Upload, UploadPart } from '@doslovno/contract/uploads.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { toWav } from '#test/recordings/recordings.ts'
import { storedUnder } from '#test/recordings/storage.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'

import { expireUploads } from './abort.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

/** A little over two parts of audio; all parts differ. */
const content = toWav(Buffer.from(Uint16Array.from({ length: 8_500_000 }, (_, index) => (index * 7) % 60_013).buffer))
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

function create(caller: Caller, changes: object = {}) {
  const payload = { fileName: 'Интервью.wav', contentType: 'audio/wav', size: content.length, ...changes }
  return caller.call({ method: 'POST', url: '/api/uploads', payload })
}

async function begin(caller: Caller): Promise<Upload> {
  return (await create(caller)).json<{ upload: Upload }>().upload
}

const partOf = ({ partSize }: Upload, number: number) => content.subarray((number - 1) * partSize, number * partSize)

/** Like a browser: requests a signed URL and sends the part there. */
async function sendPart(caller: Caller, upload: Upload, number: number, body = partOf(upload, number)) {
  const url = `/api/uploads/${upload.id}/parts`
  const signed = await caller.call({ method: 'POST', url, payload: { number, sha256: sha256(body) } })
  return fetch(signed.json<{ url: string }>().url, { method: 'PUT', body: Uint8Array.from(body) })
}

const complete = (caller: Caller, id: string) => caller.call({ method: 'POST', url: `/api/uploads/${id}/complete` })
const availableUploads = async (caller: Caller) =>
  (await caller.call({ url: '/api/account' })).json<{ user: { availableUploads: number } }>().user.availableUploads

describe('an upload in parts', () => {
  it('goes straight to storage, bypassing the API, and becomes a script byte for byte [UP-15]', async () => {
    const owner = await test.signIn()
    const upload = await begin(owner)

    for (const number of [2, 1, 3]) expect((await sendPart(owner, upload, number)).status).toBe(200)
    const reply = await complete(owner, upload.id)

    const { script } = reply.json<{ script: ScriptSummary }>()
    expect(script).toMatchObject({
      id: upload.id,
      fileName: 'Интервью.wav',
      fileSize: content.length,
      status: 'uploaded',
      isInspected: false,
    })
    const stored = await test.ctx.storage.readRange(`scripts/${upload.id}/original`, 0, content.length)
    expect(sha256(stored)).toBe(sha256(content))
  })

  it('lands in the folder it was begun for, or in none if that was deleted meanwhile', async () => {
    const owner = await test.signIn()
    const stranger = await test.signIn()
    const made = await owner.call({ method: 'POST', url: '/api/folders', payload: { name: 'Лекции' } })
    const { id: folderId } = made.json<{ folder: { id: string } }>().folder
    const size = 1000
    const uploads = [await create(owner, { folderId, size }), await create(owner, { folderId, size })]
    const [first, second] = uploads.map((reply) => reply.json<{ upload: Upload }>().upload)
    const finish = async (upload: Upload | undefined) => {
      if (upload) await sendPart(owner, upload, 1, content.subarray(0, size))
      return (await complete(owner, upload?.id ?? '')).json<{ script: ScriptSummary }>().script.folderId
    }

    expect((await create(stranger, { folderId })).statusCode).toBe(404)
    expect(await finish(first)).toBe(folderId)
    await owner.call({ method: 'DELETE', url: `/api/folders/${folderId}` })
    expect(await finish(second)).toBeUndefined()
  })

  it('is listed until it is completed, with the bytes received and the hash of every part', async () => {
    const owner = await test.signIn()
    const upload = await begin(owner)
    await sendPart(owner, upload, 1)

    const list = await owner.call({ url: '/api/uploads' })
    const parts = await owner.call({ url: `/api/uploads/${upload.id}/parts` })

    expect(list.json()).toMatchObject({
      data: [{ id: upload.id, fileName: 'Интервью.wav', size: content.length, uploadedBytes: upload.partSize }],
    })
    expect(parts.json<{ data: UploadPart[] }>().data).toEqual([
      { number: 1, size: upload.partSize, etag: expect.any(String), sha256: sha256(partOf(upload, 1)) },
    ])
  })

  it('is not joined while a part is missing', async () => {
    const owner = await test.signIn()
    const upload = await begin(owner)
    await sendPart(owner, upload, 1)
    await sendPart(owner, upload, 3)

    const early = await complete(owner, upload.id)
    await sendPart(owner, upload, 2)
    const late = await complete(owner, upload.id)

    expect([early.statusCode, late.statusCode]).toEqual([409, 200])
    expect(early.json()).toMatchObject({ code: 'uploadIncomplete' })
  })

  it('refuses a part of the wrong length and a part beyond its end', async () => {
    const owner = await test.signIn()
    const upload = await begin(owner)
    const url = `/api/uploads/${upload.id}/parts`

    const tooLong = await sendPart(owner, upload, 3, content.subarray(0, upload.partSize))
    const beyond = await owner.call({ method: 'POST', url, payload: { number: 4, sha256: sha256(content) } })

    expect(tooLong.status).toBe(403)
    expect(beyond.statusCode).toBe(400)
  })

  it('returns the same script to concurrent calls that complete it', async () => {
    const owner = await test.signIn()
    const upload = await begin(owner)
    for (const number of [1, 2, 3]) await sendPart(owner, upload, number)

    const replies = await Promise.all([1, 2, 3].map(() => complete(owner, upload.id)))

    expect(replies.map((reply) => reply.statusCode)).toEqual([200, 200, 200])
    expect((await owner.call({ url: '/api/scripts' })).json()).toMatchObject({ total: 1, data: [{ id: upload.id }] })
  })

  it('leaves nothing behind and frees its slot when it is aborted', async () => {
    const owner = await test.signIn()
    const upload = await begin(owner)
    await sendPart(owner, upload, 1)
    const during = await availableUploads(owner)

    await owner.call({ method: 'DELETE', url: `/api/uploads/${upload.id}` })

    expect([during, await availableUploads(owner)]).toEqual([9, 10])
    expect(await storedUnder(test.config.storage, `scripts/${upload.id}`)).toEqual({ objects: 0, parts: 0 })
    expect((await complete(owner, upload.id)).statusCode).toBe(404)
  })

  it('is invisible to other users', async () => {
    const owner = await test.signIn()
    const other = await test.signIn()
    const { id } = await begin(owner)
    const calls = [
      { url: `/api/uploads/${id}/parts` },
      { method: 'POST' as const, url: `/api/uploads/${id}/parts`, payload: { number: 1, sha256: sha256(content) } },
      { method: 'POST' as const, url: `/api/uploads/${id}/complete` },
      { method: 'DELETE' as const, url: `/api/uploads/${id}` },
    ]

    for (const call of calls) expect((await other.call(call)).statusCode).toBe(404)
    expect((await other.call({ url: '/api/uploads' })).json()).toEqual({ data: [] })
  })

  it('is aborted if it is not completed within a day', async () => {
    const owner = await test.signIn()
    const upload = await begin(owner)
    await sendPart(owner, upload, 1)
    const later = new Date(Date.now() + 25 * 3600 * 1000)

    await expireUploads({ ...test.ctx, now: () => later })

    expect((await owner.call({ url: '/api/uploads' })).json()).toEqual({ data: [] })
    expect(await storedUnder(test.config.storage, `scripts/${upload.id}`)).toEqual({ objects: 0, parts: 0 })
    expect(await availableUploads(owner)).toBe(10)
  })

  it('is refused on completion and takes no slot if the file is no recording [UP-12]', async () => {
    const owner = await test.signIn()
    const page = Buffer.from('<html>hello</html>')
    const reply = await create(owner, { fileName: 'a.mp3', size: page.length })
    const { upload } = reply.json<{ upload: Upload }>()
    await sendPart(owner, upload, 1, page)

    const refused = await complete(owner, upload.id)

    expect(refused.statusCode).toBe(422)
    expect(refused.json()).toMatchObject({ error: 'Unsupported format video' })
    expect(await storedUnder(test.config.storage, `scripts/${upload.id}`)).toEqual({ objects: 0, parts: 0 })
    expect(await availableUploads(owner)).toBe(10)
  })

  it('is refused as broken if it is random bytes under the name of a recording [UP-12]', async () => {
    const owner = await test.signIn()
    // A zero first byte matches no signature and no frame.
    const noise = Buffer.concat([Buffer.alloc(1), randomBytes(200_000)])
    const reply = await create(owner, { fileName: 'Лекция.mp3', contentType: 'audio/mpeg', size: noise.length })
    const { upload } = reply.json<{ upload: Upload }>()
    await sendPart(owner, upload, 1, noise)

    const refused = await complete(owner, upload.id)

    expect(refused.statusCode).toBe(422)
    expect(refused.json()).toMatchObject({ code: 'mediaBroken', error: 'MediaFile cannot proceesed' })
    expect(await storedUnder(test.config.storage, `scripts/${upload.id}`)).toEqual({ objects: 0, parts: 0 })
    expect(await availableUploads(owner)).toBe(10)
  })
})

describe('the limits of a tariff', () => {
  it('are checked before the first byte: a file that is too big is refused with both sizes [UP-4]', async () => {
    const owner = await test.signIn()

    const refused = await create(owner, { size: 300_000_001 })
    const taken = await create(owner, { size: 300_000_000 })

    expect(refused.statusCode).toBe(413)
    expect(refused.json()).toMatchObject({
      code: 'fileTooBig',
      error: { size: 300_000_001, fileName: 'Интервью.wav', fileSize: 300_000_000 },
    })
    expect(taken.statusCode).toBe(200)
  })

  it('hold under concurrency: of 30 simultaneous uploads, a tariff of 10 accepts 10 [UP-12]', async () => {
    const owner = await test.signIn()

    const replies = await Promise.all(Array.from({ length: 30 }, () => create(owner)))

    const refused = replies.filter((reply) => reply.statusCode === 402)
    expect(replies.filter((reply) => reply.statusCode === 200)).toHaveLength(10)
    expect(refused).toHaveLength(20)
    expect(refused[0]?.json<{ error: string }>().error).toMatch(/^You cannot uploading more/)
    expect(await availableUploads(owner)).toBe(0)
  })

  it('count deleted files and reset every month', async () => {
    const owner = await test.signIn()
    await Promise.all(Array.from({ length: 10 }, () => create(owner)))
    await test.ctx.db
      .updateTable('uploads')
      .set({ state: 'complete' })
      .where('userId', '=', owner.userId ?? '')
      .execute()
    const refused = await create(owner)

    test.clock.now = new Date(Date.now() + 32 * 24 * 3600 * 1000)
    const nextMonth = await create(await test.signInAs(owner.userId ?? randomUUID()))
    test.clock.now = new Date()

    expect([refused.statusCode, nextMonth.statusCode]).toEqual([402, 200])
  })
})
