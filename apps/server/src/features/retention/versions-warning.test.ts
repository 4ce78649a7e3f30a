import { expect, it } from 'vitest'

import { readConfig } from '#platform/config.ts'
import { createLog } from '#platform/log.ts'
import { createBucket } from '#test/recordings/storage.ts'

import { warnWithoutVersions } from './restore.ts'

const shared = readConfig({ ...process.env, MODELS_DIR: '-' }).storage

it('warns of a bucket without versions, and only of such', async () => {
  const warnings: string[] = []
  const log = createLog('silent', 'test')
  log.warn = (line: string) => void warnings.push(line)

  for (const isVersioned of [true, false]) {
    const { storage, remove } = await createBucket(shared, { isVersioned })
    await warnWithoutVersions({ storage, log })
    await remove()
  }

  expect(warnings).toEqual([expect.stringContaining('keeps no versions')])
})
