import { randomUUID } from 'node:crypto'

import {
  AbortMultipartUploadCommand,
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3'

import type { Config } from '#platform/config.ts'

/** Counts the objects and the unfinished multipart uploads under a key. */
export async function storedUnder(config: Config['storage'], key: string): Promise<{ objects: number; parts: number }> {
  const { bucket } = config
  const s3 = connect(config)
  const { Uploads: parts = [] } = await s3.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: key }))
  const { Contents: objects = [] } = await s3.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: key }))
  return { objects: objects.length, parts: parts.length }
}

/** A bucket of a test's own. `remove` deletes it with all it holds. */
export async function createBucket(shared: Config['storage']) {
  const config = { ...shared, bucket: `test-${randomUUID()}` }
  const s3 = connect(config)
  const Bucket = config.bucket
  await s3.send(new CreateBucketCommand({ Bucket }))
  const remove = async () => {
    const { Uploads: uploads = [] } = await s3.send(new ListMultipartUploadsCommand({ Bucket }))
    for (const { Key, UploadId } of uploads) await s3.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
    const { Contents: objects = [] } = await s3.send(new ListObjectsV2Command({ Bucket }))
    for (const { Key } of objects) await s3.send(new DeleteObjectCommand({ Bucket, Key }))
    await s3.send(new DeleteBucketCommand({ Bucket }))
  }
  return { config, remove }
}

function connect({
  endpoint,
  region,
  accessKey: accessKeyId,
  secretKey: secretAccessKey,
}: Config['storage']): S3Client {
  return new S3Client({ endpoint, region, forcePathStyle: true, credentials: { accessKeyId, secretAccessKey } })
}
