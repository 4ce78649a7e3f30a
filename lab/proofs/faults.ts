import type { TestApp } from '@doslovno/server/test/test-app.ts'

import { createFreshApp } from '#lab/app.ts'
import { mail } from '#scripts/services/mail.ts'
import { postgres } from '#scripts/services/postgres.ts'
import { redis } from '#scripts/services/redis.ts'
import { s3 } from '#scripts/services/s3.ts'
import type { Service } from '#scripts/services/service.ts'

import { passwordGuesses } from './faults/guesses.ts'
import { killedApi } from './faults/killed-api.ts'
import { largeEdits } from './faults/large-edits.ts'
import { mailOutage } from './faults/mails.ts'
import { isShort, type Mark } from '#lab/marks.ts'
import { overload } from './faults/overload.ts'
import { frozenRedis } from './faults/redis.ts'
import { slowBodies } from './faults/slow-bodies.ts'
import { storageOutages } from './faults/storage.ts'
import { workFolderFaults } from './faults/work-folder.ts'
import { hasOwnServers } from '#lab/servers.ts'

type Fault = { prove(test: TestApp): Promise<Mark[]>; needs?: Service }

const faults: Record<string, Fault> = {
  overload: { prove: overload },
  guesses: { prove: passwordGuesses },
  writes: { prove: killedApi },
  edits: { prove: largeEdits },
  bodies: { prove: slowBodies },
  redis: { prove: frozenRedis },
  mails: { prove: mailOutage },
  storage: { prove: storageOutages, needs: s3 },
  'work-folder': { prove: workFolderFaults, needs: s3 },
}

/** `pnpm proof faults [--short] [NAME…]`: what the product does while its parts fail or are attacked. */
export async function main(): Promise<void> {
  if (!(await hasOwnServers())) return
  const named = process.argv.slice(3).filter((name) => name in faults)
  const chosen = Object.entries(faults).flatMap(([name, fault]) =>
    named.length === 0 || named.includes(name) ? [fault] : [],
  )
  const services = [...new Set([postgres, redis, mail, ...chosen.flatMap(({ needs = [] }) => needs)])]
  try {
    for (const service of services) {
      await service.start()
      await service.prepare?.()
    }
    const failed = await prove(chosen)
    if (failed > 0) process.exitCode = 1
    console.log(failed === 0 ? 'every mark is met' : `${failed} marks are not met`)
  } finally {
    for (const service of services.toReversed()) await service.stop()
  }
}

async function prove(chosen: readonly Fault[]): Promise<number> {
  const { test, close } = await createFreshApp()
  let failed = 0
  for (const fault of chosen) for (const mark of await fault.prove(test)) failed += report(mark)
  await close()
  return failed
}

/** Prints a mark; returns 1 if it fails the run. */
function report({ expected, seen, isMet, isTimed = false }: Mark): number {
  const isReportedOnly = isTimed && isShort
  const verdict = isMet ? 'met' : isReportedOnly ? 'not met, not counted' : 'NOT MET'
  console.log(`${new Date().toISOString().slice(11, 19)} ${verdict.padEnd(8)} ${expected}: ${seen}`)
  return isMet || isReportedOnly ? 0 : 1
}
