import type { Upload } from './api.ts'
import { nameOf, pause } from './call.ts'
import { DoslovnoError } from './error.ts'
import type { Methods } from './methods.ts'
import type { WaitOptions } from './progress.ts'

/** Larger files go in parts straight to storage: a lost connection costs one part, not the file. */
const LARGEST_AT_ONCE = 16 * 1024 * 1024
const PARTS_AT_ONCE = 3
const TRIES = 5

type Options = WaitOptions & { fileName?: string | undefined; fetch: typeof fetch }

/** Uploads a file; returns the id of its script. */
export async function uploadFile(client: Methods, file: Blob, { fileName, ...options }: Options): Promise<string> {
  const name = nameOf(file, fileName)
  const { signal, onProgress } = options
  onProgress?.({ stage: 'upload', progress: 0 })
  if (file.size > LARGEST_AT_ONCE) return uploadInParts(client, file, { ...options, fileName: name })
  const { script } = await client.uploadScript({ file: new File([file], name, { type: file.type }) }, { signal })
  onProgress?.({ stage: 'upload', progress: 100 })
  return script.id
}

async function uploadInParts(client: Methods, file: Blob, options: Options & { fileName: string }): Promise<string> {
  const { signal, fileName } = options
  const { upload } = await client.createUpload({ fileName, contentType: file.type, size: file.size }, { signal })
  try {
    await sendParts(client, file, upload, options)
    const { script } = await client.completeUpload({ id: upload.id }, { signal })
    return script.id
  } catch (error) {
    await client.abortUpload({ id: upload.id }).catch(() => undefined) // it expires by itself too
    throw error
  }
}

async function sendParts(client: Methods, file: Blob, { id, partSize }: Upload, options: Options): Promise<void> {
  const count = Math.ceil(file.size / partSize)
  let next = 1
  let sentBytes = 0
  const sendNext = async (): Promise<void> => {
    for (let number = next++; number <= count; number = next++) {
      const part = await file.slice((number - 1) * partSize, number * partSize).arrayBuffer()
      await sendPart(client, { id, number, part }, options)
      sentBytes += part.byteLength
      options.onProgress?.({ stage: 'upload', progress: Math.floor((sentBytes / file.size) * 100) })
    }
  }
  await Promise.all(Array.from({ length: Math.min(PARTS_AT_ONCE, count) }, sendNext))
}

type Part = { id: string; number: number; part: ArrayBuffer }

async function sendPart(client: Methods, { id, number, part }: Part, { fetch, signal }: Options): Promise<void> {
  const sha256 = await hashOf(part)
  for (let tries = 1; ; tries += 1) {
    const { url } = await client.signUploadPart({ id, number, sha256 }, { signal })
    const status = await fetch(url, { method: 'PUT', body: part, ...(signal ? { signal } : {}) }).then(
      (reply) => reply.status,
      () => 0,
    )
    if (status === 200) return
    signal?.throwIfAborted()
    if (tries === TRIES) throw new DoslovnoError({ status, code: 'network', message: 'Storage did not accept a part' })
    await pause(1000 * tries, signal)
  }
}

async function hashOf(part: ArrayBuffer): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', part))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
