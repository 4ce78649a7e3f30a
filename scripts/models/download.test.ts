import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { download } from './download.ts'

const content = Buffer.from('weights of a model, '.repeat(200_000))
const sha256 = createHash('sha256').update(content).digest('hex')
const half = content.length / 2

let server: Server
let ranges: (string | undefined)[]
let answer: (request: IncomingMessage, response: ServerResponse) => void
let folder: string
let request: { url: string; path: string; bytes: number; sha256: string; pauseMs: number }

beforeEach(async () => {
  ranges = []
  answer = sendRange
  server = createServer((request, response) => {
    ranges.push(request.headers.range)
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  folder = await mkdtemp(join(tmpdir(), 'download-'))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.onnx`
  request = { url, path: join(folder, 'a.onnx'), bytes: content.length, sha256, pauseMs: 1 }
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true })
})

describe('a download', () => {
  it('is placed under its name and leaves no other file', async () => {
    expect(await download(request)).toEqual({ kind: 'placed' })

    expect(await readdir(folder)).toEqual(['a.onnx'])
    expect((await readFile(request.path)).equals(content)).toBe(true)
  })

  it('resumes after a cut connection', async () => {
    answer = (request, response) => (ranges.length === 1 ? sendHalfAndCut(response) : sendRange(request, response))

    expect(await download(request)).toEqual({ kind: 'placed' })

    // Bytes in flight when the connection broke are requested again.
    expect(ranges).toEqual([undefined, expect.stringMatching(/^bytes=[1-9]\d*-$/)])
    expect((await readFile(request.path)).equals(content)).toBe(true)
  })

  it('resumes an earlier run', async () => {
    await writeFile(`${request.path}.partial`, content.subarray(0, 1000))

    expect(await download(request)).toEqual({ kind: 'placed' })

    expect(ranges).toEqual(['bytes=1000-'])
    expect((await readFile(request.path)).equals(content)).toBe(true)
  })

  it('starts over with a server without range support', async () => {
    answer = (_, response) => response.end(content)
    await writeFile(`${request.path}.partial`, content.subarray(0, 1000))

    expect(await download(request)).toEqual({ kind: 'placed' })

    expect((await readFile(request.path)).equals(content)).toBe(true)
  })

  it('is deleted if its checksum is wrong', async () => {
    const other = 'f'.repeat(64)

    const outcome = await download({ ...request, sha256: other })

    expect(outcome).toEqual({ kind: 'failed', reason: `sha256 is ${sha256}, not ${other}` })
    expect(await readdir(folder)).toEqual([])
  })

  it('is checked by the integrity of a registry, and tells its progress', async () => {
    const progress: number[] = []
    const integrity = `sha512-${createHash('sha512').update(content).digest('base64')}`
    const { sha256: _, ...unchecked } = request

    const outcome = await download({ ...unchecked, integrity, onProgress: (_, have) => progress.push(have) })

    expect(outcome).toEqual({ kind: 'placed' })
    expect(progress.at(-1)).toBe(content.length)
  })

  it('stays partial without a pinned checksum, and is not fetched again once pinned', async () => {
    const unknown = await download({ ...request, sha256: undefined })
    const pinned = await download(request)

    expect(unknown).toEqual({ kind: 'unpinned', sha256 })
    expect(pinned).toEqual({ kind: 'placed' })
    expect(ranges).toHaveLength(1)
  })

  it('does not start without disk space', async () => {
    const outcome = await download({ ...request, bytes: 1e18 })

    expect(outcome).toEqual({ kind: 'failed', reason: expect.stringMatching(/^no space: 1000000000000000000 bytes/) })
    expect(ranges).toEqual([])
  })

  it('fails with the reason when the server refuses or disconnects without a byte', async () => {
    answer = (_, response) => response.writeHead(404).end()
    const refused = await download(request)
    answer = (request) => request.socket.destroy()
    const cut = await download(request)

    expect(refused).toEqual({ kind: 'failed', reason: `${request.url} answered 404` })
    expect(cut).toEqual({ kind: 'failed', reason: expect.stringContaining('fetch failed') })
    expect(ranges).toHaveLength(10)
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
