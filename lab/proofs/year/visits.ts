import { randomUUID } from 'node:crypto'

import { balanceOf, releaseSeconds, reserveSeconds, settleSeconds } from '@doslovno/server/features/billing/index.ts'
import { AppError } from '@doslovno/server/platform/errors.ts'
import { inParallel } from '@doslovno/server/test/in-parallel.ts'

import { type Person, react, reconsider } from './people.ts'
import { DAY, HOUR, type World } from './world.ts'

const VISIT_DAYS = 10

/** Every payer looks in every ten days, and some spend minutes; those who are asked to pay again may do it each day. */
export function planVisits(world: World, people: readonly Person[], { from, until }: { from: number; until: number }) {
  const visits: number[] = []
  for (let at = from + VISIT_DAYS * DAY; at < until; at += VISIT_DAYS * DAY) {
    visits.push(at)
    world.agenda.add(at, () => visit(world, people))
  }
  for (let at = from + 12 * HOUR; at < until; at += DAY) world.agenda.add(at, () => reactAll(world, people))
  return visits
}

async function visit(world: World, people: readonly Person[]): Promise<void> {
  const payers = await payersOf(world)
  await inParallel(people, 8, async (person) => {
    if (!payers.has(person.id)) return
    await balanceOf(world.ctx.db, person.id, world.ctx.now())
    if (person.random.next() < 0.2) await spend(world, person)
  })
}

/** Holds minutes now and uses some of them hours later, perhaps in another month. */
async function spend({ ctx, agenda }: World, { id: userId, random }: Person): Promise<void> {
  const processId = randomUUID()
  const seconds = Math.ceil(random.next() * 20_000)
  const now = ctx.now()
  try {
    await ctx.db.transaction().execute((tx) => reserveSeconds(tx, { userId, processId, seconds, force: true, now }))
  } catch (error) {
    if (error instanceof AppError) return
    throw error
  }
  const used = Math.floor(seconds * random.next())
  agenda.add(now.getTime() + 11 * HOUR, () =>
    ctx.db
      .transaction()
      .execute((tx) =>
        used % 5 === 0 ? releaseSeconds(tx, processId, ctx.now()) : settleSeconds(tx, processId, used, ctx.now()),
      ),
  )
}

async function reactAll(world: World, people: readonly Person[]): Promise<void> {
  const asked = await world.ctx.db
    .selectFrom('subscriptions')
    .select(['userId', 'status', 'tariffId', 'billingPeriod'])
    .where('status', '!=', 'active')
    .execute()
  const byId = new Map(people.map((person) => [person.id, person]))
  await inParallel(asked, 6, async ({ userId, status, ...plan }) => {
    const person = byId.get(userId)
    if (person) await (status === 'paymentFailed' ? react(world, person) : reconsider(world, person, plan))
  })
}

async function payersOf({ ctx }: World): Promise<Set<string>> {
  const rows = await ctx.db.selectFrom('subscriptions').select('userId').where('paidUntil', 'is not', null).execute()
  return new Set(rows.map(({ userId }) => userId))
}
