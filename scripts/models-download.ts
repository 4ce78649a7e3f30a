import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'

import { sha256Of } from '@doslovno/server/adapters/speech/model-files.ts'

export type Download = { url: string; path: string; bytes: number; sha256: string | undefined }

export type Outcome =
  | { kind: 'placed' }
  /** It is all there under its partial name, but nobody vouches for its sum yet. */
  | { kind: 'unpinned'; sha256: string }
  | { kind: 'failed'; reason: string }

/** A server that cuts us off again and again without a byte in between will not get better now. */
const FRUITLESS_TRIES = 3
const TRY_LIMIT = 50
/** Left free for whatever else the disk is for. */
const SPARE_BYTES = 64 * 1024 * 1024

/** Fetches a file by HTTP, going on where a try broke off, and places it under its name only when its sum is right. */
export async function download({ url, path, bytes, sha256 }: Download): Promise<Outcome> {
  const partial = `${path}.partial`
  await mkdir(dirname(path), { recursive: true })
  const lack = await lackOfSpace(dirname(path), bytes - (await sizeOf(partial)))
  if (lack) return { kind: 'failed', reason: lack }
  const trouble = await fetchAll(url, partial, bytes)
  if (trouble) return { kind: 'failed', reason: trouble }
  const found = await sha256Of(partial)
  if (sha256 === undefined) return { kind: 'unpinned', sha256: found }
  if (found !== sha256) {
    await rm(partial)
    return { kind: 'failed', reason: `sha256 is ${found}, not ${sha256}` }
  }
  await rename(partial, path)
  return { kind: 'placed' }
}

async function lackOfSpace(folder: string, bytes: number): Promise<string | undefined> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  return free < bytes + SPARE_BYTES ? `no space: ${bytes} bytes to come, ${free} free` : undefined
}

/** Tries until the file has its size; tells why when it never does. */
async function fetchAll(url: string, partial: string, bytes: number): Promise<string | undefined> {
  let reason = ''
  let fruitless = 0
  for (let tries = 0; tries < TRY_LIMIT && fruitless < FRUITLESS_TRIES; tries++) {
    const before = await sizeOf(partial)
    if (before === bytes) return undefined
    if (before > bytes) await rm(partial)
    reason = await fetchMore(url, partial).catch((error: unknown) => describe(error))
    fruitless = (await sizeOf(partial)) > before ? 0 : fruitless + 1
  }
  return (await sizeOf(partial)) === bytes ? undefined : reason || 'the server sends another size'
}

/** One request for what is not there yet; a server that knows no ranges sends everything anew. */
async function fetchMore(url: string, partial: string): Promise<string> {
  const have = await sizeOf(partial)
  const reply = await fetch(url, have > 0 ? { headers: { range: `bytes=${have}-` } } : {})
  if (!reply.ok || !reply.body) {
    await reply.body?.cancel()
    return `${url} answered ${reply.status}`
  }
  const goesOn = reply.status === 206 && reply.headers.get('content-range')?.startsWith(`bytes ${have}-`)
  // The same stream under two names: Node's types and the browser's.
  const body = Readable.fromWeb(reply.body as ReadableStream)
  await pipeline(body, createWriteStream(partial, { flags: goesOn ? 'a' : 'w' }))
  return ''
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0
}

function describe(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return `${error instanceof Error ? error.message : String(error)}${cause}`
}
