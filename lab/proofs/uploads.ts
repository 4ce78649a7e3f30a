import assert from 'node:assert/strict'

import { createTemplate } from '@doslovno/server/test/database.ts'
import { uploadAtOnce } from '@doslovno/server/test/recordings/many-uploads.ts'

import { developmentEnv } from '#scripts/settings.ts'

const UPLOADS = 200
const MEGABYTES = 400

/** One API process takes 200 uploads of 5 MB at once, a gigabyte in all, without an error and within 400 MB of memory. */
export async function main(): Promise<void> {
  Object.assign(process.env, { ...developmentEnv('postgres'), LOG_LEVEL: 'silent', RATE_LIMIT_FACTOR: '1000' })
  const template = await createTemplate(process.env.DATABASE_URL ?? '')
  const { statuses, peakMegabytes } = await uploadAtOnce(UPLOADS)
  await template.drop()
  console.log(`${UPLOADS} uploads at once, peak memory ${peakMegabytes.toFixed(0)} MB`)
  const failed = statuses.filter((status) => status !== 200)
  assert.deepEqual(failed, [])
  assert.ok(peakMegabytes < MEGABYTES)
}
