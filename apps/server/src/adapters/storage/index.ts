import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'

import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { StoredPart } from '@doslovno/domain/upload/parts.ts'

import type { Config } from '#platform/config.ts'

import { createParts, type Parts } from './parts.ts'
import { spool, type Spooled } from './spool.ts'

/** Object storage. Keys are built from our ids, never from people's file names. */
export type Storage = {
  /** Streams a body of unknown length; leaves nothing behind when it fails or is aborted. */
  put(key: string, body: Readable, options: PutOptions): Promise<void>
  putFile(key: string, path: string, options: PutOptions): Promise<void>
  parts: Parts
  read(key: string, signal?: AbortSignal): Promise<Readable>
  /** Bytes from `start` up to, not including, `end`. */
  readRange(key: string, start: number, end: number, signal?: AbortSignal): Promise<Uint8Array>
  /** Undefined if there is no such object. */
  sizeOf(key: string): Promise<number | undefined>
  remove(key: string): Promise<void>
  /** All objects whose keys begin with the prefix, in the order of their keys; holds one page in memory. */
  list(prefix: string): AsyncGenerator<StoredObject>
  /** A short-lived URL at which a browser can read the object. */
  signedUrl(key: string, options: { seconds: number; contentType: string }): Promise<string>
  isUp(): Promise<boolean>
}

export type StoredObject = { key: string; modifiedAt: Date }

type PutOptions = { contentType: string; signal?: AbortSignal }

const PART_BYTES = 8 * 1024 * 1024
/** `idleMs` without a byte end a call; a long upload or download goes on as long as bytes flow. */
const TIMEOUTS = { connectMs: 5000, idleMs: 20_000, isUpMs: 5000 }

export function createStorage(config: Config['storage'], timeouts = TIMEOUTS): Storage {
  const client = connect(config, config.endpoint, timeouts)
  const publicClient = connect(config, config.publicEndpoint, timeouts)
  const { bucket } = config
  const parts = createParts(client, publicClient, bucket)
  return {
    parts,
    put: (key, body, options) => putStream({ client, parts, bucket, key, ...options }, body),
    putFile: async (key, path, options) =>
      putWhole({ client, parts, bucket, key, ...options }, { path, bytes: (await stat(path)).size }),
    read: async (key, signal) => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }), abortable(signal))
      // In Node the SDK returns a Node stream.
      return Body as Readable
    },
    readRange: async (key, start, end, signal) => {
      const range = `bytes=${start}-${end - 1}`
      const { Body } = await client.send(
        new GetObjectCommand({ Bucket: bucket, Key: key, Range: range }),
        abortable(signal),
      )
      if (!Body) throw new Error(`Storage sent no body for ${key}`)
      const bytes = await Body.transformToByteArray()
      if (bytes.length < end - start) throw new Error(`Storage sent ${bytes.length} of ${end - start} bytes of ${key}`)
      return bytes
    },
    sizeOf: async (key) => {
      try {
        return (await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }))).ContentLength
      } catch (error) {
        if (error instanceof Error && error.name === 'NotFound') return undefined
        throw error
      }
    },
    remove: async (key) => void (await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }))),
    list: (prefix) => listObjects(client, bucket, prefix),
    signedUrl: (key, { seconds, contentType }) => {
      const command = new GetObjectCommand({ Bucket: bucket, Key: key, ResponseContentType: playable(contentType) })
      return getSignedUrl(publicClient, command, { expiresIn: seconds })
    },
    isUp: () =>
      client.send(new HeadBucketCommand({ Bucket: bucket }), abortable(AbortSignal.timeout(timeouts.isUpMs))).then(
        () => true,
        () => false,
      ),
  }
}

function connect(config: Config['storage'], endpoint: string, { connectMs, idleMs }: typeof TIMEOUTS): S3Client {
  return new S3Client({
    requestHandler: { connectionTimeout: connectMs, socketTimeout: idleMs },
    // Jobs and clients try again; a silent store must not hold a call for long.
    maxAttempts: 2,
    endpoint,
    region: config.region,
    forcePathStyle: true,
    credentials: { accessKeyId: config.accessKey, secretAccessKey: config.secretKey },
    // Ceph 16 does not know the checksums of newer S3.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}

type Put = PutOptions & { client: S3Client; parts: Parts; bucket: string; key: string }

/** Sends a short body whole and a long one in parts; the bytes wait on disk, not in memory. */
async function putStream(put: Put, body: Readable): Promise<void> {
  const { signal } = put
  signal?.throwIfAborted()
  const abort = () => body.destroy(new Error('The upload was aborted'))
  signal?.addEventListener('abort', abort)
  const spooled = spool(body, PART_BYTES)
  try {
    const { value: first } = await spooled.next()
    if (!first) return
    if (first.isLast) await putWhole(put, first)
    else await putInParts(put, first, spooled)
  } finally {
    signal?.removeEventListener('abort', abort)
    body.destroy()
    await spooled.return(undefined)
  }
}

async function putWhole(put: Put, { path, bytes }: { path: string; bytes: number }): Promise<void> {
  const { client, bucket, key, contentType, signal } = put
  const object = { Bucket: bucket, Key: key, ContentType: contentType, ContentLength: bytes }
  await client.send(new PutObjectCommand({ ...object, Body: createReadStream(path) }), abortable(signal))
}

async function putInParts(put: Put, first: Spooled, rest: AsyncGenerator<Spooled>): Promise<void> {
  const { parts, key, contentType } = put
  const uploadId = await parts.begin(key, contentType)
  try {
    const stored = [await putPart(put, uploadId, 1, first)]
    for await (const part of rest)
      if (part.bytes > 0) stored.push(await putPart(put, uploadId, stored.length + 1, part))
    await parts.join(key, uploadId, stored)
  } catch (error) {
    await parts.drop(key, uploadId)
    throw error
  }
}

async function putPart(put: Put, uploadId: string, number: number, { path, bytes }: Spooled): Promise<StoredPart> {
  const { client, bucket, key, signal } = put
  const part = { Bucket: bucket, Key: key, UploadId: uploadId, PartNumber: number, ContentLength: bytes }
  const { ETag } = await client.send(
    new UploadPartCommand({ ...part, Body: createReadStream(path) }),
    abortable(signal),
  )
  return { number, size: bytes, etag: ETag ?? '' }
}

async function* listObjects(client: S3Client, bucket: string, prefix: string): AsyncGenerator<StoredObject> {
  for (let after: string | undefined, isMore = true; isMore;) {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ...(after ? { StartAfter: after } : {}) }),
    )
    for (const { Key: key, LastModified: modifiedAt } of page.Contents ?? [])
      if (key && modifiedAt) yield { key, modifiedAt }
    after = page.Contents?.at(-1)?.Key
    isMore = page.IsTruncated === true && after !== undefined
  }
}

/** The type comes from the uploader: pass on only audio and video, so that no upload opens as a page. */
function playable(contentType: string): string {
  return /^(audio|video)\/[\w.+-]+$/.test(contentType) ? contentType : 'application/octet-stream'
}

function abortable(signal: AbortSignal | undefined) {
  return signal ? { abortSignal: signal } : {}
}
