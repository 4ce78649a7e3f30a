import { randomUUID } from 'node:crypto'
import { globSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { readConfig } from '#platform/config.ts'
import { isTransient } from '#platform/transient.ts'
import { storedUnder } from '#test/recordings/storage.ts'
import { startSilentServer } from '#test/silent-server.ts'

import { createStorage } from './index.ts'

const config = readConfig(process.env).storage
const storage = createStorage(config)
const newKey = () => `tests/${randomUUID()}`

/** Longer than one part, with no two equal neighbours. */
const content = Buffer.from(Uint8Array.from({ length: 9_000_000 }, (_, index) => (index * 31) % 251))

const bodyOf = (bytes: Buffer) =>
  Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += 100_000) yield bytes.subarray(at, at + 100_000)
    })(),
  )

describe('the storage', () => {
  it('stores a stream, returns all or a range of it, and removes it', async () => {
    const key = newKey()
    await storage.put(key, bodyOf(content), { contentType: 'audio/wav' })

    expect((await buffer(await storage.read(key))).equals(content)).toBe(true)
    expect(Buffer.from(await storage.readRange(key, 5_300_000, 5_300_010))).toEqual(
      content.subarray(5_300_000, 5_300_010),
    )
    await expect(storage.readRange(key, content.length - 10, content.length + 5)).rejects.toThrow('10 of 15 bytes')
    await storage.remove(key)
    await expect(storage.read(key)).rejects.toMatchObject({ name: 'NoSuchKey' })
  })

  it('keeps nothing of a broken or aborted stream', async () => {
    const [broken, aborted] = [newKey(), newKey()]
    const abort = new AbortController()
    const breaking = Readable.from(
      (async function* () {
        yield content
        throw new Error('the line is cut')
      })(),
    )
    const endless = Readable.from(
      (function* () {
        for (let parts = 0; parts < 1000; parts++) {
          if (parts === 3) setImmediate(() => abort.abort())
          yield content
        }
      })(),
    )

    await expect(storage.put(broken, breaking, { contentType: 'audio/wav' })).rejects.toThrow('the line is cut')
    await expect(storage.put(aborted, endless, { contentType: 'audio/wav', signal: abort.signal })).rejects.toThrow(
      'aborted',
    )

    expect(await storedUnder(config, broken)).toEqual({ objects: 0, parts: 0 })
    expect(await storedUnder(config, aborted)).toEqual({ objects: 0, parts: 0 })
  })

  it('leaves nothing of a stream on the server’s disk', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'spool-'))
    vi.stubEnv('TMPDIR', folder)
    onTestFinished(async () => {
      vi.unstubAllEnvs()
      await rm(folder, { recursive: true })
    })
    const keys = [newKey(), newKey()]

    await storage.put(keys[0]!, bodyOf(content), { contentType: 'audio/wav' })
    await storage.put(keys[1]!, bodyOf(content.subarray(0, 1000)), { contentType: 'audio/wav' })

    expect(globSync(join(folder, 'doslovno-part-*', '*'))).toEqual([])
    for (const key of keys) await storage.remove(key)
  })

  it('signs URLs that support ranges and never open as a page', async () => {
    const key = newKey()
    await storage.put(key, bodyOf(content), { contentType: 'text/html' })

    const audio = await fetch(await storage.signedUrl(key, { seconds: 60, contentType: 'audio/mpeg' }), {
      headers: { range: 'bytes=10-19' },
    })
    const page = await fetch(await storage.signedUrl(key, { seconds: 60, contentType: 'text/html' }))
    const forged = await fetch(
      (await storage.signedUrl(key, { seconds: 60, contentType: 'audio/mpeg' })).replace('audio%2Fmpeg', 'text%2Fhtml'),
    )

    expect(audio.status).toBe(206)
    expect(Buffer.from(await audio.arrayBuffer())).toEqual(content.subarray(10, 20))
    expect(page.headers.get('content-type')).toBe('application/octet-stream')
    expect(forged.status).toBe(403)
    await storage.remove(key)
  })

  it('accepts parts of exactly the signed length at signed URLs, and joins them', async () => {
    const key = newKey()
    const cut = [content.subarray(0, 6_000_000), content.subarray(6_000_000)]
    const uploadId = await storage.parts.begin(key, 'audio/wav')
    const put = async (number: number, bytes: number, body: Buffer) =>
      fetch(await storage.parts.signedUrl(key, uploadId, { number, bytes, seconds: 60 }), {
        method: 'PUT',
        body: Uint8Array.from(body),
      })

    const tooLong = await put(1, 5_999_999, cut[0]!)
    const arrived = [await put(1, 6_000_000, cut[0]!), await put(2, 3_000_000, cut[1]!)]
    const parts = await storage.parts.list(key, uploadId)
    await storage.parts.join(key, uploadId, parts)

    expect(tooLong.status).toBe(403)
    expect(arrived.map(({ status }) => status)).toEqual([200, 200])
    expect(parts.map(({ number, size }) => [number, size])).toEqual([
      [1, 6_000_000],
      [2, 3_000_000],
    ])
    expect((await buffer(await storage.read(key))).equals(content)).toBe(true)
    expect(await storage.sizeOf(key)).toBe(content.length)
    await storage.remove(key)
    expect(await storage.sizeOf(key)).toBeUndefined()
  })

  it('discards the parts of an aborted upload, also when asked twice', async () => {
    const key = newKey()
    const uploadId = await storage.parts.begin(key, 'audio/wav')
    const url = await storage.parts.signedUrl(key, uploadId, { number: 1, bytes: 3, seconds: 60 })
    await fetch(url, { method: 'PUT', body: 'abc' })

    await storage.parts.drop(key, uploadId)
    await storage.parts.drop(key, uploadId)

    expect(await storedUnder(config, key)).toEqual({ objects: 0, parts: 0 })
    expect(await storage.parts.list(key, uploadId)).toEqual([])
  })

  it('reports whether it is up', async () => {
    expect(await storage.isUp()).toBe(true)
    expect(await createStorage({ ...config, secretKey: 'wrong-secret' }).isUp()).toBe(false)
  })
})

describe('a storage that stops answering', () => {
  const timeouts = { connectMs: 1000, idleMs: 300, isUpMs: 300 }

  it('fails a call with a transient error and is reported as down', async () => {
    const silent = await startSilentServer()
    const frozen = createStorage({ ...config, endpoint: silent.url }, timeouts)

    const failures = [
      await frozen.sizeOf(newKey()).catch((error: unknown) => error),
      await frozen.put(newKey(), bodyOf(content), { contentType: 'audio/wav' }).catch((error: unknown) => error),
    ]

    for (const failure of failures) expect(failure).toSatisfy(isTransient)
    expect(await frozen.isUp()).toBe(false)
    await silent.close()
  })

  it('fails a download in the middle with a transient error', async () => {
    const silent = await startSilentServer('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nbeginning')
    const frozen = createStorage({ ...config, endpoint: silent.url }, timeouts)

    const failure = await buffer(await frozen.read(newKey())).catch((error: unknown) => error)

    expect(failure).toSatisfy(isTransient)
    await silent.close()
  })
})
