import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as wait } from 'node:timers/promises'

import { sha256Of } from '@doslovno/server/adapters/speech/model-files.ts'

/** Called with the bytes that have arrived. */
export type Progress = (url: string, have: number, bytes: number) => void

export type Download = {
  url: string
  path: string
  bytes: number
  sha256?: string | undefined
  /** The checksum of an npm registry: `sha512-` and base64. */
  integrity?: string
  onProgress?: Progress | undefined
  /** After the first attempt without a byte; doubles. */
  pauseMs?: number
}

export type Outcome =
  | { kind: 'placed' }
  /** Complete under its partial name, but no checksum is pinned yet. */
  | { kind: 'unpinned'; sha256: string }
  | { kind: 'failed'; reason: string }

/** Attempts in a row without a single byte. */
const FRUITLESS_ATTEMPTS = 5
const MOST_ATTEMPTS = 50
/** Disk space to leave free. */
const SPARE_BYTES = 64 * 1024 * 1024

/** Fetches a file over HTTP with resumption, and places it under its name only if its checksum is right. */
export async function download(request: Download): Promise<Outcome> {
  const { path, bytes } = request
  const partial = `${path}.partial`
  await mkdir(dirname(path), { recursive: true })
  const problem = await spaceProblem(dirname(path), bytes - (await sizeOf(partial)))
  if (problem) return { kind: 'failed', reason: problem }
  const failure = await fetchAll(request, partial)
  if (failure) return { kind: 'failed', reason: failure }
  const { algorithm, expected, found } = await checksumsOf(partial, request)
  if (expected === undefined) return { kind: 'unpinned', sha256: found }
  if (found !== expected) {
    await rm(partial)
    return { kind: 'failed', reason: `${algorithm} is ${found}, not ${expected}` }
  }
  await rename(partial, path)
  return { kind: 'placed' }
}

async function checksumsOf(path: string, { integrity, sha256 }: Download) {
  if (integrity === undefined) return { algorithm: 'sha256', expected: sha256, found: await sha256Of(path) }
  const hash = createHash('sha512')
  await pipeline(createReadStream(path), hash)
  return { algorithm: 'integrity', expected: integrity, found: `sha512-${hash.digest('base64')}` }
}

async function spaceProblem(folder: string, bytes: number): Promise<string | undefined> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  return free < bytes + SPARE_BYTES ? `no space: ${bytes} bytes to download, ${free} free` : undefined
}

/** Retries until the file is complete; returns the reason if it never is. */
async function fetchAll(request: Download, partial: string): Promise<string | undefined> {
  const { bytes, pauseMs = 500 } = request
  let reason = ''
  let fruitless = 0
  for (let attempts = 0; attempts < MOST_ATTEMPTS && fruitless < FRUITLESS_ATTEMPTS; attempts++) {
    const before = await sizeOf(partial)
    if (before === bytes) return undefined
    if (before > bytes) await rm(partial)
    reason = await fetchMore(request, partial).catch((error: unknown) => describe(error))
    fruitless = (await sizeOf(partial)) > before ? 0 : fruitless + 1
    if (fruitless > 0 && fruitless < FRUITLESS_ATTEMPTS) await wait(pauseMs * 2 ** (fruitless - 1))
  }
  return (await sizeOf(partial)) === bytes ? undefined : reason || 'the server sends a different size'
}

/** Requests the missing bytes; a server without range support sends the whole file again. */
async function fetchMore({ url, bytes, onProgress }: Download, partial: string): Promise<string> {
  const have = await sizeOf(partial)
  const reply = await fetch(url, have > 0 ? { headers: { range: `bytes=${have}-` } } : {})
  if (!reply.ok || !reply.body) {
    await reply.body?.cancel()
    return `${url} answered ${reply.status}`
  }
  const isResumed = reply.status === 206 && reply.headers.get('content-range')?.startsWith(`bytes ${have}-`)
  // The same stream by Node's types and by the browser's.
  const body = Readable.fromWeb(reply.body as ReadableStream)
  let arrived = isResumed ? have : 0
  body.on('data', (chunk: Buffer) => onProgress?.(url, (arrived += chunk.length), bytes))
  await pipeline(body, createWriteStream(partial, { flags: isResumed ? 'a' : 'w' }))
  return ''
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0
}

function describe(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return `${error instanceof Error ? error.message : String(error)}${cause}`
}
