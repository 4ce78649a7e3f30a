import type { Tariff } from '@doslovno/contract/tariffs.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'

import { freeInfoOf, infoOf } from '#test/account-info.ts'
import { openAt } from '#test/app.tsx'
import { installationOf, SUPPORT } from '#test/installation.ts'
import { refusal } from '#test/refusal.ts'
import { type Answer, stubServer } from '#test/server.ts'
import { signIn } from '#test/session.ts'
import { account } from '#test/upload-page.ts'

beforeEach(() => page.viewport(1280, 900))

const FREE: Tariff = {
  id: 1,
  name: 'Free',
  meta: { description: 'Попробовать' },
  priceMonth: 0,
  priceYear: 0,
  priceYearDiscount: 0,
  priceMinute: 15,
  minutes: 30,
  fileSize: 300,
  limitFileCount: 10,
  fileStorage: 7,
  remainedMonths: null,
}
const START: Tariff = {
  ...FREE,
  id: 2,
  name: 'Старт',
  priceMonth: 590,
  priceYear: 7080,
  priceYearDiscount: 5664,
  priceMinute: 12,
  minutes: 300,
  fileSize: 1000,
  limitFileCount: 100,
  fileStorage: 30,
}
const PRO: Tariff = {
  ...FREE,
  id: 3,
  name: 'PRO',
  meta: { popular: true, unlimitTheses: true, description: 'Для тех, кто записывает каждый день' },
  priceMonth: 1490,
  priceYear: 17_880,
  priceYearDiscount: 14_304,
  priceMinute: 8,
  minutes: 1200,
  fileSize: 2000,
  limitFileCount: null,
  fileStorage: 180,
}
const BUSINESS: Tariff = { ...PRO, id: 4, name: 'Business', meta: { ceoContact: true }, priceMonth: 5990 }
const PRO_PLAN = { id: 3, name: 'PRO', isFree: false } as const
const ok = (body: object): Answer => ({ status: 200, body })

type Answers = Record<string, Answer | Answer[]>

async function open(answers: Answers = {}, path = '/tariffs') {
  const server = stubServer({
    'GET /api/account/tariffs': ok([FREE, START, PRO, BUSINESS]),
    ...installationOf(),
    ...answers,
  })
  return { server, screen: await openAt(path) }
}

/** As a customer of PRO, monthly unless the answers say otherwise. */
function openAsCustomer(answers: Answers = {}, path?: string) {
  signIn()
  const customer = { 'GET /api/account': account({}, PRO_PLAN), 'GET /api/account/info': ok(infoOf()) }
  return open({ ...customer, ...answers }, path)
}

function openAsFree(answers: Answers = {}, path?: string) {
  signIn()
  const free = { 'GET /api/account': account(), 'GET /api/account/info': ok(freeInfoOf()) }
  return open({ ...free, ...answers }, path)
}

const card = (name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })
const plain = (element: Element) => element.textContent.replaceAll('\u00a0', ' ')
const textOf = async (name: string) => {
  await expect.element(card(name)).toBeVisible()
  return plain(card(name).element())
}

describe('the tariffs page', () => {
  it('shows minutes, price, size, count, storage and a description of each tariff, to visitors too [TAR-4]', async () => {
    const { screen } = await open()

    await expect.element(screen.getByRole('heading', { level: 1, name: 'Тарифы' })).toBeVisible()
    expect(await textOf('Free')).toBe(
      'FreeПопробовать0 ₽ в месяцБез картыНачать бесплатно30 минут в месяцФайлы до 300 МБ' +
        '10 файлов в месяцХранение 7 дней5 отчётов с тезисамиСверх тарифа 15 ₽/мин.',
    )
    expect(await textOf('PRO')).toBe(
      'PROВыбирают чащеДля тех, кто записывает каждый день1 192 ₽ в месяц14 304 ₽ раз в годБез скидки 17 880 ₽' +
        'Выбрать PRO1 200 минут в месяцФайлы до 2 ГБСколько угодно файловХранение 180 днейЗагрузка по ссылке' +
        'Тезисы без ограниченийСверх тарифа 8 ₽/мин.',
    )
  })

  it('has a yearly tab with the badge «-20%», a monthly one, and answers to questions [TAR-1] [TAR-7]', async () => {
    const { screen } = await open()

    await expect.element(screen.getByRole('radio', { name: 'На год -20%' })).toBeChecked()
    await expect.element(screen.getByText('-20%', { exact: true })).toBeVisible()
    await screen.getByText('На месяц').click()
    await expect.element(card('PRO').getByText(/^1\s490\s₽$/)).toBeVisible()
    expect(await textOf('PRO')).not.toContain('раз в год')

    await screen.getByRole('button', { name: 'Сгорают ли неиспользованные минуты?' }).click()
    await expect.element(screen.getByText(/действуют месяц и\sне\sпереносятся/)).toBeVisible()
  })

  it.each(['Начать бесплатно', 'Выбрать Старт', 'Выбрать PRO', 'Выбрать Business'])(
    'sends visitors who press «%s» to the registration, and keeps the way back [TAR-2]',
    async (name) => {
      const { screen } = await open({}, '/tariffs?from=%2Fupload')

      await screen.getByRole('button', { name }).click()

      await vi.waitFor(() => expect(location.pathname).toBe('/auth/register'))
      expect(new URLSearchParams(location.search).get('next')).toBe('/tariffs?from=%2Fupload')
    },
  )

  it('sends users who cannot change their tariff to the account [TAR-2]', async () => {
    signIn()
    await open({ 'GET /api/account': account({ canChangeTariff: false }) })

    await vi.waitFor(() => expect(location.pathname).toBe('/account'))
  })

  it('opens with the period of its user, and marks the tariff with the months left', async () => {
    const { screen } = await openAsCustomer({
      'GET /api/account': account({}, { ...PRO_PLAN, period: 'year' }),
      'GET /api/account/tariffs': ok([FREE, { ...PRO, remainedMonths: 7 }]),
    })

    await expect.element(screen.getByRole('button', { name: 'Твой тариф' })).toBeDisabled()
    expect(await textOf('PRO')).toContain('Оплачено ещё 7 месяцев')
    await expect.element(screen.getByRole('radio', { name: 'На год -20%' })).toBeChecked()
    await screen.getByText('На месяц').click()
    await expect.element(screen.getByRole('button', { name: 'Платить раз в месяц' })).toBeEnabled()
  })

  it('offers to talk beside the price of the tariff that asks for it', async () => {
    const { screen } = await open()

    await expect
      .element(card('Business').getByRole('link', { name: 'Связаться' }))
      .toHaveAttribute('href', expect.stringMatching(`^mailto:${SUPPORT}`))
    expect(screen.getByRole('link', { name: 'Связаться' }).elements()).toHaveLength(1)
  })

  it('can be retried when it fails to load', async () => {
    const { screen } = await open({ 'GET /api/account/tariffs': [{ status: 400 }, ok([FREE])] })

    await expect.element(screen.getByRole('heading', { name: 'Не удалось загрузить тарифы' })).toBeVisible()
    await screen.getByRole('button', { name: 'Повторить' }).click()

    await expect.element(screen.getByRole('heading', { name: 'Free' })).toBeVisible()
  })

  it('fits a phone, with the popular tariff first', async () => {
    await page.viewport(390, 844)
    const { screen } = await open()

    await expect.element(screen.getByRole('heading', { level: 2 }).first()).toHaveTextContent('PRO')
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  })
})

describe('a change of tariff', () => {
  it('shows cost and replacement of a bigger tariff, then goes to the payment page and knows the way back [TAR-6] [TAR-8]', async () => {
    const reply = { redirectUrl: '#payment-page', isFree: false, paymentId: 'p1', effectiveAt: null }
    const from = '/upload?link=https%3A%2F%2Fa.ru%2Fx.mp3'
    const { screen, server } = await openAsFree(
      { 'POST /api/account/payment/tariff': ok(reply) },
      `/tariffs?${new URLSearchParams({ from }).toString()}`,
    )

    await screen.getByRole('button', { name: 'Выбрать PRO' }).click()
    const dialog = screen.getByRole('dialog')
    await expect.element(dialog.getByText(/14\s304\s₽ раз в\sгод$/)).toBeVisible()
    await expect.element(dialog.getByText('Сразу после оплаты')).toBeVisible()
    await expect.element(dialog.getByText(/подписка будет продлеваться сама/)).toBeVisible()
    await expect.element(dialog.getByRole('link', { name: 'в оферте' })).toHaveAttribute('href', '/legal/offer')
    await dialog.getByRole('button', { name: 'Перейти к оплате' }).click()

    await vi.waitFor(() => expect(location.hash).toBe('#payment-page'))
    expect(server.requests).toContainEqual({
      call: 'POST /api/account/payment/tariff',
      body: { tariffId: 3, period: 'year' },
    })
    expect(sessionStorage.getItem('payment.from')).toBe(from)
  })

  it('waits for the end of the paid time if the tariff is smaller, and lists what gets less [TAR-6]', async () => {
    const reply = { redirectUrl: null, isFree: false, paymentId: null, effectiveAt: '2031-12-01T09:00:00Z' }
    const { screen } = await openAsCustomer({ 'POST /api/account/payment/tariff': ok(reply) })

    await screen.getByRole('button', { name: 'Выбрать Старт' }).click()
    const dialog = screen.getByRole('dialog')
    await expect.element(dialog.getByText(/^1 декабря 2031, когда закончится оплаченное время$/)).toBeVisible()
    await expect.element(dialog.getByText(/^Минут в\sмесяц: 300 вместо\s1\s200$/)).toBeVisible()
    await expect.element(dialog.getByText(/^Размер файла: до\s1\sГБ вместо\s2\sГБ$/)).toBeVisible()
    await expect.element(dialog.getByText(/^Файлы, которые уже загружены, полежат столько/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Сменить тариф' }).click()

    await vi.waitFor(() => expect(location.pathname).toBe('/account'))
    await expect.element(screen.getByText(/^Готово: Старт начнётся 1 декабря 2031$/)).toBeVisible()
  })

  it.each([
    ['noEmail', 'Для оплаты привяжите e-mail к аккаунту'],
    ['unexpected', 'Произошла ошибка'],
  ] as const)('that fails with %s says «%s» and stays open [PAY-4]', async (code, text) => {
    const { screen } = await openAsFree({ 'POST /api/account/payment/tariff': refusal(code) })

    await screen.getByRole('button', { name: 'Выбрать PRO' }).click()
    await screen.getByRole('button', { name: 'Перейти к оплате' }).click()

    await expect.poll(() => screen.getByRole('alert').element().textContent).toContain(text)
    await expect.element(screen.getByRole('dialog')).toBeVisible()
  })

  it('asks, cancels, refreshes the user and goes to the account for Free [TAR-3] [APP-11]', async () => {
    const cancelled = account({}, { ...PRO_PLAN, subscriptionStatus: 'cancelled' })
    const { screen, server } = await openAsCustomer({
      'GET /api/account': [account({}, PRO_PLAN), cancelled],
      'POST /api/account/payment/cancel-subscription': ok({ expiredAt: '2031-12-01T09:00:00Z' }),
    })

    await screen.getByRole('button', { name: 'Перейти на Free' }).click()
    await expect
      .element(screen.getByText(/^Тариф PRO поработает до\s1 декабря 2031, потом включится Free/))
      .toBeVisible()
    const before = server.calls().filter((call) => call === 'GET /api/account').length
    await screen.getByRole('button', { name: 'Отменить подписку' }).click()

    await vi.waitFor(() => expect(location.pathname).toBe('/account'))
    expect(server.calls().filter((call) => call === 'GET /api/account').length).toBeGreaterThan(before)
  })

  it('says so and stays if Free returns no expiry [PAY-4]', async () => {
    const { screen } = await openAsCustomer({
      'POST /api/account/payment/cancel-subscription': ok({ expiredAt: null }),
    })

    await screen.getByRole('button', { name: 'Перейти на Free' }).click()
    await screen.getByRole('button', { name: 'Отменить подписку' }).click()

    await expect
      .element(screen.getByRole('alert'))
      .toHaveTextContent('Не удалось сменить тариф. Обратитесь в поддержку')
    expect(location.pathname).toBe('/tariffs')
  })

  it('is named while it is planned, and can be taken back', async () => {
    const { screen } = await openAsCustomer({
      'GET /api/account/info': ok(infoOf({ tariff: { nextTariff: 'Старт' } })),
    })

    await expect.element(screen.getByRole('button', { name: 'Остаться на PRO' })).toBeEnabled()
    expect(await textOf('PRO')).toContain('С 1 декабря 2031 — Старт')
  })
})
