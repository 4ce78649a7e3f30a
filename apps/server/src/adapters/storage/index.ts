import type { Readable } from 'node:stream'

import { DeleteObjectCommand, GetObjectCommand, HeadBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'

import type { Config } from '#platform/config.ts'

/** Object storage. Keys are made of our ids, never of people's file names. */
export type Storage = {
  /** Streams a body of unknown length in parts; nothing is left behind when it fails or is aborted. */
  put(key: string, body: Readable, options: PutOptions): Promise<void>
  read(key: string, signal?: AbortSignal): Promise<Readable>
  /** Bytes from `start` up to, not including, `end`. */
  readRange(key: string, start: number, end: number, signal?: AbortSignal): Promise<Uint8Array>
  remove(key: string): Promise<void>
  /** A short-lived address that a browser can read the object at. */
  signedUrl(key: string, options: { seconds: number; contentType: string }): Promise<string>
  isUp(): Promise<boolean>
}

type PutOptions = { contentType: string; signal?: AbortSignal }

const PART_BYTES = 5 * 1024 * 1024

export function createStorage(config: Config['storage']): Storage {
  const client = connect(config, config.endpoint)
  const publicClient = connect(config, config.publicEndpoint)
  const { bucket } = config
  return {
    put: (key, body, options) => putStream(client, { bucket, key, body, ...options }),
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
      return Body.transformToByteArray()
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

async function putStream(
  client: S3Client,
  put: PutOptions & { bucket: string; key: string; body: Readable },
): Promise<void> {
  const { bucket, key, body, contentType, signal } = put
  signal?.throwIfAborted()
  const params = { Bucket: bucket, Key: key, Body: body, ContentType: contentType }
  const upload = new Upload({ client, params, partSize: PART_BYTES, queueSize: 1 })
  // The SDK's own abort leaves the parts behind; a broken body makes it remove them.
  const abort = () => body.destroy(new Error('The upload was aborted'))
  signal?.addEventListener('abort', abort)
  try {
    await upload.done()
  } finally {
    signal?.removeEventListener('abort', abort)
  }
}

/** The type is the sender's word: only what a player plays is passed on, so that no upload opens as a page. */
function playable(contentType: string): string {
  return /^(audio|video)\/[\w.+-]+$/.test(contentType) ? contentType : 'application/octet-stream'
}

function abortable(signal: AbortSignal | undefined) {
  return signal ? { abortSignal: signal } : {}
}
