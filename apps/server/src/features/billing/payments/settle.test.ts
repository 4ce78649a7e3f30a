import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { Context } from '#context.ts'
import type { PaymentRow } from '#platform/tables.ts'
import { assertLedgerExact } from '#test/ledger.ts'
import { runJobs } from '#test/run-jobs.ts'
import { addOrder, startTestShop, type TestShop } from '#test/shop.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

import { checkNotified, lookUp, receiveNotification } from './check.ts'
import { openOnPage } from './open.ts'
import { pollPayments } from './poll.ts'
import { findPayment, updatePayment } from './repo.ts'
import { showPayment } from './show.ts'

const PRO = 3

let shop: TestShop
let test: TestApp
let userId: string
beforeAll(async () => {
  shop = await startTestShop()
  test = await createTestApp({ payments: shop.config })
  userId = (await test.createUser({ tariffId: PRO })).id
})
afterAll(async () => {
  await test.close()
  await shop.closeServer()
})

type Step =
  | { kind: 'open' | 'pay' | 'decline' | 'close' | 'notify' | 'work' | 'check' | 'poll' | 'return' }
  /** A process that dies after so many looks at the clock, or once the provider has answered. */
  | { kind: 'crash'; looks: number; answers: number }

const plain = ['open', 'pay', 'pay', 'decline', 'close', 'notify', 'notify', 'work', 'check', 'poll', 'return'] as const
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom(...plain) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('crash' as const),
      looks: fc.integer({ min: 1, max: 6 }),
      answers: fc.nat({ max: 1 }),
    }),
  },
)
/** Steps of one batch run at the same time. */
const histories = fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 })

let count = 0

it('grants exactly once for a paid payment and never for another, whatever comes in whatever order [PAY-6]', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (batches) => {
      const payment = await newOrder(++count)

      for (const batch of batches) await Promise.allSettled(batch.map((one) => run(payment, one)))
      await settleAll(payment)

      const provided = shop.payments().find(({ metadata }) => metadata.orderId === payment.id)
      const expected = provided?.status ?? 'created'
      const row = await findPayment(test.ctx.db, payment.id)
      expect(row).toMatchObject({ status: expected, effect: expected === 'succeeded' ? 'minutes' : null })
      expect(await grantsOf(payment)).toEqual(expected === 'succeeded' ? [count * 60] : [])
    }),
    { numRuns: 40 },
  )
  await assertLedgerExact(test.ctx.db, userId)
})

function newOrder(minutes: number): Promise<PaymentRow> {
  return addOrder(test, userId, { minutes, amountKopecks: minutes * 800, savesMethod: true })
}

async function run(payment: PaymentRow, one: Step, ctx: Context = test.ctx): Promise<unknown> {
  switch (one.kind) {
    case 'open':
      return openOnPage(ctx, (await findPayment(ctx.db, payment.id)) ?? payment)
    case 'pay':
      return shop.pay(payment.id)
    case 'decline':
      return shop.pay(payment.id, '4600')
    case 'close':
      return shop.close(payment.id)
    case 'notify':
      return receiveNotification(ctx, shop.notification(payment.id), '127.0.0.1')
    case 'work':
      return runJobs(test, 'billing')
    case 'check':
      return checkNotified(ctx, shop.payment(payment.id).id)
    case 'poll':
      await updatePayment(ctx.db, payment.id, { checkAt: new Date(0) })
      return pollPayments(ctx)
    case 'return':
      return showPayment(ctx, { kind: 'session', userId } as Parameters<typeof showPayment>[1], payment.id)
    case 'crash':
      return crash(payment, one)
  }
}

async function crash(payment: PaymentRow, { looks, answers }: { looks: number; answers: number }): Promise<void> {
  const { payments, now } = test.ctx
  if (!payments) return
  let left = looks
  const die = () => {
    throw new Error('crashed')
  }
  const dying: Context = {
    ...test.ctx,
    now: () => (--left < 0 ? die() : now()),
    payments: {
      ...payments,
      charge: async (charge) => {
        const answer = await payments.charge(charge)
        return answers === 0 ? die() : answer
      },
    },
  }
  await run(payment, { kind: 'open' }, dying).catch(() => undefined)
  await run(payment, { kind: 'check' }, dying)
}

/** In the end the poll has asked about everything. */
async function settleAll(payment: PaymentRow): Promise<void> {
  await runJobs(test, 'billing')
  const row = await findPayment(test.ctx.db, payment.id)
  if (row) await lookUp(test.ctx, row)
}

async function grantsOf({ id }: PaymentRow): Promise<number[]> {
  const lots = await test.ctx.db
    .selectFrom('lots')
    .select('grantedSeconds')
    .where('source', '=', `payment:${id}`)
    .execute()
  return lots.map(({ grantedSeconds }) => grantedSeconds)
}
