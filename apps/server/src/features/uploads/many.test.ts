import { expect, it } from 'vitest'

import { uploadAtOnce } from '#test/recordings/many-uploads.ts'

/** `pnpm proof uploads` sends 200, which needs a quiet machine. */
const UPLOADS = 30
const MEGABYTES = UPLOADS * 5

it(`one API process takes ${UPLOADS} concurrent uploads of 5 MB without errors, in less memory than their total size`, async () => {
  const { statuses, idleMegabytes, peakMegabytes } = await uploadAtOnce(UPLOADS)

  expect(statuses.filter((status) => status !== 200)).toEqual([])
  expect(peakMegabytes - idleMegabytes).toBeLessThan(MEGABYTES)
})
