import {
  CreateBucketCommand,
  HeadBucketCommand,
  ListBucketsCommand,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
  S3Client,
} from '@aws-sdk/client-s3'

import { developmentEnv, servers } from '#scripts/settings.ts'

const env = developmentEnv()
const bucket = env.S3_BUCKET

/** Whether the running server knows the development keys. */
export async function areKeysKnown(): Promise<boolean> {
  try {
    await client().send(new ListBucketsCommand())
    return true
  } catch (error) {
    if (isRefusal(error)) return false
    throw error
  }
}

/** Removes unfinished and leftover objects, also when no worker runs. */
const Rules = [
  {
    ID: 'unfinished-uploads',
    Status: 'Enabled' as const,
    Filter: { Prefix: '' },
    AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
  },
  // Samples left behind by a process.
  { ID: 'samples', Status: 'Enabled' as const, Filter: { Prefix: 'processes/' }, Expiration: { Days: 3 } },
]

/** Creates the bucket, with CORS so that a browser can upload parts to it and play from it. */
export async function ensureBucket(): Promise<void> {
  const s3 = client()
  if (!(await hasBucket(s3))) await s3.send(new CreateBucketCommand({ Bucket: bucket }))
  const rule = {
    AllowedOrigins: ['*'],
    AllowedMethods: ['GET', 'PUT', 'HEAD'],
    AllowedHeaders: ['*'],
    ExposeHeaders: ['ETag'],
    MaxAgeSeconds: 600,
  }
  await s3.send(new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration: { CORSRules: [rule] } }))
  await s3.send(new PutBucketLifecycleConfigurationCommand({ Bucket: bucket, LifecycleConfiguration: { Rules } }))
}

const client = () =>
  new S3Client({
    endpoint: `http://${servers.s3.host}:${servers.s3.port}`,
    region: 'default',
    forcePathStyle: true,
    credentials: { accessKeyId: servers.s3.accessKey, secretAccessKey: servers.s3.secretKey },
  })

async function hasBucket(s3: S3Client): Promise<boolean> {
  try {
    await s3.send(new HeadBucketCommand({ Bucket: bucket }))
    return true
  } catch (error) {
    if (statusOf(error) === 404) return false
    throw error
  }
}

const isRefusal = (error: unknown) => [400, 401, 403].includes(statusOf(error) ?? 0)

const statusOf = (error: unknown) =>
  error instanceof Error && '$metadata' in error
    ? (error.$metadata as { httpStatusCode?: number }).httpStatusCode
    : undefined
