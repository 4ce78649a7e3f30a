import {
  CreateBucketCommand,
  HeadBucketCommand,
  type LifecycleRule,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
  PutBucketVersioningCommand,
  type S3Client,
} from '@aws-sdk/client-s3'

import type { Config } from '#platform/config.ts'

import { connect, isRefusal, statusOf } from './connect.ts'

/** Days that the bucket keeps what was deleted, and so how far a restore goes back; the privacy policy says 22. */
export const BACKUP_DAYS = 14

type Bucket = { storage: Config['storage']; origin: string }

type Step = 'bucket' | 'cors' | 'versions' | 'lifecycle'

/** A store without versions refuses that step, and the product works without. */
export type Prepared = Record<Step, 'done' | 'refused'>

/** Creates the bucket if there is none and sets everything the product needs of it. May be repeated. */
export async function prepareBucket({ storage, origin }: Bucket): Promise<Prepared> {
  const client = connect(storage, storage.endpoint)
  const Bucket = storage.bucket
  if (!(await hasBucket(client, Bucket))) await client.send(new CreateBucketCommand({ Bucket }))
  const cors = new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules: [corsRule(origin)] } })
  const versioning = new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } })
  const Rules = lifecycleRules()
  const lifecycle = new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules } })
  return {
    bucket: 'done',
    cors: await outcomeOf(client.send(cors)),
    versions: await outcomeOf(client.send(versioning)),
    lifecycle: await outcomeOf(client.send(lifecycle)),
  }
}

/** Browsers upload parts to the bucket and play from it. */
const corsRule = (origin: string) => ({
  AllowedOrigins: [origin],
  AllowedMethods: ['GET', 'PUT', 'HEAD'],
  AllowedHeaders: ['*'],
  ExposeHeaders: ['ETag'],
  MaxAgeSeconds: 600,
})

/** Temporary objects are worth no backup: after a day nothing could use them. */
const TEMPORARY_DAYS = 1

/** Where several rules fit an object, the shortest counts. */
function lifecycleRules(): LifecycleRule[] {
  const rule = (ID: string, prefix: string) => ({ ID, Status: 'Enabled' as const, Filter: { Prefix: prefix } })
  const oldVersions = (days: number) => ({ NoncurrentVersionExpiration: { NoncurrentDays: days } })
  return [
    { ...rule('unfinished-uploads', ''), AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } },
    { ...rule('old-versions', ''), ...oldVersions(BACKUP_DAYS) },
    { ...rule('lonely-markers', ''), Expiration: { ExpiredObjectDeleteMarker: true } },
    // Samples that a crashed process left behind, also when no worker runs.
    { ...rule('samples', 'processes/'), Expiration: { Days: 3 }, ...oldVersions(TEMPORARY_DAYS) },
    { ...rule('archives', 'exports/'), ...oldVersions(TEMPORARY_DAYS) },
  ]
}

async function hasBucket(client: S3Client, Bucket: string): Promise<boolean> {
  try {
    await client.send(new HeadBucketCommand({ Bucket }))
    return true
  } catch (error) {
    if (statusOf(error) === 404) return false
    throw error
  }
}

const outcomeOf = (step: Promise<unknown>): Promise<'done' | 'refused'> =>
  step.then(
    () => 'done',
    (error: unknown) => {
      if (isRefusal(error)) return 'refused'
      throw error
    },
  )
