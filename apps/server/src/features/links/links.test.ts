import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { ProcessState, Script } from '@doslovno/contract/scripts.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import type { WorkerContext } from '#context.ts'
import { setSwitch } from '#features/operations/index.ts'
import { recording, toWav, wavSamples } from '#test/recordings/recordings.ts'
import { storedUnder } from '#test/recordings/storage.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'
import { startWorkerHere, type WorkerHere } from '#test/worker.ts'

import { downloadLink } from './download.ts'

const PRO = 3
const talk = toWav(wavSamples(recording('voxforge_ru/ru_0032.wav')))

let test: TestApp
let worker: WorkerHere
let site: Server
let address: string
/** Open connections to the endless file. */
let endless = 0

beforeAll(async () => {
  site = createServer((request, response) => {
    if (request.url === '/talk.wav') return response.setHeader('content-type', 'audio/wav').end(talk)
    if (request.url === '/secret.wav') return response.writeHead(403).end()
    if (request.url === '/page') return response.setHeader('content-type', 'text/html').end('<html>hello</html>')
    if (request.url === '/film.mp4') return response.setHeader('content-length', '2000000001').write(talk)
    if (request.url === '/endless.wav') {
      endless += 1
      response.setHeader('content-length', '100000000')
      response.write(talk)
      return response.once('close', () => (endless -= 1))
    }
    return response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  address = `127.0.0.1:${(site.address() as AddressInfo).port}`
  test = await createTestApp()
  worker = await startWorkerHere(test.config, { LINK_ALLOW_PRIVATE: address })
})
afterAll(async () => {
  await worker.stop()
  site.closeAllConnections()
  site.close()
  await test.close()
})

const send = (caller: Caller, url: string, more = {}) =>
  caller.call({ method: 'POST', url: '/api/scripts/upload-by-link', payload: { url, ...more } })

async function begin(caller: Caller, path: string): Promise<string> {
  return (await send(caller, `http://${address}${path}`)).json<{ processId: string }>().processId
}

const stateOf = async (caller: Caller, processId: string) =>
  (await caller.call({ url: `/api/processes/${processId}` })).json<ProcessState>()

function waitForEnd(caller: Caller, processId: string): Promise<ProcessState> {
  const read = async () => {
    const state = await stateOf(caller, processId)
    expect(state.status).not.toBe('processing')
    return state
  }
  return vi.waitFor(read, { timeout: 40_000, interval: 100 })
}

const openSlots = async (caller: Caller) =>
  (
    await test.ctx.db
      .selectFrom('uploads')
      .select('id')
      .where('userId', '=', caller.userId ?? '')
      .where('state', '!=', 'aborted')
      .execute()
  ).length

describe('a link', () => {
  it('becomes a script byte for byte, and its process can be polled [LINK-6] [UP-14]', async () => {
    const owner = await test.signIn({ tariffId: PRO })

    const state = await waitForEnd(owner, await begin(owner, '/talk.wav'))

    expect(state).toMatchObject({ status: 'complete', stage: 'download', progress: 100 })
    const script = (await owner.call({ url: `/api/scripts/${state.scriptId}` })).json<Script>()
    expect(script).toMatchObject({ fileName: 'talk.wav', fileSize: talk.length, type: 'audio' })
    const stored = await test.ctx.storage.readRange(`scripts/${script.id}/original`, 0, talk.length)
    const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
    expect(sha256(stored)).toBe(sha256(talk))
  })

  it("lands in the folder it was sent from, and in no stranger's", async () => {
    const [owner, stranger] = [await test.signIn({ tariffId: PRO }), await test.signIn({ tariffId: PRO })]
    const made = await owner.call({ method: 'POST', url: '/api/folders', payload: { name: 'Лекции' } })
    const folderId = made.json<{ folder: { id: string } }>().folder.id
    const link = `http://${address}/talk.wav`

    expect((await send(stranger, link, { folderId })).statusCode).toBe(404)
    const { processId } = (await send(owner, link, { folderId })).json<{ processId: string }>()
    const { scriptId } = await waitForEnd(owner, processId)

    expect((await owner.call({ url: `/api/scripts/${scriptId}` })).json<Script>().folderId).toBe(folderId)
    expect(await openSlots(stranger)).toBe(0)
  })

  it.each([
    ['/page', 'Link is unsupported'],
    ['/secret.wav', 'No access to the link'],
  ])('fails for %s with an error that the form knows, and frees its slot [LINK-5]', async (path, text) => {
    const owner = await test.signIn({ tariffId: PRO })

    const state = await waitForEnd(owner, await begin(owner, path))

    expect(state).toMatchObject({ status: 'error', error: text })
    await vi.waitFor(async () => expect(await openSlots(owner)).toBe(0))
  })

  it('reports both sizes for a file over the size limit of the tariff [LINK-5]', async () => {
    const owner = await test.signIn({ tariffId: PRO })

    const state = await waitForEnd(owner, await begin(owner, '/film.mp4'))

    expect(state).toMatchObject({
      status: 'error',
      error: { size: 2_000_000_001, fileName: 'film.mp4', fileSize: 2_000_000_000 },
    })
  })

  it('is refused if it leads to a private address', async () => {
    const owner = await test.signIn({ tariffId: PRO })
    const reply = await send(owner, 'http://127.0.0.1:5432/')

    const state = await waitForEnd(owner, reply.json<{ processId: string }>().processId)

    expect(state).toMatchObject({ status: 'error', error: expect.stringMatching(/^(Link is unsupported|No access)/) })
  })

  it('can be cancelled during the download and leaves nothing behind [LINK-6]', async () => {
    const owner = await test.signIn({ tariffId: PRO })
    const processId = await begin(owner, '/endless.wav')
    await vi.waitFor(async () => expect((await stateOf(owner, processId)).progress).toBeGreaterThan(0), {
      timeout: 20_000,
    })

    const payload = { processId }
    const reply = await owner.call({ method: 'POST', url: '/api/scripts/cancel-upload-by-link', payload })

    expect(reply.statusCode).toBe(200)
    expect(await stateOf(owner, processId)).toMatchObject({ status: 'error', error: 'Request was aborted' })
    await vi.waitFor(() => expect(endless).toBe(0), { timeout: 10_000 })
    expect(await openSlots(owner)).toBe(0)
    const { uploadId } = await test.ctx.db
      .selectFrom('linkDownloads')
      .select('uploadId')
      .where('id', '=', processId)
      .executeTakeFirstOrThrow()
    expect(await storedUnder(test.config.storage, `scripts/${uploadId}`)).toEqual({ objects: 0, parts: 0 })
  })

  it('can be neither polled nor cancelled by another user', async () => {
    const owner = await test.signIn({ tariffId: PRO })
    const other = await test.signIn({ tariffId: PRO })
    const processId = await begin(owner, '/talk.wav')

    const watched = await other.call({ url: `/api/processes/${processId}` })
    const cancel = { method: 'POST' as const, url: '/api/scripts/cancel-upload-by-link', payload: { processId } }

    expect([watched.statusCode, (await other.call(cancel)).statusCode]).toEqual([404, 404])
    expect(await waitForEnd(owner, processId)).toMatchObject({ status: 'complete' })
  })
})

describe('a link is refused without a download', () => {
  it('if the tariff is free [LINK-4]', async () => {
    const reply = await send(await test.signIn(), `http://${address}/talk.wav`)

    expect(reply.statusCode).toBe(402)
    expect(reply.json()).toMatchObject({ code: 'linkNotAllowed' })
  })

  it('unless it starts with http:// or https:// [LINK-3]', async () => {
    const owner = await test.signIn({ tariffId: PRO })

    const replies = await Promise.all(
      ['ftp://a.ru/a.mp3', 'file:///etc/passwd', 'a.mp3'].map((url) => send(owner, url)),
    )

    expect(replies.map((reply) => reply.statusCode)).toEqual([400, 400, 400])
  })

  it('while two other downloads are running', async () => {
    const owner = await test.signIn({ tariffId: PRO })
    const running = [await begin(owner, '/endless.wav'), await begin(owner, '/endless.wav')]

    const third = await send(owner, `http://${address}/talk.wav`)

    expect(third.statusCode).toBe(409)
    for (const processId of running)
      await owner.call({ method: 'POST', url: '/api/scripts/cancel-upload-by-link', payload: { processId } })
    await vi.waitFor(() => expect(endless).toBe(0), { timeout: 10_000 })
  })
})

describe('a queued link', () => {
  it('ends before a connection is made if an operator has switched links off', async () => {
    const own = await createTestApp()
    const caller = await own.signIn({ tariffId: PRO })
    const processId = (await send(caller, 'https://example.ru/talk.wav')).json<{ processId: string }>().processId
    await setSwitch(own.ctx, { name: 'links', isOn: false, by: 'olga', reason: 'incident 7' })
    const fetched = vi.fn<WorkerContext['download']['fetch']>()
    // A download uses nothing else of a worker.
    const ctx = { ...own.ctx, download: { fetch: fetched } } as unknown as WorkerContext

    const ended = downloadLink(ctx, processId, new AbortController().signal)

    await expect(ended).rejects.toMatchObject({ code: 'switchedOff' })
    expect(fetched).not.toHaveBeenCalled()
    await own.close()
  })
})
