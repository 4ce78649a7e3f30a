import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListPartsCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { StoredPart } from '@doslovno/domain/upload/parts.ts'

/** An object that comes in parts, from whoever holds signed addresses for them. */
export type Parts = {
  /** Answers what the storage calls the upload. */
  begin(key: string, contentType: string): Promise<string>
  /** An address that takes exactly this part, of exactly so many bytes. */
  signedUrl(key: string, uploadId: string, part: { number: number; bytes: number; seconds: number }): Promise<string>
  /** What has arrived; nothing of an upload that has ended. */
  list(key: string, uploadId: string): Promise<StoredPart[]>
  join(key: string, uploadId: string, parts: readonly StoredPart[]): Promise<void>
  /** Forgets what has arrived; asked again, it is a no-op. */
  drop(key: string, uploadId: string): Promise<void>
}

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
      // The length is a header that must be signed: a longer body is refused by the storage itself.
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
    drop: async (key, uploadId) => {
      try {
        await client.send(new AbortMultipartUploadCommand(at(key, uploadId)))
      } catch (error) {
        if (!isNoSuchUpload(error)) throw error
      }
    },
  }
}

/** The storage answers a thousand parts at a time. */
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

/** Ceph has a name of its own for it. */
function isNoSuchUpload(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NoSuchUpload' || error.name === 'NoSuchKey')
}
