import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { download } from './models-download.ts'

const content = Buffer.from('weights of a model, '.repeat(200_000))
const sha256 = createHash('sha256').update(content).digest('hex')
const half = content.length / 2

let server: Server
let asked: (string | undefined)[]
let answer: (request: IncomingMessage, response: ServerResponse) => void
let folder: string
let wanted: { url: string; path: string; bytes: number; sha256: string }

beforeEach(async () => {
  asked = []
  answer = sendRange
  server = createServer((request, response) => {
    asked.push(request.headers.range)
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  folder = await mkdtemp(join(tmpdir(), 'download-'))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.onnx`
  wanted = { url, path: join(folder, 'a.onnx'), bytes: content.length, sha256 }
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true })
})

describe('a download', () => {
  it('is placed under its name and leaves nothing else', async () => {
    expect(await download(wanted)).toEqual({ kind: 'placed' })

    expect(await readdir(folder)).toEqual(['a.onnx'])
    expect((await readFile(wanted.path)).equals(content)).toBe(true)
  })

  it('goes on where the connection was cut', async () => {
    answer = (request, response) => (asked.length === 1 ? sendHalfAndCut(response) : sendRange(request, response))

    expect(await download(wanted)).toEqual({ kind: 'placed' })

    // What was on its way when the connection broke is asked for again.
    expect(asked).toEqual([undefined, expect.stringMatching(/^bytes=[1-9]\d*-$/)])
    expect((await readFile(wanted.path)).equals(content)).toBe(true)
  })

  it('goes on where an earlier run broke off', async () => {
    await writeFile(`${wanted.path}.partial`, content.subarray(0, 1000))

    expect(await download(wanted)).toEqual({ kind: 'placed' })

    expect(asked).toEqual(['bytes=1000-'])
    expect((await readFile(wanted.path)).equals(content)).toBe(true)
  })

  it('starts anew with a server that knows no ranges', async () => {
    answer = (_, response) => response.end(content)
    await writeFile(`${wanted.path}.partial`, content.subarray(0, 1000))

    expect(await download(wanted)).toEqual({ kind: 'placed' })

    expect((await readFile(wanted.path)).equals(content)).toBe(true)
  })

  it('with a wrong sum is thrown away', async () => {
    const other = 'f'.repeat(64)

    const outcome = await download({ ...wanted, sha256: other })

    expect(outcome).toEqual({ kind: 'failed', reason: `sha256 is ${sha256}, not ${other}` })
    expect(await readdir(folder)).toEqual([])
  })

  it('that nobody vouches for waits under its partial name, and is not fetched again once somebody does', async () => {
    const unknown = await download({ ...wanted, sha256: undefined })
    const pinned = await download(wanted)

    expect(unknown).toEqual({ kind: 'unpinned', sha256 })
    expect(pinned).toEqual({ kind: 'placed' })
    expect(asked).toHaveLength(1)
  })

  it('is not begun where there is no space for it', async () => {
    const outcome = await download({ ...wanted, bytes: 1e18 })

    expect(outcome).toEqual({ kind: 'failed', reason: expect.stringMatching(/^no space: 1000000000000000000 bytes/) })
    expect(asked).toEqual([])
  })

  it('gives up on a server that refuses, or cuts off without a byte, and says why', async () => {
    answer = (_, response) => response.writeHead(404).end()
    const refused = await download(wanted)
    answer = (request) => request.socket.destroy()
    const cut = await download(wanted)

    expect(refused).toEqual({ kind: 'failed', reason: `${wanted.url} answered 404` })
    expect(cut).toEqual({ kind: 'failed', reason: expect.stringContaining('fetch failed') })
    expect(asked).toHaveLength(6)
  })
})

function sendRange(request: IncomingMessage, response: ServerResponse): void {
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
  const range = `bytes ${from}-${content.length - 1}/${content.length}`
  response.writeHead(from > 0 ? 206 : 200, from > 0 ? { 'content-range': range } : {}).end(content.subarray(from))
}

function sendHalfAndCut(response: ServerResponse): void {
  response.writeHead(200, { 'content-length': content.length })
  response.write(content.subarray(0, half), () => setImmediate(() => response.destroy()))
}
