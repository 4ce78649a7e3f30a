import { createHash, randomBytes, randomUUID } from 'node:crypto'

import type { Upload } from '@doslovno/contract/uploads.ts'
import { createStorage } from '@doslovno/server/adapters/storage/index.ts'
import { toWav } from '@doslovno/server/test/recordings/recordings.ts'

import { freshApp, PRO } from '#lab/app.ts'
import { inTurns, median, secondsOf } from '#lab/figures.ts'
import { mark } from '#lab/marks.ts'
import { type ApiProcess, startApi, uploadFile } from '#lab/processes.ts'

const GOAL = 0.8
const MEGABYTES = 160
const ROUNDS = 5
const UPLOAD_PART = 8 * 1024 * 1024

/** Parts, every one hashed as in the browser, against bare PUTs of the same parts at URLs signed beforehand. */
export async function main(): Promise<void> {
  const test = await freshApp()
  const { authorization } = await test.signIn({ tariffId: PRO })
  const token = authorization.replace('Bearer ', '')
  const api = await startApi(test.config)
  const content = toWav(randomBytes(MEGABYTES * 1_000_000))
  const storage = createStorage(test.config.storage)
  const seconds = await inTurns(ROUNDS, {
    bare: async () => secondsOf(await barePuts(storage, content)),
    parts: () => secondsOf(() => byParts(api, token, content)),
    post: () => secondsOf(() => uploadFile(api.url, token, content)),
  })
  const [bare, parts, post] = [seconds.bare, seconds.parts, seconds.post].map(median) as [number, number, number]
  const speed = (took: number) => `${(MEGABYTES / took).toFixed(0)} MB/s`
  const ofBare = (took: number) => `${speed(took)}, ${(bare / took).toFixed(2)}`
  console.log(
    `${MEGABYTES} MB, median of ${ROUNDS}: bare PUTs ${speed(bare)}, POST /api/scripts/upload ${ofBare(post)}`,
  )
  mark(`parts through the API ≥ ${GOAL} of bare PUTs`, ofBare(parts), bare / parts >= GOAL)
}

/** Prepares everything but the PUTs. */
async function barePuts(storage: ReturnType<typeof createStorage>, content: Buffer): Promise<() => Promise<void>> {
  const key = `bench/${randomUUID()}`
  const uploadId = await storage.parts.begin(key, 'audio/wav')
  const parts = cut(content, UPLOAD_PART)
  const urls = await Promise.all(
    parts.map((part, index) =>
      storage.parts.signedUrl(key, uploadId, { number: index + 1, bytes: part.length, seconds: 600 }),
    ),
  )
  return async () => {
    for (const [index, part] of parts.entries()) await put(urls[index] ?? '', part)
    await storage.parts.join(key, uploadId, await storage.parts.list(key, uploadId))
    await storage.remove(key)
  }
}

async function byParts(api: ApiProcess, token: string, content: Buffer): Promise<void> {
  const call = async <T>(path: string, body?: object): Promise<T> => {
    const reply = await api.call('POST', path, { token, ...(body && { body }) })
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
    return reply.json() as Promise<T>
  }
  const file = { fileName: 'talk.wav', contentType: 'audio/wav', size: content.length }
  const { upload } = await call<{ upload: Upload }>('/api/uploads', file)
  for (const [index, part] of cut(content, upload.partSize).entries()) {
    const sha256 = createHash('sha256').update(part).digest('hex')
    const { url } = await call<{ url: string }>(`/api/uploads/${upload.id}/parts`, { number: index + 1, sha256 })
    await put(url, part)
  }
  await call(`/api/uploads/${upload.id}/complete`)
}

async function put(url: string, part: Buffer): Promise<void> {
  const reply = await fetch(url, { method: 'PUT', body: Uint8Array.from(part) })
  if (!reply.ok) throw new Error(await reply.text())
}

const cut = (content: Buffer, bytes: number): Buffer[] =>
  Array.from({ length: Math.ceil(content.length / bytes) }, (_, n) => content.subarray(n * bytes, (n + 1) * bytes))
