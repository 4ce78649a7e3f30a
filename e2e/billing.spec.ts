import { expect, type Page } from '@playwright/test'

import { expectAccessible } from './axe.ts'
import { test } from './documented.ts'
import { signIn } from './journey.ts'
import { addPromo, bookOf, createFreePerson, expectLedgerExact, renewLater } from './seed.ts'
import { cards, declineCharges, openPage, payOnPage, paymentsOf } from './shop.ts'

// Each journey asserts the page, and the ledger behind it.

/** Seconds that every account gets for registering. */
const BONUS = 30 * 60

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const success = (page: Page) => page.getByRole('dialog', { name: 'Оплата прошла' })
const pill = (page: Page) => page.getByRole('banner').getByRole('link', { name: /мин/ })

test('extra minutes are bought on the provider’s page, then by the saved card; a promo code adds more [ACC-5, ACC-6, PAY-1]', async ({
  page,
}) => {
  const [person, code] = [await createFreePerson(), await addPromo(60)]
  await signIn(page, person, '/account')
  const shop = section(page, 'Дополнительные минуты')
  await shop.getByLabel('Сколько минут').fill('60')
  await shop.getByLabel('Сохранить карту для следующих покупок').check()
  await shop.getByRole('button', { name: 'Оплатить 900' }).click()
  await payOnPage(page, cards.with3ds)

  await expect(success(page)).toContainText('+60')
  await success(page).getByRole('button', { name: 'Отлично' }).click()
  expect(await bookOf(person)).toMatchObject({ extra: BONUS + 60 * 60 })

  await expect(shop).toContainText('4477')
  await shop.getByLabel('Сколько минут').fill('30')
  await shop.getByRole('button', { name: 'Оплатить 450' }).click()
  await expect(success(page)).toContainText('+30')
  await success(page).getByRole('button', { name: 'Отлично' }).click()
  await expect(section(page, 'История платежей').getByText('Оплачено')).toHaveCount(2)

  await page.getByLabel('Промокод').fill(code.toLowerCase())
  await page.getByRole('button', { name: 'Активировать' }).click()
  await expect(page.getByText('+60 минут')).toBeVisible()

  expect(await bookOf(person)).toMatchObject({ extra: BONUS + 150 * 60 })
  expect((await paymentsOf(person.id)).map(({ status }) => status)).toEqual(['succeeded', 'succeeded'])
  await expectLedgerExact(person)
})

test('a free user who wants a link subscribes: a closed page and a declined card change nothing, a good card leads back to the link [LINK-4, PAY-1, TAR-8]', async ({
  page,
}) => {
  const person = await createFreePerson()
  const link = 'https://disk.example/interview.mp3'
  await signIn(page, person, '/upload')
  await page.getByLabel('Ссылка на файл').fill(link)
  await page.getByRole('button', { name: /^Загрузить\s?,/ }).click()
  const question = page.getByRole('dialog', { name: 'Сменить тариф?' })
  await expectAccessible(page, 'the question about the tariff')
  await question.getByRole('button', { name: 'Выбрать тариф' }).click()
  await choose(page, 'Старт')

  await openPage(page)
  await page.getByRole('link', { name: 'Вернуться в магазин' }).click()
  await expect(page.getByText('Ждём подтверждения платежа…')).toBeVisible()
  await page.getByRole('link', { name: 'Вернуться к оплате' }).click()
  await payOnPage(page, cards.noMoney)
  await expect(page.getByText(/На\sкарте не\sхватает денег/)).toBeVisible()
  expect(await bookOf(person)).toMatchObject({ tariff: 'Free' })

  await page.getByRole('link', { name: 'Попробовать ещё раз' }).click()
  await choose(page, 'Старт')
  await payOnPage(page, cards.good)
  await success(page).getByRole('button', { name: 'Вернуться к ссылке' }).click()
  await expect(page.getByLabel('Ссылка на файл')).toHaveValue(link)
  expect(await bookOf(person)).toMatchObject({ tariff: 'Старт', plan: 300 * 60 })
})

test('a subscription is upgraded, repaid after a declined renewal, cancelled and resumed, and ends without its card [ACC-9, APP-5, APP-11, PAY-2, PAY-5, TAR-6]', async ({
  page,
}) => {
  const person = await createFreePerson()
  await signIn(page, person, '/tariffs')
  for (const tariff of ['Старт', 'PRO']) {
    await page.goto('/tariffs')
    await choose(page, tariff)
    await payOnPage(page, cards.good)
    await success(page).getByRole('button', { name: 'Отлично' }).click()
    await expect(pill(page)).toContainText(tariff)
  }
  expect(await bookOf(person)).toMatchObject({ tariff: 'PRO', plan: 1200 * 60 })
  expect((await paymentsOf(person.id)).map(({ amount }) => amount.value).toSorted()).toEqual(['1490.00', '590.00'])

  await declineCharges(person.id, 'insufficient_funds')
  const { paidUntil } = await bookOf(person)
  await renewLater(person)
  await page.goto('/tariffs')
  const banner = page.getByLabel('Подписка', { exact: true })
  await expect(banner).toContainText('Не удалось продлить подписку')
  await expectAccessible(page, 'the tariffs, under the banner of a declined renewal')
  await banner.getByRole('button', { name: 'Другая карта' }).click()
  await payOnPage(page, cards.other)
  await success(page).getByRole('button', { name: 'Отлично' }).click()
  await expect(banner).toHaveCount(0)
  const settings = section(page, 'Платёжные настройки')
  await expect(settings).toContainText('1111')
  await expect(section(page, 'История платежей')).toContainText('Ошибка Платеж отменен')
  expect((await bookOf(person)).paidUntil).not.toBe(paidUntil)
  await expectAccessible(page, 'the account of a subscriber')

  const plan = section(page, 'Тариф и минуты')
  await settings.getByRole('button', { name: 'Отменить подписку' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Отменить подписку' }).click()
  await expect(plan).toContainText('Подписка отменена')
  expect(await bookOf(person)).toMatchObject({ status: 'cancelled', tariff: 'PRO', plan: 1200 * 60 })
  await plan.getByRole('button', { name: 'Возобновить' }).click()
  await expect(plan).not.toContainText('Подписка отменена')
  expect(await bookOf(person)).toMatchObject({ status: 'active' })

  const paid = (await paymentsOf(person.id)).length
  await settings.getByRole('button', { name: 'Отвязать карту' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Отвязать карту' }).click()
  await expect(settings).toContainText('Карта не привязана')
  await renewLater(person)
  await expect(pill(page)).toContainText('Free')
  expect(await bookOf(person)).toMatchObject({ tariff: 'Free' })
  expect(await paymentsOf(person.id)).toHaveLength(paid)
  await expectLedgerExact(person)
})

/** Chooses a tariff for a month and confirms the change. */
async function choose(page: Page, tariff: string): Promise<void> {
  await page.getByRole('radiogroup').getByText('На месяц').click()
  await page.getByRole('button', { name: `Выбрать ${tariff}` }).click()
  await page.getByRole('dialog', { name: 'Что изменится' }).getByRole('button', { name: 'Перейти к оплате' }).click()
}
