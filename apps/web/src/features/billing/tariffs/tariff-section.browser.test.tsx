import { describe, expect, it } from 'vitest'

import { freeInfoOf, infoOf, PAYMENT_ID, paymentStateOf } from '#test/account-info.ts'
import { done, lotOf, minutes, openAccount, plainText, refused, textOf } from '#test/account-page.ts'

const CARD = { paymentMethodData: { title: 'Bank card *4477' } }

describe('tariff and minutes', () => {
  it('shows the tariff, its dates, both balances, file size and price [ACC-4] [ACC-12]', async () => {
    const { screen, region } = await openAccount(infoOf({ tariff: { nextTariff: 'Старт' } }))
    const section = region('Тариф и минуты')

    await expect.element(section.getByText('Действуют до\u00a014 октября 2032')).toBeVisible()
    const text = textOf(section)
    expect(text).toContain('412 из 1 200 минут тарифа PRO')
    expect(text).toContain('Обновятся 1 декабря 2031, не переносятся')
    expect(text).toContain('85 дополнительных минут')
    expect(text).toContain('ТарифPRO, оплата раз в месяц')
    expect(text).toContain('Оплачен до1 декабря 2031')
    expect(text).toContain('Следующий платёж1 декабря 2031, 1 490 ₽')
    expect(text).toContain('Следующий тарифСтарт с 1 декабря 2031')
    expect(text).toContain('Следующие минуты1 декабря 2031')
    expect(text).toContain('Размер файладо 2 ГБ')
    expect(text).toContain('Дополнительная минута8 ₽/мин.')
    await expect.element(screen.getByRole('link', { name: 'Сменить тариф' })).toHaveAttribute('href', '/tariffs')
    const bar = section.getByRole('progressbar', { name: 'Остаток дополнительных минут' })
    await expect.element(bar).toHaveAttribute('aria-valuenow', '85')
  })

  it('has no payment dates on the free tariff [ACC-4]', async () => {
    const { region } = await openAccount(freeInfoOf())

    const text = textOf(region('Тариф и минуты'))

    expect(text).toContain('12 из 30 минут тарифа Free')
    expect(text).not.toMatch(/Оплачен до|Следующий платёж|Следующий тариф/)
  })

  it('shows neither numbers nor prices of a tariff without limits', async () => {
    const tariff = {
      name: 'Корпоративный',
      public: false,
      isUnlimited: true,
      subscriptionStatus: 'cancelled' as const,
      nextPaymentDate: null,
      nextPaymentAmount: null,
      minutesRemain: 9_999_999,
      minutesActual: 10_000_000,
      priceMinute: 0,
    }
    const lots = [lotOf({ kind: 'plan', minutesRemain: 9_999_999, minutesGranted: 10_000_000 })]
    const { region } = await openAccount(
      infoOf({ tariff, minutesExtraRemain: 0 }),
      { 'GET /api/account/minutes': minutes(lots) },
      { user: { canChangeTariff: false, isUnlimited: true } },
    )

    const text = textOf(region('Тариф и минуты'))

    expect(text).toContain('Минуты без ограничений по тарифу Корпоративный')
    expect(text).toContain('До 1 декабря 2031, потом Free')
    expect(text).toContain('Действует до1 декабря 2031')
    expect(text).not.toMatch(/9 999|10 000|₽|Оплачен|сгорает|Промокод|Подписка отменена/)
  })

  it('keeps minutes beside a tariff without limits, which outlive it', async () => {
    const lots = [lotOf({ id: 'a', kind: 'plan' }), lotOf({ id: 'b', kind: 'bonus' })]
    const { screen, region } = await openAccount(infoOf({ tariff: { isUnlimited: true } }), {
      'GET /api/account/minutes': minutes(lots),
    })

    await screen.getByText('Что и\u00a0когда сгорает').click()

    const section = region('Тариф и минуты')
    expect(textOf(section)).toContain('85 дополнительных минут')
    await expect
      .poll(() => section.getByRole('listitem').elements().map(plainText))
      .toEqual(['Бонус85 из 100 минутдо 14 октября 2032'])
  })

  it('lists lots by their end, the earliest first [ACC-4]', async () => {
    const lots = [
      lotOf({
        id: 'a',
        kind: 'plan',
        minutesGranted: 1200,
        minutesRemain: 412,
        minutesHeld: 20,
        expiresAt: '2031-12-01',
      }),
      lotOf({ id: 'b', kind: 'promo', minutesGranted: 60, minutesRemain: 25, expiresAt: '2032-02-01' }),
      lotOf({ id: 'c', kind: 'bonus', minutesGranted: 30, minutesRemain: 30, expiresAt: '2032-03-01' }),
      lotOf({ id: 'd', minutesGranted: 30, minutesRemain: 30, expiresAt: '2032-04-01' }),
    ]
    const { screen, region } = await openAccount(infoOf(), { 'GET /api/account/minutes': minutes(lots) })
    await expect
      .element(region('Тариф и минуты').getByText('Из\u00a0них 25\u00a0минут — до\u00a01 февраля 2032'))
      .toBeVisible()

    await screen.getByText('Что и\u00a0когда сгорает').click()

    const rows = () => region('Тариф и минуты').getByRole('listitem').elements().map(plainText)
    await expect
      .poll(rows)
      .toEqual([
        'Минуты тарифа · ещё 20 минут в обработке412 из 1 200 минутдо 1 декабря 2031',
        'Промокод25 из 60 минутдо 1 февраля 2032',
        'Бонус30 из 30 минутдо 1 марта 2032',
        'Дополнительные30 из 30 минутдо 1 апреля 2032',
      ])
  })

  it('lists what was spent on which file, page by page [ACC-4]', async () => {
    const first = { scriptId: 's1', fileName: 'Встреча.mp3', seconds: 3723, at: '2031-11-10T09:00:00Z' }
    const second = { scriptId: null, fileName: null, seconds: 59, at: '2031-11-09T09:00:00Z' }
    const { screen, region, server } = await openAccount(infoOf(), {
      'GET /api/account/minutes': [minutes([], [first], 2), minutes([], [second], 2)],
    })

    await screen.getByText('На что ушли минуты').click()
    const rows = () => region('Тариф и минуты').getByRole('listitem').elements().map(plainText)
    await expect.poll(rows).toEqual(['Встреча1:02:0310 ноября 2031'])
    await screen.getByRole('button', { name: 'Показать ещё' }).click()

    await expect.poll(rows).toEqual(['Встреча1:02:0310 ноября 2031', 'Файл удалён0:599 ноября 2031'])
    await expect.element(screen.getByRole('link', { name: 'Встреча' })).toHaveAttribute('href', '/files/s1')
    await expect.element(screen.getByRole('button', { name: 'Показать ещё' })).not.toBeInTheDocument()
    expect(server.urls).toContain('/api/account/minutes?page=2')
  })
})

describe('a failed renewal', () => {
  const failed = infoOf({
    tariff: {
      ...CARD,
      subscriptionStatus: 'paymentFailed',
      graceUntil: '2031-11-20T09:00:00Z',
      nextMinutesBundleDate: null,
    },
  })

  it('says how long the grace lasts and repays with the saved card [PAY-2]', async () => {
    const { screen, region, server } = await openAccount(
      failed,
      {
        'POST /api/account/payment/repay-subscription': done({
          autoConfirm: true,
          redirectUrl: null,
          paymentId: PAYMENT_ID,
        }),
        [`GET /api/account/payments/${PAYMENT_ID}`]: done(paymentStateOf({ type: 'tariff' })),
      },
      { after: { call: `GET /api/account/payments/${PAYMENT_ID}`, info: infoOf() } },
    )
    const text = textOf(region('Тариф и минуты'))
    expect(text).toContain('Не удалось продлить подписку')
    expect(text).toContain('Тариф PRO работает до 20 ноября 2031')

    await region('Тариф и минуты').getByRole('button', { name: 'Повторить платёж' }).click()

    await expect
      .element(region('Тариф и минуты').getByText('Не\u00a0удалось продлить подписку'))
      .not.toBeInTheDocument()
    await expect.element(screen.getByText('Обновятся 1 декабря 2031, не\u00a0переносятся')).toBeVisible()
    expect(server.requests).toContainEqual({
      call: 'POST /api/account/payment/repay-subscription',
      body: { changePaymentMethod: false },
    })
  })

  it('leaves for the page of the provider to pay with another card [PAY-2]', async () => {
    const { region, server } = await openAccount(failed, {
      'POST /api/account/payment/repay-subscription': done({
        autoConfirm: false,
        redirectUrl: '#page-of-the-provider',
        paymentId: PAYMENT_ID,
      }),
    })

    await region('Тариф и минуты').getByRole('button', { name: 'Другая карта' }).click()

    await expect.poll(() => location.hash).toBe('#page-of-the-provider')
    expect(server.requests).toContainEqual({
      call: 'POST /api/account/payment/repay-subscription',
      body: { changePaymentMethod: true },
    })
  })
})

describe('a cancelled subscription', () => {
  it('says until when it works and can be resumed [PAY-2]', async () => {
    const cancelled = infoOf({
      tariff: { subscriptionStatus: 'cancelled', nextPaymentDate: null, nextPaymentAmount: null },
    })
    const { screen, region, server } = await openAccount(
      cancelled,
      {
        'POST /api/account/payment/tariff': done({
          redirectUrl: null,
          isFree: false,
          paymentId: null,
          effectiveAt: null,
        }),
      },
      { after: { call: 'POST /api/account/payment/tariff', info: infoOf() } },
    )
    expect(textOf(region('Тариф и минуты'))).toContain('PRO работает до 1 декабря 2031, потом Free')
    expect(textOf(region('Платёжные настройки'))).toContain('Подписка отменена: 1 декабря 2031 тариф станет Free')
    await expect.element(screen.getByRole('button', { name: 'Отменить подписку' })).not.toBeInTheDocument()

    await screen.getByRole('button', { name: 'Возобновить' }).click()

    await expect.element(screen.getByText('Подписка возобновлена')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Возобновить' })).not.toBeInTheDocument()
    expect(server.requests).toContainEqual({
      call: 'POST /api/account/payment/tariff',
      body: { tariffId: 3, period: 'month' },
    })
  })
})

describe('a promo code', () => {
  const ACTIVATE = 'POST /api/account/promo/activation'

  it('brings minutes; the button is disabled while the code is empty [ACC-6]', async () => {
    const { screen, server } = await openAccount(
      infoOf(),
      {
        [ACTIVATE]: done({ minutes: 60 }),
      },
      { after: { call: ACTIVATE, info: infoOf({ minutesExtraRemain: 145 }) } },
    )
    const button = screen.getByRole('button', { name: 'Активировать' })
    await expect.element(button).toBeDisabled()
    await screen.getByLabelText('Промокод').fill(' ')
    await expect.element(button).toBeDisabled()

    await screen.getByLabelText('Промокод').fill(' LETO ')
    await button.click()

    await expect.element(screen.getByText('+60\u00a0минут')).toBeVisible()
    await expect.element(screen.getByText('145')).toBeVisible()
    await expect.element(screen.getByLabelText('Промокод')).toHaveValue('')
    expect(server.requests).toContainEqual({ call: ACTIVATE, body: { code: 'LETO' } })
  })

  it.each([
    [404, 'promoNotFound', /Такого промокода нет/],
    [409, 'promoUsed', /Этот промокод уже активирован/],
    [410, 'promoEnded', /больше не.действует/],
    [429, 'tooManyRequests', /Слишком много попыток/],
    [500, 'unexpected', /Не.получилось/],
  ])('says why it was refused: %d %s [ACC-6]', async (status, code, message) => {
    const { screen } = await openAccount(infoOf(), { [ACTIVATE]: refused(status, code) })

    await screen.getByLabelText('Промокод').fill('LETO')
    await screen.getByRole('button', { name: 'Активировать' }).click()

    await expect.element(screen.getByLabelText('Промокод')).toHaveAccessibleDescription(message)
    await expect.element(screen.getByLabelText('Промокод')).toHaveValue('LETO')
  })
})
