import { describe, expect, it } from 'vitest'

import { freeInfoOf, infoOf, paymentOf } from '#test/account-info.ts'
import { done, openAccount, plainText, textOf } from '#test/account-page.ts'

const CARD = { paymentMethodData: { title: 'Bank card *4477' } }

describe('payment settings', () => {
  it('name the card and the next charge, and unlink the card after a question [ACC-9]', async () => {
    const linked = infoOf({ tariff: CARD })
    const { screen, region, server } = await openAccount(
      linked,
      {
        'POST /api/account/payment/unlink-card': done(),
      },
      { after: { call: 'POST /api/account/payment/unlink-card', info: infoOf() } },
    )
    const section = region('Платёжные настройки')
    expect(textOf(section)).toContain('Карта •• 4477')
    expect(textOf(section)).toContain('1 декабря 2031 спишем 1 490 ₽')

    await section.getByRole('button', { name: 'Отвязать карту' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Отвязать карту?' })
    await expect.poll(() => textOf(dialog)).toContain('Подписка не продлится: тариф PRO проработает до 1 декабря 2031')
    await dialog.getByRole('button', { name: 'Отвязать карту' }).click()

    await expect.element(section.getByText('Карта не\u00a0привязана')).toBeVisible()
    await expect.element(section.getByRole('button', { name: 'Отвязать карту' })).not.toBeInTheDocument()
    expect(server.calls()).toContain('POST /api/account/payment/unlink-card')
  })

  const CANCEL = 'POST /api/account/payment/cancel-subscription'

  it('cancel the subscription after a question, and say until when it works [ACC-9] [APP-11]', async () => {
    const cancelled = { subscriptionStatus: 'cancelled', nextPaymentDate: null, nextPaymentAmount: null } as const
    const { screen, region, server } = await openAccount(
      infoOf(),
      {
        [CANCEL]: done({ expiredAt: '2031-12-01T09:00:00Z' }),
      },
      { after: { call: CANCEL, info: infoOf({ tariff: cancelled }) } },
    )

    await screen.getByRole('button', { name: 'Отменить подписку' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Отменить подписку?' })
    expect(server.calls()).not.toContain(CANCEL)
    await dialog.getByRole('button', { name: 'Отменить подписку' }).click()

    await expect.element(dialog).not.toBeInTheDocument()
    await expect
      .poll(() => textOf(region('Платёжные настройки')))
      .toContain('Подписка отменена: 1 декабря 2031 тариф станет Free')
  })

  it('send to the support when nothing was cancelled [ACC-9] [PAY-4]', async () => {
    const { screen } = await openAccount(infoOf(), { [CANCEL]: done({ expiredAt: null }) })

    await screen.getByRole('button', { name: 'Отменить подписку' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Отменить подписку?' })
    await dialog.getByRole('button', { name: 'Отменить подписку' }).click()

    await expect.element(dialog.getByText('Не удалось сменить тариф. Обратитесь в поддержку')).toBeVisible()
  })

  it('offer nothing to cancel on the free tariff [ACC-9]', async () => {
    const { region } = await openAccount(freeInfoOf())

    expect(textOf(region('Платёжные настройки'))).toContain('Подписки нет, списаний не будет')
    await expect
      .element(region('Платёжные настройки').getByRole('button', { name: 'Отменить подписку' }))
      .not.toBeInTheDocument()
  })
})

describe('the history of payments', () => {
  it('is empty at first [ACC-10]', async () => {
    const { region } = await openAccount(freeInfoOf())

    expect(textOf(region('История платежей'))).toContain('Платежей пока нет.')
  })

  it('shows four rows, and the others on demand [ACC-10]', async () => {
    const payments = Array.from({ length: 11 }, (_, index) => paymentOf({ id: `p${index}` }))
    const { region } = await openAccount(infoOf({ payments }))
    const section = region('История платежей')
    expect(section.getByRole('listitem').elements()).toHaveLength(4)

    await section.getByRole('button', { name: /^Показать все 11.платежей$/ }).click()

    await expect.poll(() => section.getByRole('listitem').elements()).toHaveLength(11)
  })

  it('names date, description, amount, refund and status of a payment [ACC-10] [ACC-13]', async () => {
    const payments = [
      paymentOf({ id: 'a', status: 'pending', redirectUrl: 'https://pay.example/a' }),
      paymentOf({ id: 'b', status: 'success', amount: 1490, refunded: 500.5, description: 'PRO' }),
      paymentOf({ id: 'c', status: 'cancel' }),
      paymentOf({ id: 'd', status: 'error' }),
    ]
    const { region } = await openAccount(infoOf({ payments }))
    const section = region('История платежей')

    const rows = section.getByRole('listitem').elements().map(plainText)

    expect(rows).toEqual([
      '14 ноября 2031Minutes900 ₽Ожидание оплатыОплатить',
      '14 ноября 2031PRO1 490 ₽Возвращено 500,50 ₽Оплачено',
      '14 ноября 2031Minutes900 ₽Платеж отменен',
      '14 ноября 2031Minutes900 ₽Ошибка Платеж отменен',
    ])
    await expect
      .element(section.getByRole('link', { name: 'Оплатить: Minutes' }))
      .toHaveAttribute('href', 'https://pay.example/a')
  })

  it('says what became of the receipt of a payment', async () => {
    const receipts = ['pending', 'succeeded', 'canceled', null] as const
    const payments = receipts.map((receipt, index) => paymentOf({ id: `p${index}`, receipt }))
    const { region } = await openAccount(infoOf({ payments }))

    const rows = region('История платежей').getByRole('listitem').elements().map(plainText)

    expect(rows).toEqual([
      '14 ноября 2031MinutesЧек готовится900 ₽Оплачено',
      '14 ноября 2031MinutesЧек отправлен на почту900 ₽Оплачено',
      '14 ноября 2031MinutesЧек не оформлен. Напиши нам.900 ₽Оплачено',
      '14 ноября 2031Minutes900 ₽Оплачено',
    ])
  })
})
