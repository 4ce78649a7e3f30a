import { randomUUID } from 'node:crypto'

import {
  availableSecondsOf,
  grantRegistrationBonus,
  reserveSeconds,
  settleSeconds,
} from '@doslovno/server/features/billing/index.ts'
import { openBareLedger, type Turn } from '@doslovno/server/test/bare-ledger.ts'
import type { TestApp } from '@doslovno/server/test/test-app.ts'
import { addUser } from '@doslovno/server/test/users.ts'

import { createFreshApp } from '#lab/app.ts'

const GOAL = 0.8
const ROUNDS = 6
/** As many as a process has. */
const CONNECTIONS = 10
const [users = 1000, seconds = 5] = process.argv.slice(3).map(Number)

/**
 * `pnpm bench ledger [USERS] [SECONDS_PER_TURN]`: reservations with their settlement per second through our functions,
 * against bare SQL of the same statements, in turns over the same database.
 */
export async function main(): Promise<void> {
  const { test, close } = await createFreshApp()
  const bare = openBareLedger(test.config.databaseUrl, CONNECTIONS)
  try {
    const ids = await addUsers(test)
    await perSecond(ids, bare.turn)
    await perSecond(ids, (turn) => ourTurn(test, turn))
    // In turns, so that other load affects both alike.
    const rates = { ours: 0, bare: 0 }
    for (let round = 0; round < ROUNDS; round++) {
      rates.bare += (await perSecond(ids, bare.turn)) / ROUNDS
      rates.ours += (await perSecond(ids, (turn) => ourTurn(test, turn))) / ROUNDS
    }
    report(rates)
  } finally {
    await bare.close()
    await close()
  }
}

async function addUsers(test: TestApp): Promise<string[]> {
  const now = new Date()
  const ids: string[] = []
  for (let n = 0; n < users; n++) {
    const { id } = await addUser(test.ctx.db, { name: 'Anna', passwordHash: '-' })
    await grantRegistrationBonus(test.ctx.db, id, now)
    await availableSecondsOf(test.ctx.db, id, now)
    ids.push(id)
  }
  return ids
}

async function ourTurn({ ctx }: TestApp, { userId, processId, held, used, now }: Turn): Promise<void> {
  await ctx.db
    .transaction()
    .execute((tx) => reserveSeconds(tx, { userId, processId, seconds: held, force: false, now }))
  await ctx.db.transaction().execute((tx) => settleSeconds(tx, processId, used, now))
}

/** Uses no seconds up for long: each turn takes 2 s and gives 1 s back. */
async function perSecond(ids: readonly string[], work: (turn: Turn) => Promise<void>): Promise<number> {
  const start = performance.now()
  let done = 0
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() < start + seconds * 1000) {
        const userId = ids[done++ % ids.length] ?? ''
        await work({ userId, processId: randomUUID(), held: 2, used: 1, now: new Date() })
      }
    }),
  )
  return (done * 1000) / (performance.now() - start)
}

function report(rates: { ours: number; bare: number }): void {
  const ratio = rates.ours / rates.bare
  const [ours, bare] = [rates.ours, rates.bare].map((rate) => rate.toFixed(0))
  console.log(`${users} users, ${CONNECTIONS} connections, ${ROUNDS} turns of ${seconds} s each`)
  console.log(`reserve and settle: bare SQL ${bare}/s, ours ${ours}/s; ratio ${ratio.toFixed(3)} (goal ≥ ${GOAL})`)
  process.exitCode = ratio >= GOAL ? 0 : 1
}
