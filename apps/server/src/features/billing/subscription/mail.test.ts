import { afterAll, beforeAll, expect, it } from 'vitest'

import { runJobs } from '#test/run-jobs.ts'
import { createSubscriber, createTestBilling, payOnPage, type Subscriber, type TestBilling } from '#test/subscriber.ts'
import { PASSWORD } from '#test/test-app.ts'

import { enqueueMail } from './transitions.ts'

const began = new Date('2027-12-31T09:00:00Z')
const PRO = 3

let test: TestBilling
beforeAll(async () => {
  test = await createTestBilling(began)
})
afterAll(() => test.close())

const mailsTo = ({ email }: Subscriber) =>
  test.mails
    .filter(({ to }) => to === email)
    .map(({ subject, text }) => ({ subject: plain(subject), text: plain(text) }))
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

async function newSubscriber(): Promise<Subscriber> {
  test.clock.now = began
  const user = await createSubscriber(test)
  await user.subscribe(PRO)
  return user
}

it('says of bought minutes once what they cost, the card, the balance and where the payments are [PAY-3]', async () => {
  const user = await newSubscriber()
  const order = { minutesCount: 45, saveCard: false, changePaymentMethod: true }
  const { body } = await user.post<{ paymentId: string }>('minutes', order)

  await payOnPage(test, body.paymentId, '4477')
  const again = test.shop.notification(body.paymentId)
  await test.app.inject({ method: 'POST', url: '/api/payments/yookassa', payload: again })
  await runJobs(test, 'billing')

  const [, mail, ...others] = mailsTo(user)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Оплата прошла: 45 минут')
  expect(mail?.text).toContain('Спасибо! 360 ₽ с карты *4477 за 45 минут. Минуты уже на балансе.')
  expect(mail?.text).toContain('Сейчас на балансе 1 245 минут.')
  expect(mail?.text).toContain(`${test.config.publicUrl}/account#payments`)
  expect(mail?.text).toContain('Чек придёт отдельным письмом.')
})

it('says the same of a new tariff and of its renewal', async () => {
  const user = await newSubscriber()

  await test.goTo(new Date('2028-01-31T09:00:00Z'))

  const mails = mailsTo(user).filter(({ subject }) => !subject.startsWith('Скоро'))
  expect(mails.map(({ subject }) => subject)).toEqual(['Тариф «PRO» подключён', 'Тариф «PRO» продлён'])
  for (const { text } of mails) {
    expect(text).toContain('1 490 ₽ с карты *4444 за месяц')
    expect(text).toContain('Сейчас на балансе 1 200 минут.')
    expect(text).toContain(`${test.config.publicUrl}/account#payments`)
    expect(text).toContain('Чек придёт отдельным письмом.')
  }
})

it('sends a mail that version 0.1.0 enqueued without a card', async () => {
  const user = await newSubscriber()
  const { ctx } = test
  const until = '2028-01-31T09:00:00Z'
  const mail = { kind: 'renewed', tariffName: 'PRO', period: 'month', until, amountKopecks: 149_000 } as const

  await ctx.db.transaction().execute((tx) => enqueueMail(ctx, tx, { ...mail, userId: user.id }))
  await runJobs(test, 'billing')

  expect(mailsTo(user).at(-1)?.text).toContain('1 490 ₽ за месяц тарифа «PRO»')
})

it('names the day that the account page shows to a person in Vladivostok', async () => {
  const timeZone = 'Asia/Vladivostok'
  test.clock.now = new Date('2027-12-31T20:00:00Z')
  const user = await createSubscriber(test)
  const payload = { email: user.email, password: PASSWORD }
  await test.app.inject({ method: 'POST', url: '/api/account/login', headers: { 'time-zone': timeZone }, payload })

  await user.subscribe(PRO)

  const { expiredAt } = (await user.info()).tariff
  const onPage = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', timeZone }).format(
    new Date(expiredAt ?? ''),
  )
  expect(onPage).toBe('1 февраля')
  expect(mailsTo(user)[0]?.text).toContain(`оплачено до ${onPage} 2028 года`)
})

it('names the day of Moscow to a person whose time zone no browser told', async () => {
  test.clock.now = new Date('2027-12-31T20:00:00Z')
  const user = await createSubscriber(test)

  await user.subscribe(PRO)

  expect(mailsTo(user)[0]?.text).toContain('оплачено до 31 января 2028 года')
})
