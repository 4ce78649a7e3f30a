import { ListMultipartUploadsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'

import type { Config } from '#platform/config.ts'

/** How many objects, and how many uploads that were never finished, lie under a key. */
export async function storedUnder(config: Config['storage'], key: string): Promise<{ objects: number; parts: number }> {
  const { endpoint, region, bucket, accessKey: accessKeyId, secretKey: secretAccessKey } = config
  const s3 = new S3Client({ endpoint, region, forcePathStyle: true, credentials: { accessKeyId, secretAccessKey } })
  const { Uploads: parts = [] } = await s3.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: key }))
  const { Contents: objects = [] } = await s3.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: key }))
  return { objects: objects.length, parts: parts.length }
}
