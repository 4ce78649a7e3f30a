import { randomUUID } from 'node:crypto'

import type { Actor } from '@doslovno/domain/access.ts'
import type { Plan } from '@doslovno/domain/billing/subscription.ts'
import { balanceOf, releaseSeconds, reserveSeconds, settleSeconds } from '@doslovno/server/features/billing/index.ts'
import { buyMinutes } from '@doslovno/server/features/billing/payments/buy-minutes.ts'
import { cancelSubscription, unlinkCard } from '@doslovno/server/features/billing/subscription/cancel.ts'
import { chooseTariff, repay } from '@doslovno/server/features/billing/subscription/order.ts'
import { AppError } from '@doslovno/server/platform/errors.ts'
import { inParallel } from '@doslovno/server/test/in-parallel.ts'

import { count } from '#lab/figures.ts'
import { type Random, seededRandom } from '#lab/random.ts'

import { DAY, HOUR, MINUTE, type World } from './world.ts'

/** `stop`: a cancel or an unlinked card. `consent`: a choice or a repay without a page; payments on it count by rows. */
export type Wish = { at: number; kind: 'stop' | 'consent' }

export type Person = {
  id: string
  random: Random
  wishes: Wish[]
  /** The code of the last refusal. */
  refusal?: string
}

/** How often people did each thing. */
export const deeds: Record<string, number> = {}

const GOOD_CARDS = ['5555555555554444', '4111111111111111', '2202474301322987']
const BAD_CARDS = ['4600', '4543', '4527', '4568', '4618']
const reasons = [
  'insufficient_funds',
  'issuer_unavailable',
  'payment_method_limit_exceeded',
  'internal_timeout',
  'card_expired',
  'payment_method_restricted',
  'fraud_suspected',
  'general_decline',
  'call_issuer',
  'invalid_card_number',
] as const

export function createPerson(id: string): Person {
  return { id, random: seededRandom(id), wishes: [] }
}

/** Begins with a plan, then does something else in about every third month. */
export function planLife(world: World, person: Person, { start, until }: { start: number; until: number }): void {
  const { random } = person
  const plan = anyPlan(random)
  world.agenda.add(start, () => choose(world, person, plan, 'subscribe'))
  for (let at = start + 20 * DAY; at < until; at += 30 * DAY) {
    if (random.next() > 0.35) continue
    const moment = atSlot(at + Math.floor(random.next() * 29) * DAY, random)
    world.agenda.add(moment, () => act(world, person))
  }
}

/** Half of the moments that calendars stumble over, half office hours. */
export function atSlot(day: number, random: Random): number {
  const slots = [0, HOUR, 7 * HOUR, 9 * HOUR, 15.5 * HOUR, 20 * HOUR + 59 * MINUTE, 24 * HOUR - 1]
  return Math.floor(day / DAY) * DAY + (random.pick(slots) ?? 0)
}

async function act(world: World, person: Person): Promise<void> {
  const { random } = person
  const chance = random.next()
  if (chance < 0.28) return choose(world, person, anyPlan(random), 'change')
  if (chance < 0.4) return stop(world, person, 'cancel')
  if (chance < 0.5) return stop(world, person, 'unlink')
  if (chance < 0.6) return buy(world, person)
  if (chance < 0.92) return troubleWithCard(world, person)
  return chooseTwice(world, person)
}

/** Reacts to a failed payment, once a day while it lasts. */
async function react(world: World, person: Person): Promise<void> {
  const chance = person.random.next()
  if (chance < 0.15) return repayNow(world, person, false)
  if (chance < 0.35) return repayNow(world, person, true)
  if (chance < 0.38) return stop(world, person, 'cancel')
}

/** Some change their mind about a cancel. */
async function reconsider(world: World, person: Person, plan: Plan): Promise<void> {
  if (person.random.next() < 0.1) await choose(world, person, plan, 'resume')
}

function anyPlan(random: Random): Plan {
  return {
    tariffId: random.pick([2, 2, 3, 3, 4]) ?? 2,
    billingPeriod: random.next() < 0.25 ? 'year' : 'month',
  }
}

async function choose(world: World, person: Person, plan: Plan, deed: string): Promise<void> {
  const reply = await attempt(person, () => chooseTariff(world.ctx, actorOf(person), plan))
  if (!reply) return
  count(deeds, deed)
  if (reply.paymentId) payLater(world, person, reply.paymentId)
  else consent(world, person)
}

/** Two tabs: both pages are paid, and one payment has to be given back. */
async function chooseTwice(world: World, person: Person): Promise<void> {
  const [one, two] = [anyPlan(person.random), anyPlan(person.random)]
  count(deeds, 'twice')
  await choose(world, person, one, 'change')
  await choose(world, person, two, 'change')
}

async function repayNow(world: World, person: Person, changePaymentMethod: boolean): Promise<void> {
  const reply = await attempt(person, () => repay(world.ctx, actorOf(person), { changePaymentMethod }))
  if (!changePaymentMethod && person.refusal !== 'nothingToPay') consent(world, person)
  if (!reply) return
  count(deeds, changePaymentMethod ? 'repayOther' : 'repay')
  if (reply.redirectUrl) payLater(world, person, reply.paymentId)
}

async function stop(world: World, person: Person, deed: 'cancel' | 'unlink'): Promise<void> {
  count(deeds, deed)
  if (deed === 'cancel') await cancelSubscription(world.ctx, actorOf(person))
  else await unlinkCard(world.ctx, actorOf(person))
  person.wishes.push({ at: world.test.clock.now.getTime(), kind: 'stop' })
}

async function buy(world: World, person: Person): Promise<void> {
  const wish = { minutesCount: 30, saveCard: false, changePaymentMethod: false }
  const reply = await attempt(person, () => buyMinutes(world.ctx, actorOf(person), wish))
  if (!reply) return
  count(deeds, 'minutes')
  if (reply.redirectUrl) payLater(world, person, reply.paymentId)
}

/** The bank declines the card for some days, or for good; or its owner revokes the permission at the bank. */
async function troubleWithCard(world: World, person: Person): Promise<void> {
  const { random } = person
  const method = await world.ctx.db
    .selectFrom('paymentMethods')
    .select('providerId')
    .where('userId', '=', person.id)
    .executeTakeFirst()
  if (!method) return
  if (random.next() < 0.1) {
    count(deeds, 'revoke')
    return world.shop.revoke(method.providerId)
  }
  count(deeds, 'trouble')
  world.shop.decline(method.providerId, random.pick(reasons) ?? 'general_decline')
  if (random.next() < 0.3) return
  const end = world.test.clock.now.getTime() + (20 + random.next() * 20) * DAY
  world.agenda.add(end, async () => world.shop.decline(method.providerId, null))
}

function payLater(world: World, person: Person, paymentId: string): void {
  const delay = (person.random.pick([1, 3, 20]) ?? 1) * MINUTE
  world.agenda.add(world.test.clock.now.getTime() + delay, () => payOnPage(world, person, paymentId))
}

/** Pays, perhaps after a card that is declined, or leaves the page. Some notifications of the provider are lost. */
async function payOnPage(world: World, person: Person, paymentId: string): Promise<void> {
  const { random } = person
  if (random.next() < 0.08) return count(deeds, 'abandoned')
  const card = random.next() < 0.06 ? random.pick(BAD_CARDS) : random.pick(GOOD_CARDS)
  try {
    world.shop.pay(paymentId, card)
  } catch {
    return // a double click: it is paid or declined already
  }
  if (world.isOutage || random.next() < 0.2) return count(deeds, 'lostWebhook')
  const payload = world.shop.notification(paymentId)
  await world.test.app.inject({ method: 'POST', url: '/api/payments/yookassa', payload })
}

function consent({ test }: World, { wishes }: Person): void {
  wishes.push({ at: test.clock.now.getTime(), kind: 'consent' })
}

/** Refusals that a user would see: the provider does not answer, the card is declined, there is nothing to pay. */
async function attempt<T>(person: Person, work: () => Promise<T>): Promise<T | undefined> {
  delete person.refusal
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    person.refusal = error.code
    count(deeds, 'refused')
    return undefined
  }
}

function actorOf({ id }: Person): Actor {
  return { kind: 'session', userId: id, sessionId: id, scopes: ['read', 'write', 'account'] }
}

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
