import { createHash, randomBytes, randomUUID } from 'node:crypto'

import type { Upload } from '@doslovno/contract/uploads.ts'
import { createStorage } from '@doslovno/server/adapters/storage/index.ts'
import { startApi } from '@doslovno/server/test/api.ts'
import { toWav } from '@doslovno/server/test/recordings/recordings.ts'

import { createFreshApp } from '#lab/app.ts'

const MEGABYTES = 160
const ROUNDS = 5
const PRO = 3
const UPLOAD_PART = 8 * 1024 * 1024

/**
 * `pnpm bench upload`: a file through our API (begin, a signed URL per part, complete; every part hashed as in the
 * browser) against bare PUTs of the same parts to the same storage at URLs signed beforehand.
 */
export async function main(): Promise<void> {
  const { test, close } = await createFreshApp()
  const { authorization } = await test.signIn({ tariffId: PRO })
  const api = await startApi(test.config)
  const content = toWav(randomBytes(MEGABYTES * 1_000_000))
  const storage = createStorage(test.config.storage)
  const ours: number[] = []
  const posts: number[] = []
  const bare: number[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    bare.push(await seconds(await barePuts(storage, content)))
    ours.push(await seconds(() => byParts(api.url, authorization, content)))
    posts.push(await seconds(() => byPost(api.url, authorization, content)))
    console.log(`round ${round}: bare ${rate(bare)}, parts ${rate(ours)}, multipart POST ${rate(posts)}`)
  }
  await api.stop()
  await close()
  console.log(
    `${MEGABYTES} MB, median of ${ROUNDS}: bare PUTs ${speed(median(bare))}, our upload in parts ${speed(median(ours))}: ` +
      `${(median(bare) / median(ours)).toFixed(2)} of the bare throughput (goal ≥ 0.8); ` +
      `POST /api/scripts/upload ${speed(median(posts))}: ${(median(bare) / median(posts)).toFixed(2)}`,
  )
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

async function byParts(api: string, authorization: string, content: Buffer): Promise<void> {
  const call = caller(api, authorization)
  const file = { fileName: 'talk.wav', contentType: 'audio/wav', size: content.length }
  const { upload } = await call<{ upload: Upload }>('/api/uploads', file)
  for (const [index, part] of cut(content, upload.partSize).entries()) {
    const sha256 = createHash('sha256').update(part).digest('hex')
    const { url } = await call<{ url: string }>(`/api/uploads/${upload.id}/parts`, { number: index + 1, sha256 })
    await put(url, part)
  }
  await call(`/api/uploads/${upload.id}/complete`)
}

async function byPost(api: string, authorization: string, content: Buffer): Promise<void> {
  const body = new FormData()
  body.append('file', new Blob([Uint8Array.from(content)], { type: 'audio/wav' }), 'talk.wav')
  const reply = await fetch(`${api}/api/scripts/upload`, { method: 'POST', headers: { authorization }, body })
  if (!reply.ok) throw new Error(await reply.text())
}

function caller(api: string, authorization: string) {
  return async <T>(path: string, body?: object): Promise<T> => {
    const headers = { authorization, ...(body ? { 'content-type': 'application/json' } : {}) }
    const reply = await fetch(api + path, { method: 'POST', headers, body: body ? JSON.stringify(body) : null })
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
    return reply.json() as Promise<T>
  }
}

async function put(url: string, part: Buffer): Promise<void> {
  const reply = await fetch(url, { method: 'PUT', body: Uint8Array.from(part) })
  if (!reply.ok) throw new Error(await reply.text())
}

function cut(content: Buffer, bytes: number): Buffer[] {
  return Array.from({ length: Math.ceil(content.length / bytes) }, (_, index) =>
    content.subarray(index * bytes, (index + 1) * bytes),
  )
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0
const speed = (took: number) => `${(MEGABYTES / took).toFixed(0)} MB/s`
const rate = (numbers: readonly number[]) => speed(numbers.at(-1) ?? 0)
