import { expect, it } from 'vitest'

import { uploadAtOnce } from '#test/recordings/many-uploads.ts'

/** `pnpm proof uploads` sends 200, which needs a quiet machine. */
const UPLOADS = 80

it(`one API process handles ${UPLOADS} concurrent uploads of 5 MB without errors, in less memory than their total size`, async () => {
  const { statuses, peakMegabytes } = await uploadAtOnce(UPLOADS)

  expect(statuses.filter((status) => status !== 200)).toEqual([])
  expect(peakMegabytes).toBeLessThan(400)
  console.log(`${UPLOADS} concurrent uploads, peak memory ${peakMegabytes.toFixed(0)} MB`)
})
