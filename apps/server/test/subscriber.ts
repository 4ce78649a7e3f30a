import type { AccountInfo } from '@doslovno/contract/account/accounts.ts'
import type { BillingPeriod } from '@doslovno/domain/billing/subscription.ts'

import { pollPayments } from '#features/billing/payments/poll.ts'
import { renewSubscriptions } from '#features/billing/subscription/renew.ts'

import { runJobs } from './run-jobs.ts'
import { startTestShop, type TestShop } from './shop.ts'
import { type Caller, createTestApp, type TestApp } from './test-app.ts'

export type SentMail = { to: string; subject: string; text: string }

export type TestBilling = TestApp & {
  shop: TestShop
  /** Mails sent so far, oldest first. */
  mails: SentMail[]
  /** Moves the clock and runs the jobs that it makes due. */
  goTo(moment: Date): Promise<void>
}

/** The app with a shop that lives by the app's clock. Mails are kept instead of sent. */
export async function createTestBilling(now: Date): Promise<TestBilling> {
  const clock = { now: () => now.getTime() }
  const shop = await startTestShop({ now: () => clock.now() })
  const test = await createTestApp({ payments: shop.config })
  test.clock.now = now
  clock.now = () => test.clock.now.getTime()
  const mails: SentMail[] = []
  test.ctx.mail.send = async (to, { subject, text }) => void mails.push({ to, subject, text })
  return {
    ...test,
    shop,
    mails,
    goTo: async (moment) => {
      test.clock.now = moment
      await tick(test)
    },
    close: async () => {
      await test.close()
      await shop.closeServer()
    },
  }
}

/** Runs the workers' jobs of a minute. */
export async function tick(test: TestApp): Promise<void> {
  await renewSubscriptions(test.ctx)
  await pollPayments(test.ctx)
  await runJobs(test, 'billing')
  await runJobs(test, 'retention')
}

/** A user who pays; signs in anew for every call, for sessions do not outlive a moved clock. */
export type Subscriber = {
  id: string
  email: string
  post<T>(url: string, body?: object): Promise<{ status: number; body: T }>
  info(): Promise<AccountInfo>
  /** Chooses a plan and pays for it on the provider's page. */
  subscribe(tariffId: number, period?: BillingPeriod, card?: string): Promise<string>
}

type Paid = { paymentId: string }

export async function createSubscriber(test: TestBilling): Promise<Subscriber> {
  const { id, email } = await test.createUser()
  const call = async (options: Parameters<Caller['call']>[0]) => (await test.signInAs(id)).call(options)
  const post: Subscriber['post'] = async (url, body = {}) => {
    const reply = await call({ method: 'POST', url: `/api/account/payment/${url}`, payload: body })
    return { status: reply.statusCode, body: reply.json() }
  }
  return {
    id,
    email,
    post,
    info: async () => (await call({ method: 'GET', url: '/api/account/info' })).json<AccountInfo>(),
    subscribe: async (tariffId, period = 'month', card) => {
      const { body } = await post<Paid>('tariff', { tariffId, period })
      await payOnPage(test, body.paymentId, card)
      return body.paymentId
    },
  }
}

/** Pays on the provider's page; its notification arrives at once. */
export async function payOnPage(test: TestBilling, paymentId: string, card?: string): Promise<void> {
  test.shop.pay(paymentId, card)
  const payload = test.shop.notification(paymentId)
  await test.app.inject({ method: 'POST', url: '/api/payments/yookassa', payload })
  await runJobs(test, 'billing')
}
