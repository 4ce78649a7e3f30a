import { createContext } from '@doslovno/server/context.ts'
import { subscribers } from '@doslovno/server/handlers.ts'
import { runJobs } from '@doslovno/server/test/run-jobs.ts'
import type { TestShop } from '@doslovno/server/test/shop.ts'
import { tick } from '@doslovno/server/test/subscriber.ts'
import type { Caller, TestApp } from '@doslovno/server/test/test-app.ts'

import { PRO } from '#lab/app.ts'

import { query } from './database.ts'

type Till = { test: TestApp; shop: TestShop }

/** People whose plan is due for its renewal, which nothing has carried out yet. */
export async function addSubscribers(till: Till, count: number): Promise<Caller[]> {
  const people: Caller[] = []
  for (let n = 0; n < count; n++) {
    const person = await till.test.signIn()
    await pay(till, person, 'tariff', { tariffId: PRO, period: 'month' })
    people.push(person)
  }
  await query(
    till.test.config.databaseUrl,
    `update subscriptions set anchor_at = anchor_at - interval '1 month', paid_until = anchor_at,
       charge_at = anchor_at, due_at = anchor_at, warned_for = anchor_at where charge_at is not null`,
  )
  return people
}

/** Renews the plans, sells minutes to each person and gives the money of the last one back. */
export async function sell(till: Till, people: readonly Caller[]): Promise<void> {
  await tick(till.test)
  let paymentId = ''
  for (const person of people) paymentId = await pay(till, person, 'minutes', { minutesCount: 60 })
  const payload = await till.shop.refundInCabinet(paymentId, Math.round(Number(till.shop.payment(paymentId).amount.value) * 100)) // prettier-ignore
  await till.test.app.inject({ method: 'POST', url: '/api/payments/yookassa', payload })
  await runJobs(till.test, 'billing')
}

async function pay({ test, shop }: Till, person: Caller, what: string, payload: object): Promise<string> {
  const reply = await person.call({ method: 'POST', url: `/api/account/payment/${what}`, payload })
  const { paymentId } = reply.json<{ paymentId: string }>()
  shop.pay(paymentId)
  await test.app.inject({ method: 'POST', url: '/api/payments/yookassa', payload: shop.notification(paymentId) })
  await runJobs(test, 'billing')
  return paymentId
}

/** Each payment of the shop with its effect and the money that went back. */
export function booksOf({ config }: TestApp): Promise<string[]> {
  return query(
    config.databaseUrl,
    `select concat_ws(' ', id, effect, (select sum(amount_kopecks) from refunds where payment_id = payments.id))
     from payments where status = 'succeeded' order by id`,
  )
}

/** Runs the jobs of the workers' first minute after a restore. */
export async function firstMinute(test: TestApp): Promise<void> {
  const ctx = await createContext(test.config, test.ctx.log, subscribers)
  await tick({ ...test, ctx })
  await ctx.close()
}
