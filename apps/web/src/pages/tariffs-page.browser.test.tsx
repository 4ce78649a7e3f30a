import type { Tariff } from '@doslovno/contract/tariffs.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'

import { isolateTests, openAt } from '#test/app.tsx'
import { type Answer, stubServer } from '#test/server.ts'
import { signIn } from '#test/session.ts'
import { account } from '#test/upload-page.ts'

isolateTests()
beforeEach(() => page.viewport(1280, 900))

const FREE: Tariff = {
  id: 1,
  name: 'Free',
  meta: {},
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
const PRO: Tariff = {
  ...FREE,
  id: 3,
  name: 'PRO',
  meta: { popular: true, description: 'Для тех, кто записывает каждый день' },
  priceMonth: 1490,
  priceMinute: 8,
  minutes: 1200,
  fileSize: 2000,
  limitFileCount: null,
  fileStorage: 180,
}

async function open(answers: Record<string, Answer | Answer[]> = {}) {
  const server = stubServer({ 'GET /api/account/tariffs': { status: 200, body: [FREE, PRO] }, ...answers })
  return { server, screen: await openAt('/tariffs') }
}

const termsOf = (name: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name }) })
    .element()
    .textContent.replaceAll('\u00a0', ' ')

describe('the tariffs page', () => {
  it('shows minutes, price, size, count and storage of each tariff, to visitors too [TAR-4]', async () => {
    const { screen } = await open()

    await expect.element(screen.getByRole('heading', { level: 1, name: 'Тарифы' })).toBeVisible()
    await expect.element(screen.getByRole('heading', { name: 'PRO' })).toBeVisible()
    expect(termsOf('Free')).toBe(
      'FreeБесплатно30 минут в месяцФайлы до 300 МБ10 файлов в месяцХранение 7 днейСверх тарифа 15 ₽/мин.',
    )
    expect(termsOf('PRO')).toBe(
      'PROПопулярный1 490 ₽ в месяцДля тех, кто записывает каждый день1 200 минут в месяцФайлы до 2 ГБ' +
        'Сколько угодно файловХранение 180 днейСверх тарифа 8 ₽/мин.',
    )
  })

  it('marks the tariff of its reader, and says that it cannot be changed yet', async () => {
    signIn()
    const { screen } = await open({ 'GET /api/account': account() })

    await expect.element(screen.getByText('Твой тариф')).toBeVisible()
    expect(termsOf('Free')).toContain('Твой тариф')
    await expect.element(screen.getByText(/^Сменить тариф можно будет, когда мы\sподключим оплату\.$/)).toBeVisible()
  })

  it('sends users who cannot change their tariff to the account', async () => {
    signIn()
    await open({ 'GET /api/account': account({ canChangeTariff: false }) })

    await vi.waitFor(() => expect(location.pathname).toBe('/account'))
  })

  it('can be retried when it fails to load', async () => {
    const { screen } = await open({ 'GET /api/account/tariffs': [{ status: 400 }, { status: 200, body: [FREE] }] })

    await expect.element(screen.getByRole('heading', { name: 'Не удалось загрузить тарифы' })).toBeVisible()
    await screen.getByRole('button', { name: 'Повторить' }).click()

    await expect.element(screen.getByRole('heading', { name: 'Free' })).toBeVisible()
  })

  it('fits a phone', async () => {
    await page.viewport(390, 844)
    const { screen } = await open()

    await expect.element(screen.getByRole('heading', { name: 'PRO' })).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  })
})
