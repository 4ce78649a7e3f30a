import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

import { describe, expect, it } from 'vitest'

import { readConfig } from '#platform/config.ts'
import { storedUnder } from '#test/storage.ts'

import { createStorage } from './index.ts'

const config = readConfig(process.env).storage
const storage = createStorage(config)
const newKey = () => `tests/${randomUUID()}`

/** Longer than one part, and no byte like its neighbour. */
const content = Buffer.from(Uint8Array.from({ length: 6_000_000 }, (_, index) => (index * 31) % 251))

const bodyOf = (bytes: Buffer) =>
  Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += 100_000) yield bytes.subarray(at, at + 100_000)
    })(),
  )

describe('the storage', () => {
  it('gives back what was streamed in, whole or in part, and forgets it when told', async () => {
    const key = newKey()
    await storage.put(key, bodyOf(content), { contentType: 'audio/wav' })

    expect((await buffer(await storage.read(key))).equals(content)).toBe(true)
    expect(Buffer.from(await storage.readRange(key, 5_300_000, 5_300_010))).toEqual(
      content.subarray(5_300_000, 5_300_010),
    )
    await storage.remove(key)
    await expect(storage.read(key)).rejects.toMatchObject({ name: 'NoSuchKey' })
  })

  it('keeps nothing of a stream that broke or was called off', async () => {
    const [broken, calledOff] = [newKey(), newKey()]
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
    await expect(storage.put(calledOff, endless, { contentType: 'audio/wav', signal: abort.signal })).rejects.toThrow(
      'aborted',
    )

    expect(await storedUnder(config, broken)).toEqual({ objects: 0, parts: 0 })
    expect(await storedUnder(config, calledOff)).toEqual({ objects: 0, parts: 0 })
  })

  it('signs addresses that a browser can seek in, and that never open as a page', async () => {
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

  it('tells whether it is there', async () => {
    expect(await storage.isUp()).toBe(true)
    expect(await createStorage({ ...config, secretKey: 'wrong-secret' }).isUp()).toBe(false)
  })
})
