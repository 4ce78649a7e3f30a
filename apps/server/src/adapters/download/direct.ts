import { open } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'

import type { ErrorCode } from '@doslovno/domain/errors.ts'
import { HEAD_BYTES, mediaTypeOf } from '@doslovno/domain/upload/magic.ts'

import type { Dial } from './dial.ts'
import { fileNameOf } from './file-name.ts'
import { get } from './get.ts'
import { tooBig } from './refusals.ts'
import { type Downloaded, placeIn, type Wish } from './wish.ts'

/** The file, or what to tell people if no site lies behind the link either. */
export type Direct = { file: Downloaded } | { refusal: ErrorCode }

const DENIED = [401, 402, 403, 407, 451]
const BUSY = [408, 425, 429]

/** Fetches a link that leads straight to a recording. What came is judged by its bytes, whatever its headers say. */
export async function fetchDirect(dial: Dial, start: URL, wish: Wish): Promise<Direct> {
  const { url, response } = await get(dial, start, wish.signal)
  try {
    const status = response.statusCode ?? 0
    if (status === 200) return await save(response, fileNameOf(response.headers['content-disposition'], url), wish)
    if (status >= 500 || BUSY.includes(status)) throw new Error(`The server answered ${status}`)
    return { refusal: DENIED.includes(status) ? 'linkAccessDenied' : 'linkFailed' }
  } finally {
    response.destroy()
  }
}

/** Writes what comes, if it begins like a recording, and counts it: an announced length is only an announcement. */
async function save(response: IncomingMessage, fileName: string, wish: Wish): Promise<Direct> {
  const path = placeIn(wish.folder)
  const totalBytes = lengthOf(response)
  const file = await open(path, 'w')
  let [head, sizeBytes] = [Buffer.alloc(0), 0]
  let contentType: string | undefined
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      sizeBytes += part.length
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, part]).subarray(0, HEAD_BYTES)
      contentType ??= mediaTypeOf(head)
      if (!contentType && head.length === HEAD_BYTES) return { refusal: 'linkUnsupported' }
      if (contentType && Math.max(totalBytes ?? 0, sizeBytes) > wish.limitBytes)
        throw tooBig(fileName, totalBytes ?? 0, wish)
      await file.appendFile(part)
      wish.onProgress({ title: fileName, bytes: sizeBytes, totalBytes })
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
