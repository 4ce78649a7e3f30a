import { expect, type Page } from '@playwright/test'

import { problemsOf } from './axe.ts'
import { test } from './documented.ts'
import { HOME, signIn } from './journey.ts'
import { mailedLink } from './mails.ts'
import { newStranger, signInByPopup } from './provider-popup.ts'
import { newEmail, submitRegistration } from './registration.ts'
import {
  addPromo,
  bookOf,
  createFreePerson,
  expectLedgerExact,
  type Person,
  personByEmail,
  renewLater,
} from './seed.ts'
import { cards, declineCharges, openPage, payOnPage, paymentsOf } from './shop.ts'

// Each journey asserts the page, and the ledger behind it.

/** Seconds that every account gets for registering. */
const BONUS = 30 * 60

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const success = (page: Page) => page.getByRole('dialog', { name: 'Оплата прошла' })
const pill = (page: Page) => page.getByRole('banner').getByRole('link', { name: /мин/ })

test('extra minutes are bought on the provider’s page, then by the saved card [ACC-5, PAY-1]', async ({ page }) => {
  const person = await createFreePerson()
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
  expect(await bookOf(person)).toMatchObject({ extra: BONUS + 90 * 60 })
  expect((await paymentsOf(person.id)).map(({ status }) => status)).toEqual(['succeeded', 'succeeded'])
  await expectLedgerExact(person)
})

test('a monthly subscription starts at once and is upgraded at once, replacing the plan’s minutes [TAR-6, PAY-1]', async ({
  page,
}) => {
  const person = await createFreePerson()
  await subscribe(page, person, 'Старт', 'На месяц')

  await expect(pill(page)).toContainText('Старт')
  expect(await bookOf(person)).toMatchObject({ tariff: 'Старт', plan: 300 * 60 })

  await choose(page, 'PRO', 'На месяц')
  await payOnPage(page, cards.good)
  await success(page).getByRole('button', { name: 'Отлично' }).click()

  await expect(section(page, 'Тариф и минуты')).toContainText('PRO')
  expect(await bookOf(person)).toMatchObject({ tariff: 'PRO', plan: 1200 * 60 })
  expect((await paymentsOf(person.id)).map(({ amount }) => amount.value).toSorted()).toEqual(['1490.00', '590.00'])
  await expectLedgerExact(person)
})

test('a yearly subscription costs 80 %, brings minutes monthly, and a cheaper tariff waits for its end [TAR-6, TAR-7]', async ({
  page,
}) => {
  const person = await createFreePerson()
  await subscribe(page, person, 'PRO', 'На год')
  expect((await paymentsOf(person.id))[0]?.amount.value).toBe('14304.00')
  expect(await bookOf(person)).toMatchObject({ tariff: 'PRO', plan: 1200 * 60, monthsPaid: 12 })

  await choose(page, 'Старт', 'На месяц')

  await page.goto('/account')
  await expect(section(page, 'Тариф и минуты')).toContainText(/Следующий тариф/)
  expect(await bookOf(person)).toMatchObject({ tariff: 'PRO', plan: 1200 * 60, next: 'Старт' })
  expect(await paymentsOf(person.id)).toHaveLength(1)
})

test('a declined renewal shows a banner and is paid with another card [APP-5, PAY-2, PAY-5]', async ({ page }) => {
  const person = await createFreePerson()
  await subscribe(page, person, 'Старт', 'На месяц')
  await declineCharges(person.id, 'insufficient_funds')
  const paidUntil = (await bookOf(person)).paidUntil

  await renewLater(person)

  await page.goto('/upload')
  const banner = page.getByLabel('Подписка', { exact: true })
  await expect(banner).toContainText('Не удалось продлить подписку')
  await banner.getByRole('button', { name: 'Другая карта' }).click()
  await payOnPage(page, cards.other)
  await success(page).getByRole('button', { name: 'Отлично' }).click()

  await expect(banner).toHaveCount(0)
  await expect(section(page, 'Платёжные настройки')).toContainText('1111')
  const after = await bookOf(person)
  expect(after).toMatchObject({ tariff: 'Старт', status: 'active', monthsPaid: 2 })
  expect(after.paidUntil).not.toBe(paidUntil)
  await expect(section(page, 'История платежей')).toContainText('Ошибка Платеж отменен')
  await expectLedgerExact(person)
})

test('a cancelled subscription runs to the end of the paid time and can be resumed [ACC-9, APP-11, PAY-2]', async ({
  page,
}) => {
  const person = await createFreePerson()
  await subscribe(page, person, 'Старт', 'На месяц')
  await section(page, 'Платёжные настройки').getByRole('button', { name: 'Отменить подписку' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Отменить подписку' }).click()

  await expect(section(page, 'Тариф и минуты')).toContainText('Подписка отменена')
  expect(await bookOf(person)).toMatchObject({ status: 'cancelled', tariff: 'Старт', plan: 300 * 60 })

  await section(page, 'Тариф и минуты').getByRole('button', { name: 'Возобновить' }).click()
  await expect(section(page, 'Тариф и минуты')).not.toContainText('Подписка отменена')
  expect(await bookOf(person)).toMatchObject({ status: 'active' })
  expect(await paymentsOf(person.id)).toHaveLength(1)
})

test('an unlinked card is never charged again [ACC-9, PAY-1]', async ({ page }) => {
  const person = await createFreePerson()
  await subscribe(page, person, 'Старт', 'На месяц')
  const settings = section(page, 'Платёжные настройки')
  await settings.getByRole('button', { name: 'Отвязать карту' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Отвязать карту' }).click()

  await expect(settings).toContainText('Карта не привязана')
  await renewLater(person)
  await expect(pill(page)).toContainText('Free')
  expect(await bookOf(person)).toMatchObject({ tariff: 'Free' })
  expect(await paymentsOf(person.id)).toHaveLength(1)
  await expectLedgerExact(person)
})

test('a promo code works by the form and by the address, once per account [ACC-6, AUTH-9]', async ({ page }) => {
  const [person, form, address] = [await createFreePerson(), await addPromo(60), await addPromo(90)]
  await signIn(page, person, '/account')
  await page.getByLabel('Промокод').fill(form.toLowerCase())
  await page.getByRole('button', { name: 'Активировать' }).click()
  await expect(page.getByText('+60 минут')).toBeVisible()

  // On a busy machine the toast may be over before the page counts as loaded.
  await Promise.all([expect(page.getByText(/\+90\sминут/)).toBeVisible(), page.goto(`/?promocode=${address}`)])
  await expect(page).not.toHaveURL(/promocode/)
  await page.goto(`/?promocode=${address}`)
  await expect(page).not.toHaveURL(/promocode/)

  expect(await bookOf(person)).toMatchObject({ extra: BONUS + 150 * 60 })
  await expectLedgerExact(person)
})

test('a promo code survives the registration of a newcomer [AUTH-9]', async ({ page }) => {
  const [code, email] = [await addPromo(60), newEmail()]
  await page.goto(`/?promocode=${code}`)
  await page.getByRole('link', { name: 'Зарегистрироваться' }).click()
  await submitRegistration(page, email)

  await page.goto(await mailedLink(email))

  await expect(page.getByRole('heading', { name: HOME })).toBeVisible()
  await expect(pill(page)).toContainText('120')
  await expect(page).not.toHaveURL(/promocode/)
  const person = await personByEmail(email)
  expect(await bookOf(person)).toMatchObject({ extra: BONUS + 60 * 60 })
  await expectLedgerExact(person)
})

test('a promo code survives the sign-in by a provider [AUTH-9]', async ({ page }) => {
  const [code, stranger] = [await addPromo(60), newStranger()]
  await page.goto(`/?promocode=${code}`)
  await signInByPopup(page, 'Яндекс ID', stranger)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Продолжить' }).click()

  await expect(page.getByRole('heading', { name: HOME })).toBeVisible()
  await expect(pill(page)).toContainText('120')
  const person = await personByEmail(stranger.email)
  expect(await bookOf(person)).toMatchObject({ extra: BONUS + 60 * 60 })
  await expectLedgerExact(person)
})

test('a free user who wants a link subscribes and comes back to the link [TAR-8]', async ({ page }) => {
  const person = await createFreePerson()
  await signIn(page, person, '/upload')
  const link = 'https://disk.example/interview.mp3'
  await page.getByLabel('Ссылка на файл').fill(link)
  await page.getByRole('button', { name: /^Загрузить\s?,/ }).click()
  await page.getByRole('dialog', { name: 'Сменить тариф?' }).getByRole('button', { name: 'Выбрать тариф' }).click()
  await expect(page).toHaveURL(/\/tariffs/)
  await pick(page, 'Старт', 'На месяц')
  await payOnPage(page, cards.good)
  await success(page).getByRole('button', { name: 'Вернуться к ссылке' }).click()

  await expect(page).toHaveURL(/\/upload/)
  await expect(page.getByLabel('Ссылка на файл')).toHaveValue(link)
  expect(await bookOf(person)).toMatchObject({ tariff: 'Старт' })
})

test('a closed payment page changes nothing, and the payment can be taken up again [PAY-1]', async ({ page }) => {
  const person = await createFreePerson()
  await signIn(page, person, '/tariffs')
  await pick(page, 'Старт', 'На месяц')
  await openPage(page)
  await page.getByRole('link', { name: 'Вернуться в магазин' }).click()

  await expect(page.getByText('Ждём подтверждения платежа…')).toBeVisible()
  expect(await bookOf(person)).toMatchObject({ tariff: 'Free' })
  await page.getByRole('link', { name: 'Вернуться к оплате' }).click()
  await payOnPage(page, cards.noMoney)
  await expect(page.getByText('Платёж не прошёл')).toBeVisible()
  await expect(page.getByText(/На\sкарте не\sхватает денег/)).toBeVisible()
  expect(await bookOf(person)).toMatchObject({ tariff: 'Free' })
})

test('axe finds nothing on the tariffs, the account and the payment [APP-5, APP-6, TAR-1]', async ({ browser }) => {
  const page = await browser.newPage({ bypassCSP: true })
  const person = await createFreePerson()
  await subscribe(page, person, 'Старт', 'На месяц')
  for (const path of ['/account', '/tariffs'])
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1440, 390]) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 860 })
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        expect(await problemsOf(page), `${path} ${colorScheme} ${width}`).toEqual([])
      }
  await page.close()
})

/** Signs in and subscribes with a card that works; ends on the account page. */
async function subscribe(page: Page, person: Person, tariff: string, period: string): Promise<void> {
  await signIn(page, person, '/tariffs')
  await pick(page, tariff, period)
  await payOnPage(page, cards.good)
  await success(page).getByRole('button', { name: 'Отлично' }).click()
}

/** Chooses a tariff and confirms the change. */
async function choose(page: Page, tariff: string, period: string): Promise<void> {
  await page.goto('/tariffs')
  await pick(page, tariff, period)
}

async function pick(page: Page, tariff: string, period: string): Promise<void> {
  await page.getByRole('radiogroup').getByText(period).click()
  await page.getByRole('button', { name: `Выбрать ${tariff}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Что изменится' })
  await dialog.getByRole('button', { name: /^(Перейти к оплате|Сменить тариф)$/ }).click()
}
