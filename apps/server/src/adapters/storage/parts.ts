import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { StoredPart } from '@doslovno/domain/upload/parts.ts'

/** Multipart uploads, whose parts clients send to signed URLs. */
export type Parts = {
  /** Returns the storage's id of the upload. */
  begin(key: string, contentType: string): Promise<string>
  /** A URL that accepts exactly this part, of exactly this length. */
  signedUrl(key: string, uploadId: string, part: { number: number; bytes: number; seconds: number }): Promise<string>
  /** The parts that have arrived; none if the upload has ended. */
  list(key: string, uploadId: string): Promise<StoredPart[]>
  join(key: string, uploadId: string, parts: readonly StoredPart[]): Promise<void>
  /** Uploads that were begun and neither joined nor dropped, of all keys that begin with the prefix. */
  unfinished(prefix: string): AsyncGenerator<UnfinishedUpload>
  /** Discards the parts that have arrived; a no-op if called again. */
  drop(key: string, uploadId: string): Promise<void>
}

export type UnfinishedUpload = { key: string; uploadId: string; begunAt: Date }

export function createParts(client: S3Client, publicClient: S3Client, bucket: string): Parts {
  const at = (key: string, uploadId: string) => ({ Bucket: bucket, Key: key, UploadId: uploadId })
  return {
    begin: async (key, contentType) => {
      const command = new CreateMultipartUploadCommand({ Bucket: bucket, Key: key, ContentType: contentType })
      const { UploadId } = await client.send(command)
      if (!UploadId) throw new Error(`Storage began no upload for ${key}`)
      return UploadId
    },
    signedUrl: (key, uploadId, { number, bytes, seconds }) => {
      const command = new UploadPartCommand({ ...at(key, uploadId), PartNumber: number, ContentLength: bytes })
      // With the length signed, the storage itself refuses a longer body.
      return getSignedUrl(publicClient, command, {
        expiresIn: seconds,
        signableHeaders: new Set(['content-length', 'host']),
      })
    },
    list: (key, uploadId) =>
      listAll(client, at(key, uploadId)).catch((error: unknown) => {
        if (isNoSuchUpload(error)) return []
        throw error
      }),
    join: async (key, uploadId, parts) => {
      const Parts = parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag }))
      await client.send(new CompleteMultipartUploadCommand({ ...at(key, uploadId), MultipartUpload: { Parts } }))
    },
    unfinished: (prefix) => listUnfinished(client, bucket, prefix),
    drop: async (key, uploadId) => {
      try {
        await client.send(new AbortMultipartUploadCommand(at(key, uploadId)))
      } catch (error) {
        if (!isNoSuchUpload(error)) throw error
      }
    },
  }
}

/** The storage lists a thousand parts per page. */
async function listAll(client: S3Client, upload: { Bucket: string; Key: string; UploadId: string }) {
  const found: StoredPart[] = []
  for (let marker: string | undefined, isMore = true; isMore;) {
    const page = await client.send(new ListPartsCommand({ ...upload, ...(marker ? { PartNumberMarker: marker } : {}) }))
    for (const { PartNumber: number, Size: size, ETag: etag } of page.Parts ?? [])
      if (number && size !== undefined && etag) found.push({ number, size, etag })
    marker = page.NextPartNumberMarker
    isMore = page.IsTruncated === true
  }
  return found
}

async function* listUnfinished(client: S3Client, bucket: string, prefix: string): AsyncGenerator<UnfinishedUpload> {
  for (let after: { KeyMarker?: string; UploadIdMarker?: string } = {}, isMore = true; isMore;) {
    const page = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, ...after }))
    for (const { Key: key, UploadId: uploadId, Initiated: begunAt } of page.Uploads ?? [])
      if (key && uploadId && begunAt) yield { key, uploadId, begunAt }
    const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page
    isMore = page.IsTruncated === true && KeyMarker !== undefined
    after = { ...(KeyMarker && { KeyMarker }), ...(UploadIdMarker && { UploadIdMarker }) }
  }
}

/** Ceph uses a name of its own. */
function isNoSuchUpload(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NoSuchUpload' || error.name === 'NoSuchKey')
}
