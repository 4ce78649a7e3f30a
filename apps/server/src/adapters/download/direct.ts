import { open } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'

import type { ErrorCode } from '@doslovno/domain/errors.ts'
import { cleanFileName } from '@doslovno/domain/upload/file-name.ts'
import { HEAD_BYTES, mediaTypeOf } from '@doslovno/domain/upload/magic.ts'

import { Blocked } from './address-rules.ts'
import { ask, type Dial } from './dial.ts'
import { type Downloaded, downloadPath, type DownloadRequest, tooBig } from './refusals.ts'

const EXTENDED = /;\s*filename\*\s*=\s*([\w-]+)'[^']*'([^;\s]+)/i
const PLAIN = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i

/** The file, or the error to report if yt-dlp knows no site behind the link either. */
export type Direct = { file: Downloaded } | { refusal: ErrorCode }

const DENIED = [401, 402, 403, 407, 451]
const BUSY = [408, 425, 429]

/** Fetches a link that leads straight to a recording; judges the body by its bytes, never by its headers. */
export async function fetchDirect(dial: Dial, start: URL, request: DownloadRequest): Promise<Direct> {
  const { url, response } = await get(dial, start, request.signal)
  try {
    const status = response.statusCode ?? 0
    if (status === 200) return await save(response, fileNameOf(response.headers['content-disposition'], url), request)
    if (status >= 500 || BUSY.includes(status)) throw new Error(`The server answered ${status}`)
    return { refusal: DENIED.includes(status) ? 'linkAccessDenied' : 'linkFailed' }
  } finally {
    response.destroy()
  }
}

/** Saves a body that begins like a recording. Counts its bytes: the announced length may be wrong. */
async function save(response: IncomingMessage, fileName: string, request: DownloadRequest): Promise<Direct> {
  const path = downloadPath(request.folder)
  const totalBytes = lengthOf(response)
  const file = await open(path, 'w')
  let [head, sizeBytes] = [Buffer.alloc(0), 0]
  let contentType: string | undefined
  try {
    for await (const bytes of response as AsyncIterable<Buffer>) {
      sizeBytes += bytes.length
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, bytes]).subarray(0, HEAD_BYTES)
      contentType ??= mediaTypeOf(head)
      if (!contentType && head.length === HEAD_BYTES) return { refusal: 'linkUnsupported' }
      if (contentType && Math.max(totalBytes ?? 0, sizeBytes) > request.limitBytes)
        throw tooBig(fileName, totalBytes ?? 0, request)
      await file.appendFile(bytes)
      request.onProgress({ title: fileName, bytes: sizeBytes, totalBytes })
    }
  } finally {
    await file.close()
  }
  return contentType ? { file: { path, fileName, contentType, sizeBytes } } : { refusal: 'linkUnsupported' }
}

function lengthOf({ headers }: IncomingMessage): number | null {
  const length = Number(headers['content-length'] ?? Number.NaN)
  return Number.isSafeInteger(length) && length >= 0 ? length : null
}

/** A server's response and the URL it came from. */
type Answer = { url: URL; response: IncomingMessage }

const MOST_REDIRECTS = 5
const REDIRECTS = [301, 302, 303, 307, 308]
const HEADERS = {
  accept: '*/*',
  // A compressed body could be a bomb, and the limit counts bytes as they arrive.
  'accept-encoding': 'identity',
  'user-agent': 'Mozilla/5.0 (compatible; Doslovno)',
}

/**
 * Sends a GET and follows up to five redirects; a sixth is returned as the answer. Every redirect passes the same
 * address rules, and none leads from https back to http.
 */
async function get(dial: Dial, start: URL, signal: AbortSignal): Promise<Answer> {
  let answer = await send(dial, start, signal)
  for (let redirects = 0; redirects < MOST_REDIRECTS; redirects++) {
    const location = locationOf(answer)
    if (!location) break
    answer.response.destroy()
    answer = await send(dial, nextOf(answer.url, location), signal)
  }
  return answer
}

function locationOf({ response }: Answer): string | undefined {
  return REDIRECTS.includes(response.statusCode ?? 0) ? response.headers.location : undefined
}

function nextOf(url: URL, location: string): URL {
  const next = URL.parse(location, url.href)
  if (!next) throw new Blocked('scheme')
  if (url.protocol === 'https:' && next.protocol === 'http:') throw new Blocked('downgrade')
  return next
}

async function send(dial: Dial, url: URL, signal: AbortSignal): Promise<Answer> {
  return { url, response: await ask(dial, { url, headers: HEADERS, signal }) }
}

/** A link's file name: the server's, else the last segment of its path, else its host. */
export function fileNameOf(disposition: string | undefined, url: URL): string {
  return cleanFileName(dispositionName(disposition ?? '') || pathName(url) || url.hostname)
}

/** RFC 6266: prefer the extended form, which declares its charset. */
function dispositionName(disposition: string): string {
  const [, charset = '', encoded = ''] = EXTENDED.exec(disposition) ?? []
  const extended = decodeExtended(encoded, charset)
  if (extended) return extended
  const [, quoted, bare = ''] = PLAIN.exec(disposition) ?? []
  return decodePercents(decodeBytes(quoted?.replace(/\\(.)/g, '$1') ?? bare.trim()))
}

/** RFC 5987, in any charset `TextDecoder` knows. */
function decodeExtended(encoded: string, charset: string): string | undefined {
  const bytes = encoded.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return attempt(() => new TextDecoder(charset, { fatal: true }).decode(Buffer.from(bytes, 'latin1')))
}

/** Node reads headers as latin1; many servers send UTF-8. */
function decodeBytes(name: string): string {
  return attempt(() => new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(name, 'latin1'))) ?? name
}

function pathName({ pathname }: URL): string {
  return decodePercents(pathname.split('/').findLast(Boolean) ?? '')
}

function decodePercents(name: string): string {
  return attempt(() => decodeURIComponent(name)) ?? name
}

function attempt(decode: () => string): string | undefined {
  try {
    return decode()
  } catch {
    return undefined
  }
}
