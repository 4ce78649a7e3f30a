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
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { StoredPart } from '@doslovno/domain/upload/parts.ts'

import type { Config } from '#platform/config.ts'
import { WrongLength } from '#platform/transient.ts'

import { connect, TIMEOUTS } from './connect.ts'
import { createParts, type Parts } from './parts.ts'
import { spool, type Spooled } from './spool.ts'
import { createVersions, type Versions } from './versions.ts'

/** Object storage. Keys are built from our ids, never from people's file names. */
export type Storage = {
  /** Streams a body of unknown length; leaves nothing behind when it fails or is aborted. */
  put(key: string, body: Readable, options: PutOptions): Promise<void>
  putFile(key: string, path: string, options: PutOptions): Promise<void>
  parts: Parts
  versions: Versions
  read(key: string, signal?: AbortSignal): Promise<Readable>
  /** Bytes from `start` up to, not including, `end`. */
  readRange(key: string, start: number, end: number, signal?: AbortSignal): Promise<Uint8Array>
  /** Undefined if there is no such object. */
  sizeOf(key: string): Promise<number | undefined>
  /** In a bucket with versions the content stays under a delete marker until the bucket's rule ends it. */
  remove(key: string): Promise<void>
  /** All objects whose keys begin with the prefix, in the order of their keys; holds one page in memory. */
  list(prefix: string): AsyncGenerator<StoredObject>
  /** A short-lived URL at which a browser can read the object. */
  signedUrl(key: string, options: UrlOptions): Promise<string>
  isUp(): Promise<boolean>
}

export type StoredObject = { key: string; modifiedAt: Date }

/** With `fileName` browsers save the object under that name instead of showing it. */
type UrlOptions = { seconds: number; contentType: string; fileName?: string }

/** `partBytes`: a long body is sent in parts of this size, at most 10,000 of them. */
type PutOptions = { contentType: string; signal?: AbortSignal; partBytes?: number }

const PART_BYTES = 8 * 1024 * 1024

export function createStorage(config: Config['storage'], timeouts = TIMEOUTS): Storage {
  const client = connect(config, config.endpoint, timeouts)
  const publicClient = connect(config, config.publicEndpoint, timeouts)
  const { bucket } = config
  const parts = createParts(client, publicClient, bucket)
  return {
    parts,
    versions: createVersions(client, bucket),
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
      if (bytes.length !== end - start) throw new WrongLength(bytes.length, end - start)
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
    signedUrl: (key, { seconds, contentType, fileName }) => {
      const command = new GetObjectCommand({
        Bucket: bucket,
        Key: key,
        ResponseContentType: playable(contentType),
        ...(fileName && { ResponseContentDisposition: attachment(fileName) }),
      })
      return getSignedUrl(publicClient, command, { expiresIn: seconds })
    },
    isUp: () =>
      client.send(new HeadBucketCommand({ Bucket: bucket }), abortable(AbortSignal.timeout(timeouts.isUpMs))).then(
        () => true,
        () => false,
      ),
  }
}

type Put = PutOptions & { client: S3Client; parts: Parts; bucket: string; key: string }

/** Sends a short body whole and a long one in parts; the bytes wait on disk, not in memory. */
async function putStream(put: Put, body: Readable): Promise<void> {
  const { signal } = put
  signal?.throwIfAborted()
  const abort = () => body.destroy(new Error('The upload was aborted'))
  signal?.addEventListener('abort', abort)
  const spooled = spool(body, put.partBytes ?? PART_BYTES)
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

/** By RFC 6266: the name in UTF-8, and in ASCII for clients that know no other. */
function attachment(fileName: string): string {
  const ascii = fileName.replace(/[^\w .-]/g, '_')
  const encoded = encodeURIComponent(fileName).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

function abortable(signal: AbortSignal | undefined) {
  return signal ? { abortSignal: signal } : {}
}
