import type { Context } from '@doslovno/server/context.ts'
import { pollPayments } from '@doslovno/server/features/billing/payments/poll.ts'
import { renewSubscriptions } from '@doslovno/server/features/billing/subscription/renew.ts'
import { inParallel } from '@doslovno/server/test/in-parallel.ts'
import { runJobs } from '@doslovno/server/test/run-jobs.ts'
import type { TestShop } from '@doslovno/server/test/shop.ts'
import type { TestApp } from '@doslovno/server/test/test-app.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

type JournalEntry = ReturnType<TestShop['journal']>[number]

/** Everything that lives by the simulated clock. */
export type World = {
  test: TestApp
  ctx: Context
  shop: TestShop
  agenda: Agenda
  isOutage: boolean
  areWorkersDown: boolean
  /** Calls that the provider got, for the whole year: it keeps the newest only. */
  journal: JournalEntry[]
  steps: number
  jobs: number
}

export function createWorld(test: TestApp, shop: TestShop): World {
  const state = { isOutage: false, areWorkersDown: false, steps: 0, jobs: 0 }
  return { test, ctx: test.ctx, shop, agenda: new Agenda(), journal: [], ...state }
}

/** Moves the clock from one moment when something happens to the next. */
export async function live(world: World, until: Date): Promise<void> {
  for (let at = await nextMoment(world); at <= until; at = await nextMoment(world)) {
    world.test.clock.now = at
    world.steps++
    await inParallel(world.agenda.takeUntil(at), 6, (act) => act())
    if (!world.areWorkersDown) await work(world)
    keepJournal(world)
  }
}

/** A few more than connections: a job that waits for the provider holds none. */
const WIDTH = 24

/** Runs the jobs of a minute. */
async function work(world: World): Promise<void> {
  await renewSubscriptions(world.ctx)
  await pollPayments(world.ctx)
  world.jobs += await runJobs(world.test, '%', WIDTH)
}

/** People act to the second, jobs in steps. What stays due although the jobs ran waits for something else. */
async function nextMoment({ test, ctx, agenda, areWorkersDown, isOutage }: World): Promise<Date> {
  const now = test.clock.now.getTime()
  const planned = agenda.next()
  if (areWorkersDown) return new Date(planned)
  const subscription = await ctx.db.selectFrom('subscriptions').select((eb) => eb.fn.min('dueAt').as('at')).executeTakeFirst() // prettier-ignore
  const payment = await ctx.db
    .selectFrom('payments')
    .select((eb) => eb.fn.min('checkAt').as('at'))
    .executeTakeFirst()
  const due = [subscription?.at, payment?.at].flatMap((at) => (at ? [Math.max(at.getTime(), now + 1)] : []))
  // Calls of a provider that is down take real time, so they are gathered.
  const step = isOutage ? HOUR : 10 * MINUTE
  return new Date(Math.min(planned, ...due.map((at) => Math.ceil(at / step) * step)))
}

function keepJournal({ shop, journal }: World): void {
  const entries = shop.journal()
  const last = journal.at(-1)
  journal.push(...entries.slice(last ? entries.lastIndexOf(last) + 1 : 0))
}

type Act = () => Promise<unknown>

/** Future actions of people, by time. */
class Agenda {
  #acts: { at: number; act: Act }[] = []
  #isSorted = true

  add(at: number, act: Act): void {
    this.#acts.push({ at: Math.ceil(at), act })
    this.#isSorted = false
  }

  /** Far in the future if there is nothing. */
  next(): number {
    this.#sort()
    return this.#acts.at(-1)?.at ?? 8e15
  }

  takeUntil(moment: Date): Act[] {
    this.#sort()
    const taken: Act[] = []
    for (let last = this.#acts.at(-1); last && last.at <= moment.getTime(); last = this.#acts.at(-1)) {
      taken.push(last.act)
      this.#acts.pop()
    }
    return taken
  }

  /** Latest first, so that the next one is taken from the end. */
  #sort(): void {
    if (!this.#isSorted) this.#acts.sort((a, b) => b.at - a.at)
    this.#isSorted = true
  }
}
