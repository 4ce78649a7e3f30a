import { afterAll, beforeAll, expect, it } from 'vitest'

import { addScript } from '#test/recordings/library.ts'
import { createSubscriber, createTestBilling, type Subscriber, type TestBilling } from '#test/subscriber.ts'

import { expireScripts } from './remove.ts'

let test: TestBilling
const began = new Date('2027-12-31T09:00:00Z')
const DAY = 86_400_000
const [START, PRO] = [2, 3]

beforeAll(async () => {
  test = await createTestBilling(began)
})
afterAll(() => test.close())

const days = (n: number) => new Date(began.getTime() + n * DAY)

/** A subscriber with one file, kept for some days from `began`. */
async function ownerOfFile(keptDays: number): Promise<{ owner: Subscriber; scriptId: string }> {
  test.clock.now = began
  const owner = await createSubscriber(test)
  const scriptId = await addScript(test, owner.id, ['Раз.'])
  const times = { uploadedAt: began, keepUntil: days(keptDays) }
  await test.ctx.db.updateTable('scripts').set(times).where('id', '=', scriptId).execute()
  return { owner, scriptId }
}

async function keptUntil(scriptId: string): Promise<Date> {
  const found = await test.ctx.db.selectFrom('scripts').select('keepUntil').where('id', '=', scriptId).execute()
  return found[0]?.keepUntil ?? new Date(0)
}

it('keeps the files of a free user for the days of the tariff that was bought', async () => {
  const { owner, scriptId } = await ownerOfFile(7)

  await owner.subscribe(START)
  await test.goTo(began)
  const bought = await keptUntil(scriptId)
  await test.goTo(days(2))
  await owner.subscribe(PRO)
  await test.goTo(days(2))

  expect([bought, await keptUntil(scriptId)]).toEqual([days(30), days(180)])
})

it('shortens nothing with a cheaper tariff and with the free one', async () => {
  const { owner, scriptId } = await ownerOfFile(7)
  await owner.subscribe(PRO)
  await owner.post('tariff', { tariffId: START, period: 'month' })
  await test.goTo(new Date('2028-01-31T09:00:00Z'))
  const cheaper = { id: (await owner.info()).tariff.id, kept: await keptUntil(scriptId) }

  await owner.post('cancel-subscription')
  await test.goTo(new Date('2028-02-29T09:00:00Z'))

  expect(cheaper).toEqual({ id: START, kept: days(180) })
  expect((await owner.info()).tariff.isFree).toBe(true)
  expect(await keptUntil(scriptId)).toEqual(days(180))
})

it('leaves files alone that have expired already', async () => {
  const { owner, scriptId } = await ownerOfFile(-1)
  await expireScripts(test.ctx)

  await owner.subscribe(PRO)
  await test.goTo(began)

  expect(await keptUntil(scriptId)).toEqual(days(-1))
})
