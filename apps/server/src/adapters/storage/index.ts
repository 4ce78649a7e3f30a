import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'

import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { StoredPart } from '@doslovno/domain/upload/parts.ts'

import type { Config } from '#platform/config.ts'

import { createParts, type Parts } from './parts.ts'
import { spool, type Spooled } from './spool.ts'

/** Object storage. Keys are made of our ids, never of people's file names. */
export type Storage = {
  /** Streams a body of unknown length in parts; nothing is left behind when it fails or is aborted. */
  put(key: string, body: Readable, options: PutOptions): Promise<void>
  putFile(key: string, path: string, options: PutOptions): Promise<void>
  parts: Parts
  read(key: string, signal?: AbortSignal): Promise<Readable>
  /** Bytes from `start` up to, not including, `end`. */
  readRange(key: string, start: number, end: number, signal?: AbortSignal): Promise<Uint8Array>
  /** Undefined where there is no such object. */
  sizeOf(key: string): Promise<number | undefined>
  remove(key: string): Promise<void>
  /** A short-lived address that a browser can read the object at. */
  signedUrl(key: string, options: { seconds: number; contentType: string }): Promise<string>
  isUp(): Promise<boolean>
}

type PutOptions = { contentType: string; signal?: AbortSignal }

const PART_BYTES = 8 * 1024 * 1024

export function createStorage(config: Config['storage']): Storage {
  const client = connect(config, config.endpoint)
  const publicClient = connect(config, config.publicEndpoint)
  const { bucket } = config
  const parts = createParts(client, publicClient, bucket)
  return {
    parts,
    put: (key, body, options) => putStream({ client, parts, bucket, key, ...options }, body),
    putFile: async (key, path, options) =>
      putWhole({ client, parts, bucket, key, ...options }, { path, bytes: (await stat(path)).size }),
    read: async (key, signal) => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }), abortable(signal))
      // In Node the SDK answers with a Node stream.
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
    signedUrl: (key, { seconds, contentType }) => {
      const command = new GetObjectCommand({ Bucket: bucket, Key: key, ResponseContentType: playable(contentType) })
      return getSignedUrl(publicClient, command, { expiresIn: seconds })
    },
    isUp: () =>
      client.send(new HeadBucketCommand({ Bucket: bucket })).then(
        () => true,
        () => false,
      ),
  }
}

function connect(config: Config['storage'], endpoint: string): S3Client {
  return new S3Client({
    endpoint,
    region: config.region,
    forcePathStyle: true,
    credentials: { accessKeyId: config.accessKey, secretAccessKey: config.secretKey },
    // Checksums of newer S3 that Ceph 16 does not know.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}

type Put = PutOptions & { client: S3Client; parts: Parts; bucket: string; key: string }

/** A short body goes whole, a long one in parts; either way its bytes wait on disk, not in memory. */
async function putStream(put: Put, body: Readable): Promise<void> {
  const { signal } = put
  signal?.throwIfAborted()
  const abort = () => body.destroy(new Error('The upload was aborted'))
  signal?.addEventListener('abort', abort)
  const stretches = spool(body, PART_BYTES)
  try {
    const { value: first } = await stretches.next()
    if (!first) return
    if (first.isLast) await putWhole(put, first)
    else await putInParts(put, first, stretches)
  } finally {
    signal?.removeEventListener('abort', abort)
    body.destroy()
    await stretches.return(undefined)
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

/** The type is the sender's word: only what a player plays is passed on, so that no upload opens as a page. */
function playable(contentType: string): string {
  return /^(audio|video)\/[\w.+-]+$/.test(contentType) ? contentType : 'application/octet-stream'
}

function abortable(signal: AbortSignal | undefined) {
  return signal ? { abortSignal: signal } : {}
}
