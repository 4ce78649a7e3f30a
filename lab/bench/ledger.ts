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

import { freshApp } from '#lab/app.ts'
import { numbers } from '#lab/arguments.ts'
import { atEnd } from '#lab/ends.ts'
import { inTurns, mean, perSecond } from '#lab/figures.ts'
import { mark } from '#lab/marks.ts'

const GOAL = 0.8
const ROUNDS = 6
/** As many as a process has. */
const CONNECTIONS = 10
const [users, seconds] = numbers(1000, 5)

export async function main(): Promise<void> {
  const test = await freshApp()
  const bare = openBareLedger(test.config.databaseUrl, CONNECTIONS)
  atEnd(() => bare.close())
  const ids = await addUsers(test)
  const rates = await inTurns(ROUNDS, {
    bare: () => rateOf(ids, bare.turn),
    ours: () => rateOf(ids, (turn) => ourTurn(test, turn)),
  })
  const ratio = mean(rates.ours) / mean(rates.bare)
  console.log(`${users} users, ${CONNECTIONS} connections, ${ROUNDS} turns of ${seconds} s each`)
  const seen = `bare SQL ${mean(rates.bare).toFixed(0)}/s, ours ${mean(rates.ours).toFixed(0)}/s, ${ratio.toFixed(3)}`
  mark(`reserve and settle ≥ ${GOAL} of bare SQL`, seen, ratio >= GOAL)
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
  const hold = { userId, processId, seconds: held, force: false, now }
  await ctx.db.transaction().execute((tx) => reserveSeconds(tx, hold))
  await ctx.db.transaction().execute((tx) => settleSeconds(tx, processId, used, now))
}

/** Uses no seconds up for long: each turn takes 2 s and gives 1 s back. */
function rateOf(ids: readonly string[], work: (turn: Turn) => Promise<void>): Promise<number> {
  let turn = 0
  return perSecond(CONNECTIONS, seconds, () =>
    work({ userId: ids[turn++ % ids.length] ?? '', processId: randomUUID(), held: 2, used: 1, now: new Date() }),
  )
}
