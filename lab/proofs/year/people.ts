import type { Actor } from '@doslovno/domain/access.ts'
import type { Plan } from '@doslovno/domain/billing/subscription.ts'
import { buyMinutes } from '@doslovno/server/features/billing/payments/buy-minutes.ts'
import { cancelSubscription } from '@doslovno/server/features/billing/subscription/cancel.ts'
import { chooseTariff } from '@doslovno/server/features/billing/subscription/choose.ts'
import { repay } from '@doslovno/server/features/billing/subscription/repay.ts'
import { unlinkCard } from '@doslovno/server/features/billing/subscription/unlink.ts'
import { AppError } from '@doslovno/server/platform/errors.ts'

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

export type Deed =
  | 'subscribe'
  | 'change'
  | 'cancel'
  | 'resume'
  | 'unlink'
  | 'minutes'
  | 'trouble'
  | 'revoke'
  | 'repay'
  | 'repayOther'
  | 'twice'
  | 'abandoned'
  | 'lostWebhook'
  | 'refused'
export const deeds = new Map<Deed, number>()

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
export async function react(world: World, person: Person): Promise<void> {
  const chance = person.random.next()
  if (chance < 0.15) return repayNow(world, person, false)
  if (chance < 0.35) return repayNow(world, person, true)
  if (chance < 0.38) return stop(world, person, 'cancel')
}

/** Some change their mind about a cancel. */
export async function reconsider(world: World, person: Person, plan: Plan): Promise<void> {
  if (person.random.next() < 0.1) await choose(world, person, plan, 'resume')
}

function anyPlan(random: Random): Plan {
  return {
    tariffId: random.pick([2, 2, 3, 3, 4]) ?? 2,
    billingPeriod: random.next() < 0.25 ? 'year' : 'month',
  }
}

async function choose(world: World, person: Person, plan: Plan, deed: Deed): Promise<void> {
  const reply = await attempt(person, () => chooseTariff(world.ctx, actorOf(person), plan))
  if (!reply) return
  count(deed)
  if (reply.paymentId) payLater(world, person, reply.paymentId)
  else consent(world, person)
}

/** Two tabs: both pages are paid, and one payment has to be given back. */
async function chooseTwice(world: World, person: Person): Promise<void> {
  const [one, two] = [anyPlan(person.random), anyPlan(person.random)]
  count('twice')
  await choose(world, person, one, 'change')
  await choose(world, person, two, 'change')
}

async function repayNow(world: World, person: Person, changePaymentMethod: boolean): Promise<void> {
  const reply = await attempt(person, () => repay(world.ctx, actorOf(person), { changePaymentMethod }))
  if (!changePaymentMethod && person.refusal !== 'nothingToPay') consent(world, person)
  if (!reply) return
  count(changePaymentMethod ? 'repayOther' : 'repay')
  if (reply.redirectUrl) payLater(world, person, reply.paymentId)
}

async function stop(world: World, person: Person, deed: 'cancel' | 'unlink'): Promise<void> {
  count(deed)
  if (deed === 'cancel') await cancelSubscription(world.ctx, actorOf(person))
  else await unlinkCard(world.ctx, actorOf(person))
  person.wishes.push({ at: world.test.clock.now.getTime(), kind: 'stop' })
}

async function buy(world: World, person: Person): Promise<void> {
  const wish = { minutesCount: 30, saveCard: false, changePaymentMethod: false }
  const reply = await attempt(person, () => buyMinutes(world.ctx, actorOf(person), wish))
  if (!reply) return
  count('minutes')
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
    count('revoke')
    return world.shop.revoke(method.providerId)
  }
  count('trouble')
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
  if (random.next() < 0.08) return count('abandoned')
  const card = random.next() < 0.06 ? random.pick(BAD_CARDS) : random.pick(GOOD_CARDS)
  try {
    world.shop.pay(paymentId, card)
  } catch {
    return // a double click: it is paid or declined already
  }
  if (world.isOutage || random.next() < 0.2) return count('lostWebhook')
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
    count('refused')
    return undefined
  }
}

function count(deed: Deed): void {
  deeds.set(deed, (deeds.get(deed) ?? 0) + 1)
}

export function actorOf({ id }: Person): Actor {
  return { kind: 'session', userId: id, sessionId: id, scopes: ['read', 'write', 'account'] }
}
