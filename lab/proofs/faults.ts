import { classes } from '@doslovno/domain/process/fair-share.ts'
import { longestPerMedian, simulateOverload } from '@doslovno/domain/test/overload.ts'
import type { TestApp } from '@doslovno/server/test/test-app.ts'

import { freshApp } from '#lab/app.ts'
import { chosen, isShort } from '#lab/arguments.ts'
import { inPart } from '#lab/ends.ts'
import { mark } from '#lab/marks.ts'
import { withOwnServers } from '#lab/servers.ts'
import { mail } from '#scripts/services/mail.ts'
import { postgres } from '#scripts/services/postgres.ts'
import { redis } from '#scripts/services/redis.ts'
import { s3 } from '#scripts/services/s3.ts'

import { killedApi, largeEdits, passwordGuesses, slowBodies } from './faults/api.ts'
import { frozenRedis, mailOutage } from './faults/servers.ts'
import { storageOutages, workFolderFaults } from './faults/storage.ts'

const faults: Record<string, (test: TestApp) => Promise<void>> = {
  overload,
  guesses: passwordGuesses,
  writes: killedApi,
  edits: largeEdits,
  bodies: slowBodies,
  redis: frozenRedis,
  mails: mailOutage,
  storage: storageOutages,
  'work-folder': workFolderFaults,
}
const NEED_S3 = ['storage', 'work-folder']

/** Parts of the product fail or are attacked, one fault after the other. */
export async function main(): Promise<void> {
  const names = chosen(Object.keys(faults))
  const needed = names.some((name) => NEED_S3.includes(name)) ? [s3] : []
  await withOwnServers([postgres, redis, mail, ...needed], async () => {
    const test = await freshApp()
    for (const name of names) await inPart(async () => faults[name]?.(test))
  })
}

const FILES = isShort ? 300 : 2000
const MOST = 3

/** Twice as much work arrives as the workers can do, in files of one minute to three hours. */
async function overload(): Promise<void> {
  const served = simulateOverload({ files: FILES, slots: 8, load: 2, seed: 20_261_116 })
  const title = `twice the capacity, ${FILES} files of mixed lengths (simulated): longest wait`
  for (const name of classes) {
    const ratio = longestPerMedian(served, name)
    mark(`${title} of ${name} ≤ ${MOST} × its median`, `${ratio.toFixed(2)} ×`, ratio <= MOST)
  }
}
