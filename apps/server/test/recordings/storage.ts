import { randomUUID } from 'node:crypto'

import {
  AbortMultipartUploadCommand,
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  PutBucketVersioningCommand,
  S3Client,
} from '@aws-sdk/client-s3'

import { createStorage } from '#adapters/storage/index.ts'
import type { Config } from '#platform/config.ts'

/** Counts the objects and the unfinished multipart uploads under a key. */
export async function storedUnder(config: Config['storage'], key: string): Promise<{ objects: number; parts: number }> {
  const { bucket } = config
  const s3 = connect(config)
  const { Uploads: parts = [] } = await s3.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: key }))
  const { Contents: objects = [] } = await s3.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: key }))
  return { objects: objects.length, parts: parts.length }
}

/** Lists everything a bucket with versions keeps under a key: the current object, older ones and delete markers. */
export async function versionsUnder(config: Config['storage'], key: string) {
  const kept = { current: 0, old: 0, markers: 0 }
  for await (const page of versionPages(connect(config), config.bucket, key))
    for (const { isMarker, IsLatest } of page) kept[isMarker ? 'markers' : IsLatest ? 'current' : 'old']++
  return kept
}

type BucketOptions = { isVersioned?: boolean }

/** A bucket of a test's own. `remove` deletes it with all it holds. */
export async function createBucket(shared: Config['storage'], { isVersioned = false }: BucketOptions = {}) {
  const config = { ...shared, bucket: `test-${randomUUID()}` }
  const s3 = connect(config)
  const Bucket = config.bucket
  await s3.send(new CreateBucketCommand({ Bucket }))
  const VersioningConfiguration = { Status: 'Enabled' as const }
  if (isVersioned) await s3.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration }))
  const remove = async () => {
    const { Uploads: uploads = [] } = await s3.send(new ListMultipartUploadsCommand({ Bucket }))
    for (const { Key, UploadId } of uploads) await s3.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
    for await (const page of versionPages(s3, Bucket, ''))
      for (const { Key, VersionId } of page) await s3.send(new DeleteObjectCommand({ Bucket, Key, VersionId }))
    await s3.send(new DeleteBucketCommand({ Bucket }))
  }
  return { config, storage: createStorage(config), remove }
}

async function* versionPages(s3: S3Client, Bucket: string, Prefix: string) {
  for (let after: { KeyMarker?: string; VersionIdMarker?: string } | undefined = {}; after;) {
    const page: ListObjectVersionsCommandOutput = await s3.send(
      new ListObjectVersionsCommand({ Bucket, Prefix, ...after }),
    )
    const { Versions = [], DeleteMarkers = [] } = page
    yield [
      ...Versions.map((version) => ({ ...version, isMarker: false })),
      ...DeleteMarkers.map((marker) => ({ ...marker, isMarker: true })),
    ]
    const { NextKeyMarker: KeyMarker = '', NextVersionIdMarker: VersionIdMarker = '' } = page
    after = page.IsTruncated ? { KeyMarker, VersionIdMarker } : undefined
  }
}

function connect({
  endpoint,
  region,
  accessKey: accessKeyId,
  secretKey: secretAccessKey,
}: Config['storage']): S3Client {
  return new S3Client({ endpoint, region, forcePathStyle: true, credentials: { accessKeyId, secretAccessKey } })
}
