import { ListBucketsCommand } from '@aws-sdk/client-s3'
import { prepareBucket } from '@doslovno/server/adapters/storage/bucket.ts'
import { connect } from '@doslovno/server/adapters/storage/connect.ts'
import { statusOf } from '@doslovno/server/adapters/storage/refusal.ts'

import { developmentEnv, servers } from '#scripts/settings.ts'

const endpoint = `http://${servers.s3.host}:${servers.s3.port}`
const storage = {
  endpoint,
  publicEndpoint: endpoint,
  region: 'default',
  bucket: developmentEnv().S3_BUCKET ?? '',
  accessKey: servers.s3.accessKey,
  secretKey: servers.s3.secretKey,
}

/** Whether the running server knows the development keys. */
export async function areKeysKnown(): Promise<boolean> {
  try {
    await connect(storage, endpoint).send(new ListBucketsCommand())
    return true
  } catch (error) {
    if ([400, 401, 403].includes(statusOf(error) ?? 0)) return false
    throw error
  }
}

/** Creates the bucket and sets its CORS, versions and rules, as `main/bucket.ts` does for operators. */
export async function ensureBucket(): Promise<void> {
  const prepared = await prepareBucket({ storage, origin: '*' })
  if (Object.values(prepared).includes('refused'))
    throw new Error(`The store refused a part of the bucket: ${JSON.stringify(prepared)}`)
}
