import { randomUUID } from 'node:crypto'

import { startSubscription } from '@doslovno/server/features/billing/index.ts'
import { insertUser } from '@doslovno/server/features/users/index.ts'
import { startTestShop } from '@doslovno/server/test/shop.ts'

import { freshApp } from '#lab/app.ts'
import { isShort, numbers } from '#lab/arguments.ts'
import { atEnd } from '#lab/ends.ts'
import { log, mark, timed } from '#lab/marks.ts'
import { seededRandom } from '#lab/random.ts'

import { checkAll } from './year/checks.ts'
import { atSlot, createPerson, deeds, type Person, planLife, planVisits } from './year/people.ts'
import { createWorld, DAY, live, type World } from './year/world.ts'

const [subscribers] = numbers(isShort ? 40 : 1000)

const FROM = Date.parse('2027-12-01T00:00:00Z')
/** Past the first renewals of those who paid for a year. */
const UNTIL = Date.parse('2029-01-15T00:00:00Z')
/** Days that months and years stumble over: the 29th to 31st, the leap day, changes of the clock in Europe. */
const HARD_DAYS = ['2027-12-31', '2028-01-29', '2028-01-30', '2028-01-31', '2028-02-29', '2028-03-26', '2028-03-31']
const OUTAGES = ['2028-02-28T18:00:00Z', '2028-08-29T18:00:00Z']
const OUTAGE_DAYS = 3
const WORKERS_DOWN = '2028-05-30T20:00:00Z'

/** A year of subscribers against the simulated provider, by a clock that jumps to every moment that matters. */
export async function main(): Promise<void> {
  let clock = () => FROM
  const shop = await startTestShop({ now: () => clock() })
  atEnd(() => shop.closeServer())
  const test = await freshApp({ payments: shop.config })
  test.clock.now = new Date(FROM)
  clock = () => test.clock.now.getTime()
  const mails = { sent: 0 }
  test.ctx.mail.send = async () => void mails.sent++
  const world = createWorld(test, shop)

  const people = await createPeople(world)
  const visits = planVisits(world, people, { from: FROM, until: UNTIL - 2 * DAY })
  planTroubles(world)
  await timed('the year', () => live(world, new Date(UNTIL)))
  await report(world, mails.sent)
  for (const { title, checked, breaches } of await checkAll(world, { people, visits })) {
    const examples = breaches.slice(0, 10).map((breach) => `; ${breach}`)
    mark(`${checked} ${title}`, `${breaches.length} breaches${examples.join('')}`, breaches.length === 0)
  }
}

async function createPeople(world: World): Promise<Person[]> {
  const random = seededRandom(`year of ${subscribers}`)
  const people: Person[] = []
  for (let index = 0; index < subscribers; index++) {
    const id = randomUUID()
    await insertUser(world.ctx.db, { id, email: `${id}@example.ru`, name: 'Test', passwordHash: '' })
    await startSubscription(world.ctx.db, { userId: id, now: new Date(FROM) })
    const person = { ...createPerson(id), random: seededRandom(`person ${index}`) }
    const hard = random.next() < 0.4 ? random.pick(HARD_DAYS) : undefined
    const day = hard ? Date.parse(hard) : FROM + Math.floor(random.next() * 110) * DAY
    planLife(world, person, { start: atSlot(day, random) + DAY / 86_400, until: UNTIL - 5 * DAY })
    people.push(person)
  }
  return people
}

/** The provider does not answer for three days, twice; the workers stand still for a day. */
function planTroubles(world: World): void {
  for (const outage of OUTAGES) {
    const at = Date.parse(outage)
    const turn = (isOutage: boolean) => async () => {
      world.isOutage = isOutage
      world.shop.outage(isOutage)
    }
    world.agenda.add(at, turn(true))
    world.agenda.add(at + OUTAGE_DAYS * DAY, turn(false))
  }
  const down = Date.parse(WORKERS_DOWN)
  world.agenda.add(down, async () => void (world.areWorkersDown = true))
  world.agenda.add(down + DAY, async () => void (world.areWorkersDown = false))
}

async function report({ ctx, steps, jobs, journal }: World, mails: number): Promise<void> {
  const days = (UNTIL - FROM) / DAY
  log(`${subscribers} subscribers, ${days} days from 2027-12-01: ${steps} moments, ${jobs} jobs, ${mails} mails, ${journal.length} calls of the provider`) // prettier-ignore
  const rows = await ctx.db
    .selectFrom('payments')
    .select((eb) => ['kind', 'status', 'effect', 'cancelReason', eb.fn.countAll<number>().as('count')])
    .groupBy(['kind', 'status', 'effect', 'cancelReason'])
    .orderBy('kind')
    .orderBy('status')
    .orderBy('cancelReason')
    .execute()
  for (const { kind, status, effect, cancelReason, count } of rows)
    line(count, `payments: ${kind}, ${status}, ${effect ?? cancelReason ?? ''}`)
  for (const [deed, count] of Object.entries(deeds)) line(count, `people: ${deed}`)
  const statuses = await ctx.db
    .selectFrom('subscriptions')
    .select((eb) => ['tariffId', 'status', eb.fn.countAll<number>().as('count')])
    .groupBy(['tariffId', 'status'])
    .orderBy('tariffId')
    .execute()
  for (const { tariffId, status, count } of statuses) line(count, `at the end: tariff ${tariffId}, ${status}`)
}

const line = (count: number, text: string) => console.log(`${String(count).padStart(8)}  ${text}`)
