import type { PurchaseEvent } from '@doslovno/contract/payments.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'

import { freeInfoOf, infoOf, PAYMENT_ID, paymentStateOf } from '#test/account-info.ts'
import { openAt } from '#test/app.tsx'
import { refusal } from '#test/refusal.ts'
import { type Answer, stubServer } from '#test/server.ts'
import { signIn, tokenEndingIn } from '#test/session.ts'
import { userOf } from '#test/user.ts'

type Answers = Record<string, Answer | Answer[]>

const PRO = { id: 3, name: 'PRO', isFree: false } as const
const FAILED = { ...PRO, subscriptionStatus: 'paymentFailed' } as const
const ok = (body: object): Answer => ({ status: 200, body })
const accountOf = (user = userOf(), events: PurchaseEvent[] = []) => ok({ user, events })
const calls = ({ calls: all }: { calls: () => string[] }, call: string) => all().filter((made) => made === call)

beforeEach(() => page.viewport(1280, 900))
afterEach(() => {
  delete (window as Window & { dataLayer?: unknown }).dataLayer
})

async function open(path: string, answers: Answers = {}) {
  const server = stubServer({
    'GET /api/account': accountOf(),
    'GET /api/account/info': ok(freeInfoOf()),
    'GET /api/account/tariffs': ok([]),
    'GET /api/account/minutes': ok({ lots: [], spent: [], spentTotal: 0 }),
    'GET /api/account/sessions': ok({ data: [] }),
    'GET /api/uploads': ok({ data: [] }),
    ...answers,
  })
  return { server, screen: await openAt(path) }
}

describe('the banner of a failed renewal', () => {
  const REPAY = 'POST /api/account/payment/repay-subscription'

  it('is absent while the subscription is active [APP-5]', async () => {
    signIn()
    const { screen } = await open('/legal/offer', { 'GET /api/account': accountOf(userOf({}, PRO)) })

    await expect.element(screen.getByRole('contentinfo')).toBeVisible()
    await expect.element(screen.getByText('Не удалось продлить подписку')).not.toBeInTheDocument()
  })

  it('charges the saved card, says what was paid, and goes away [APP-5] [APP-11]', async () => {
    signIn()
    const { screen, server } = await open('/legal/offer', {
      'GET /api/account': [accountOf(userOf({}, FAILED)), accountOf(userOf({ minutesRemain: 1200 }, PRO))],
      'GET /api/account/info': ok(infoOf({ tariff: { graceUntil: '2031-11-20T09:00:00Z' } })),
      [REPAY]: ok({ autoConfirm: true, redirectUrl: null, paymentId: PAYMENT_ID }),
      [`GET /api/account/payments/${PAYMENT_ID}`]: ok(paymentStateOf({ minutes: null, tariffName: 'PRO' })),
    })

    await expect.element(screen.getByText('Не удалось продлить подписку')).toBeVisible()
    await expect.element(screen.getByText(/^Тариф PRO сохранится до\s20 ноября 2031/)).toBeVisible()
    await screen.getByRole('button', { name: 'Повторить платёж' }).click()

    await expect.element(screen.getByRole('dialog').getByText('Тариф PRO оплачен')).toBeVisible()
    await expect.element(screen.getByText(/^Сейчас на\sбалансе 1\s200\sминут/)).toBeVisible()
    await expect.element(screen.getByText('Не удалось продлить подписку')).not.toBeInTheDocument()
    expect(server.requests).toContainEqual({ call: REPAY, body: { changePaymentMethod: false } })
  })

  it('says that the card was declined, and pays by another one on the payment page [APP-5]', async () => {
    signIn()
    const { screen, server } = await open('/legal/offer', {
      'GET /api/account': accountOf(userOf({}, FAILED)),
      [REPAY]: [
        refusal('paymentDeclined'),
        ok({ autoConfirm: false, redirectUrl: '#payment-page', paymentId: PAYMENT_ID }),
      ],
    })

    await screen.getByRole('button', { name: 'Повторить платёж' }).click()
    await expect.poll(() => screen.getByRole('alert').element().textContent).toMatch(/^Банк отклонил платёж/)
    await screen.getByRole('button', { name: 'Другая карта' }).click()

    await vi.waitFor(() => expect(location.hash).toBe('#payment-page'))
    expect(server.requests).toContainEqual({ call: REPAY, body: { changePaymentMethod: true } })
  })
})

describe('the return from the payment page', () => {
  const PAYMENT = `GET /api/account/payments/${PAYMENT_ID}`
  const RETURN = `/account?payment=${PAYMENT_ID}`
  const returning = (...states: Parameters<typeof paymentStateOf>[0][]) =>
    open(RETURN, { [PAYMENT]: states.map((state) => ok(paymentStateOf(state))) })

  it('waits, then says what was paid and leads back to the link [APP-11] [TAR-8]', async () => {
    signIn()
    sessionStorage.setItem('payment.from', '/upload?link=https%3A%2F%2Fa.ru%2Fx.mp3')
    const { screen } = await returning({ status: 'pending' }, { tariffName: 'PRO', minutes: null, type: 'tariff' })

    await expect.element(screen.getByText('Ждём подтверждения платежа…')).toBeVisible()
    await expect.element(screen.getByRole('dialog').getByText('Тариф PRO оплачен')).toBeVisible()
    expect(location.search).toBe('')
    await screen.getByRole('button', { name: 'Вернуться к ссылке' }).click()

    await expect.element(screen.getByLabelText('Ссылка на файл')).toHaveValue('https://a.ru/x.mp3')
    expect(location.pathname + location.search).toBe('/upload')
    expect(sessionStorage.getItem('payment.from')).toBeNull()
  })

  it('names the reason of a decline and repeats the purchase [PAY-2]', async () => {
    signIn()
    const { screen, server } = await open(RETURN, {
      [PAYMENT]: ok(paymentStateOf({ status: 'error', declineReason: 'insufficientFunds', minutes: 60 })),
      'POST /api/account/payment/minutes': ok({ autoConfirm: false, redirectUrl: '#payment-page', paymentId: 'p2' }),
    })

    await expect.element(screen.getByText('Платёж не прошёл')).toBeVisible()
    await expect.element(screen.getByText(/^На\sкарте не\sхватает денег/)).toBeVisible()
    await screen
      .getByRole('region', { name: 'Оплата', exact: true })
      .getByRole('button', { name: 'Другая карта' })
      .click()

    await vi.waitFor(() => expect(location.hash).toBe('#payment-page'))
    expect(server.requests).toContainEqual({
      call: 'POST /api/account/payment/minutes',
      body: { minutesCount: 60, changePaymentMethod: true, saveCard: false },
    })
  })

  it('tells of a payment that was closed, and of one that was refunded', async () => {
    signIn()
    const closed = await returning({ status: 'cancel' })
    await expect.element(closed.screen.getByText('Платёж не завершён')).toBeVisible()
    await closed.screen.unmount()

    const refunded = await returning({ amount: 900, refunded: 900 })
    await expect.element(refunded.screen.getByText('Деньги вернули')).toBeVisible()
  })
})

describe('purchase events', () => {
  const TARIFF: PurchaseEvent = {
    paymentId: 'p1',
    type: 'subscribeToTariff',
    tariffName: 'PRO',
    tariffId: 3,
    minutes: null,
    amount: 1490,
  }
  const MINUTES: PurchaseEvent = {
    paymentId: 'p2',
    type: 'minutes',
    tariffName: null,
    tariffId: null,
    minutes: 60,
    amount: 900,
  }
  const pushed = () => (window as Window & { dataLayer?: unknown[] }).dataLayer

  it('reach analytics in roubles, once each across reloads [PAY-3] [PAY-7]', async () => {
    signIn()
    const answers = { 'GET /api/account': accountOf(userOf(), [TARIFF, MINUTES]) }
    const first = await open('/legal/offer', answers)
    await vi.waitFor(() => expect(pushed()).toHaveLength(2))
    await first.screen.unmount()
    const second = await open('/legal/offer', answers)
    await expect.element(second.screen.getByRole('contentinfo')).toBeVisible()

    expect(pushed()).toEqual([
      {
        event: 'purchase',
        ecommerce: {
          transaction_id: 'p1',
          currency: 'RUB',
          value: 1490,
          items: [{ item_id: 'tariff-3', item_name: 'PRO', item_category: 'tariff', price: 1490, quantity: 1 }],
        },
      },
      {
        event: 'purchase',
        ecommerce: {
          transaction_id: 'p2',
          currency: 'RUB',
          value: 900,
          items: [
            {
              item_id: 'minutes',
              item_name: 'Дополнительные минуты',
              item_category: 'minutes',
              price: 15,
              quantity: 60,
            },
          ],
        },
      },
    ])
  })

  it('wait for a tab that is reporting, and are then reported without its own [PAY-3]', async () => {
    signIn()
    const otherTab = Promise.withResolvers<void>()
    void navigator.locks.request('doslovno.purchases', () => otherTab.promise)
    const events = [
      { ...TARIFF, paymentId: 'p3' },
      { ...MINUTES, paymentId: 'p4' },
    ]
    const { screen } = await open('/legal/offer', { 'GET /api/account': accountOf(userOf(), events) })
    await expect.element(screen.getByRole('contentinfo')).toBeVisible()
    localStorage.setItem('reportedPurchases', JSON.stringify(['p3']))
    otherTab.resolve()

    await vi.waitFor(() => expect(JSON.stringify(pushed())).toContain('p4'))
    expect(JSON.stringify(pushed())).not.toContain('p3')
  })
})

describe('a promo code of the address', () => {
  const ACTIVATE = 'POST /api/account/promo/activation'

  it('is used once for a signed-in user, and leaves the address [AUTH-9]', async () => {
    signIn()
    const { screen, server } = await open('/legal/offer?promocode=SPRING', { [ACTIVATE]: ok({ minutes: 60 }) })

    await expect.element(screen.getByText(/^Промокод сработал: \+60\sминут$/)).toBeVisible()
    await vi.waitFor(() => expect(location.search).toBe(''))
    expect(server.requests).toContainEqual({ call: ACTIVATE, body: { code: 'SPRING' } })
    expect(calls(server, ACTIVATE)).toHaveLength(1)
    expect(localStorage.getItem('promocode')).toBeNull()
  })

  it('waits through the sign-in of a visitor, whatever pages they open before [AUTH-9]', async () => {
    const answers = {
      [ACTIVATE]: ok({ minutes: 60 }),
      'POST /api/account/login': ok({ accessToken: tokenEndingIn(900, Date.now()), refreshToken: 'r0' }),
      'GET /api/account/providers': ok([]),
    }
    const first = await open('/tariffs?promocode=SPRING', answers)
    await expect.element(first.screen.getByRole('heading', { level: 1 })).toBeVisible()
    await first.screen.unmount()
    const { screen, server } = await open('/auth/login', answers)
    expect(server.calls()).not.toContain(ACTIVATE)
    await screen.getByLabelText('E-mail').fill('a@b.ru')
    await screen.getByLabelText('Пароль', { exact: true }).fill('secret')
    await screen.getByRole('button', { name: 'Войти' }).click()

    await vi.waitFor(() => expect(server.requests).toContainEqual({ call: ACTIVATE, body: { code: 'SPRING' } }))
  })

  it('is only logged and forgotten if it is refused [AUTH-9]', async () => {
    const log = vi.spyOn(console, 'warn').mockReturnValue()
    signIn()
    const { screen } = await open('/legal/offer?promocode=OLD', { [ACTIVATE]: refusal('promoEnded') })

    await vi.waitFor(() => expect(log).toHaveBeenCalled())
    await vi.waitFor(() => expect(localStorage.getItem('promocode')).toBeNull())
    expect(location.search).toBe('')
    await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
  })
})
