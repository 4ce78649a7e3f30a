import type { Script } from '@doslovno/contract/scripts.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

import { openSummaries } from '#features/summaries/index.ts'
import { saveTranscript } from '#features/transcripts/index.ts'
import { addScript } from '#test/recordings/library.ts'
import { watchStatements } from '#test/statements.ts'
import { type Caller, createTestApp, decoded, type TestApp } from '#test/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())
afterEach(() => vi.restoreAllMocks())

const SENTENCES = Array.from({ length: 40 }, (_, index) => `Это предложение номер ${index}.`)

type Owned = { owner: Caller; userId: string; id: string; url: string }

async function ownedFile(sentences = SENTENCES): Promise<Owned> {
  const owner = await test.signIn()
  const userId = owner.userId ?? ''
  const id = await addScript(test, userId, sentences)
  return { owner, userId, id, url: `/api/scripts/${id}` }
}

type Headers = Record<string, string>
const read = ({ owner, url }: Owned, headers: Headers = {}) => owner.call({ url, headers })
const tagOf = async (file: Owned) => String((await read(file)).headers.etag)
const statusWith = async (file: Owned, tag: string) => (await read(file, { 'if-none-match': tag })).statusCode

describe('the text of a file', () => {
  it.each([
    { accepted: 'gzip, deflate, br', encoding: 'br' },
    { accepted: 'gzip, deflate', encoding: 'gzip' },
    { accepted: 'br;q=0.5, gzip', encoding: 'gzip' },
    { accepted: 'br;q=0, gzip;q=0', encoding: undefined },
    { accepted: 'identity', encoding: undefined },
    { accepted: 'zstd', encoding: undefined },
    { accepted: '', encoding: undefined },
  ])('is sent to a caller who accepts «$accepted» as $encoding', async ({ accepted, encoding }) => {
    const file = await ownedFile()
    const plain = await file.owner.call({ url: file.url })

    const reply = await read(file, { 'accept-encoding': accepted })

    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-encoding']).toBe(encoding)
    expect(reply.headers.vary).toBe('accept-encoding')
    expect(plain.headers['content-encoding']).toBeUndefined()
    const [sent, expected] = [decoded(reply), plain.body].map((body) => JSON.parse(body) as Script)
    expect(sent?.script).toEqual(expected?.script)
    expect(sent?.script).toHaveLength(SENTENCES.length)
    expect(reply.rawPayload.length).toBeLessThan(plain.rawPayload.length / (encoding ? 3 : 0.9))
  })

  it('is compressed as recognised too', async () => {
    const { owner, url } = await ownedFile()

    const reply = await owner.call({ url: `${url}/original`, headers: { 'accept-encoding': 'br' } })

    expect(reply.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect((JSON.parse(decoded(reply)) as Script).script).toHaveLength(SENTENCES.length)
  })

  it('is not compressed below a kilobyte', async () => {
    const { owner, url } = await ownedFile(['Раз.'])

    const reply = await owner.call({ url: `${url}/original`, headers: { 'accept-encoding': 'br' } })

    expect(reply.headers['content-encoding']).toBeUndefined()
  })
})

describe('a tag', () => {
  it('is answered 304 without reading the text if nothing changed', async () => {
    const file = await ownedFile()
    const tag = await tagOf(file)
    const statements = watchStatements()

    const reply = await read(file, { 'if-none-match': tag, 'accept-encoding': 'br' })

    expect(reply.statusCode).toBe(304)
    expect(reply.body).toBe('')
    expect(reply.headers).toMatchObject({ etag: tag, vary: 'accept-encoding' })
    expect(reply.headers['content-encoding']).toBeUndefined()
    expect(statements().join()).not.toContain('segments')
  })

  const patch = ({ owner, url }: Owned, path: string, payload: object) =>
    owner.call({ method: 'PATCH', url: url + path, payload })
  const post = ({ owner, url }: Owned, path: string, payload: object) =>
    owner.call({ method: 'POST', url: url + path, payload })
  const changes: Record<string, (file: Owned) => Promise<unknown>> = {
    rename: (file) => patch(file, '/filename', { fileName: 'Новое имя' }),
    sharing: (file) => patch(file, '', { publicFlag: true }),
    'name of a speaker': (file) => post(file, '/edit-speaker-name', { speakerId: 0, name: 'Анна' }),
    'edit of the text': (file) =>
      post(file, '/edits', { version: 0, operation: { kind: 'editText', at: 0, count: 1, text: 'Иначе.' } }),
    'new run of the same version': ({ id, userId }) =>
      test.ctx.db.transaction().execute((tx) => saveTranscript(tx, { scriptId: id, userId }, [])),
    'summary under way': ({ id, userId }) =>
      test.ctx.db
        .transaction()
        .execute((tx) => openSummaries(tx, test.ctx, { scriptId: id, userId, templateId: null })),
    'missing recording': ({ id }) =>
      test.ctx.db.updateTable('scripts').set({ originalMissingAt: new Date() }).where('id', '=', id).execute(),
  }

  it.each(Object.keys(changes))('does not outlive a change: %s', async (name) => {
    const file = await ownedFile()
    const tag = await tagOf(file)

    const changed = await changes[name]?.(file)

    expect((changed as { statusCode?: number } | undefined)?.statusCode ?? 200).toBe(200)
    expect(await statusWith(file, tag)).toBe(200)
    expect(await tagOf(file)).not.toBe(tag)
  })

  it('outlives a change of another file', async () => {
    const file = await ownedFile()
    const tag = await tagOf(file)

    await addScript(test, file.userId, ['Другой.'])

    expect(await statusWith(file, tag)).toBe(304)
  })

  it('is of no use to a stranger, and to nobody once the file is private again or deleted', async () => {
    const file = await ownedFile()
    const stranger = await test.signIn()
    const visit = async (tag: string) =>
      (await test.app.inject({ url: file.url, headers: { 'if-none-match': tag } })).statusCode
    const tag = await tagOf(file)

    expect((await stranger.call({ url: file.url, headers: { 'if-none-match': tag } })).statusCode).toBe(404)
    expect(await visit(tag)).toBe(404)

    await changes.sharing?.(file)
    const shared = String((await test.app.inject({ url: file.url })).headers.etag)
    expect(await visit(await tagOf(file))).toBe(200) // the owner's page is another
    expect(await visit(shared)).toBe(304)
    await patch(file, '', { publicFlag: false })
    expect(await visit(shared)).toBe(404)

    const last = await tagOf(file)
    await file.owner.call({ method: 'DELETE', url: file.url })
    expect(await statusWith(file, last)).toBe(404)
  })

  it('ends while the URLs of the recording still live as long as the reply says', async () => {
    const file = await ownedFile()
    const first = await read(file)
    const { srcSeconds, fileSrc } = first.json<Script>()
    const signedSeconds = Number(new URL(fileSrc ?? '').searchParams.get('X-Amz-Expires'))
    const until = Number(/\.(\d+)"$/.exec(String(first.headers.etag))?.[1])

    expect(signedSeconds).toBe(test.config.mediaUrlSeconds)
    expect(until / 1000 + srcSeconds).toBeLessThanOrEqual(Date.now() / 1000 + signedSeconds)
  })

  it('is not given while the file is processed', async () => {
    const file = await ownedFile()
    await test.ctx.db.updateTable('scripts').set({ status: 'process' }).where('id', '=', file.id).execute()

    expect((await read(file)).headers.etag).toBeUndefined()
  })
})

it('a text is read and compressed once for all who open it unchanged', async () => {
  const file = await ownedFile()
  await patchPublic(file)
  const statements = watchStatements()
  const open = () => test.app.inject({ url: file.url, headers: { 'accept-encoding': 'br' } })

  const opened = [...(await Promise.all([open(), open(), open()])), await open()]

  expect(new Set(opened.map((reply) => decoded(reply))).size).toBe(1)
  const asked = statements().filter((text) => text.includes('from "segments"'))
  expect(asked).toHaveLength(1)
})

async function patchPublic({ owner, url }: Owned): Promise<void> {
  await owner.call({ method: 'PATCH', url, payload: { publicFlag: true } })
}
