import { uploadAtOnce } from '@doslovno/server/test/recordings/many-uploads.ts'

import { freshApp } from '#lab/app.ts'
import { mark } from '#lab/marks.ts'

const UPLOADS = 200
const MEGABYTES = 400

/** One API process takes 200 uploads of 5 MB at once, a gigabyte in all, without an error. */
export async function main(): Promise<void> {
  await freshApp()
  const { statuses, peakMegabytes } = await uploadAtOnce(UPLOADS)
  const failed = statuses.filter((status) => status !== 200)
  mark(`${UPLOADS} uploads at once without an error`, failed.join(', ') || 'none', failed.length === 0)
  mark(`peak memory < ${MEGABYTES} MB`, `${peakMegabytes.toFixed(0)} MB`, peakMegabytes < MEGABYTES)
}
