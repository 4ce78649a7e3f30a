import { expect } from '@playwright/test'

import { problemsOf } from './axe.ts'
import { test } from './documented.ts'
import { HOME, PAVEL, signIn } from './journey.ts'
import { mailedLink, mailTexts } from './mails.ts'
import { newEmail, PASSWORD, submitRegistration } from './registration.ts'

const SECTIONS = [
  'Контактные данные',
  'Тариф и минуты',
  'Дополнительные минуты',
  'Словарь',
  'Уведомления',
  'Доступ по API',
  'Вебхуки',
  'Платёжные настройки',
  'История платежей',
  'Двухфакторная защита',
  'Где открыт аккаунт',
  'Твои данные',
]

test('the account page has its sections in order, and an index that leads to each [ACC-1]', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, PAVEL, '/account')
  await expect(page.getByRole('region', { name: 'История платежей' })).toBeVisible()

  const titles = await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()
  expect(titles.map((title) => title.replaceAll('\u00a0', ' ')).filter((title) => SECTIONS.includes(title))).toEqual(
    SECTIONS,
  )
  const index = page.getByRole('navigation', { name: 'Разделы аккаунта' })
  await index.getByRole('link', { name: 'Вебхуки' }).click()
  await expect(page.getByRole('heading', { name: 'Вебхуки' })).toBeInViewport()
  await expect(index.getByRole('link', { name: 'Вебхуки' })).toHaveAttribute('aria-current', 'location')
  await expect(page.getByRole('button', { name: 'Выйти из аккаунта' })).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(index).toBeHidden()
})

test.describe('with axe', () => {
  test.use({ bypassCSP: true })
  const screens = [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]
  for (const screen of screens)
    for (const colorScheme of ['light', 'dark'] as const)
      test(`the account page is accessible at ${screen.width} px, ${colorScheme}`, async ({ page }) => {
        await page.setViewportSize(screen)
        await page.emulateMedia({ colorScheme })
        await signIn(page, PAVEL, '/account')
        await expect(page.getByRole('region', { name: 'История платежей' })).toBeVisible()
        expect(await problemsOf(page)).toEqual([])
      })
})

test('a person writes to the operator from the footer, and the operator can answer [APP-10]', async ({ page }) => {
  const email = newEmail()
  await page.goto('/tariffs')
  await page.getByRole('button', { name: 'Обратная связь' }).click()
  const dialog = page.getByRole('dialog', { name: 'Напиши нам' })
  await expect(dialog.getByRole('button', { name: 'Отправить' })).toBeDisabled()
  await dialog.getByLabel('E-mail для ответа').fill(email)
  await dialog.getByLabel('Сообщение').fill(`Вопрос от ${email}`)
  await dialog.getByRole('button', { name: 'Отправить' }).click()
  await expect(page.getByText('Спасибо! Ответим на\u00a0почту')).toBeVisible()

  await expect.poll(async () => (await mailTexts('no-reply@doslovno.example')).join()).toContain(`Вопрос от ${email}`)
})

test('a user changes the name, ends other sessions and logs out [ACC-2] [ACC-11]', async ({ page }) => {
  const email = newEmail()
  await page.goto('/auth/register')
  await submitRegistration(page, email)
  await page.goto(await mailedLink(email))
  await expect(page.getByRole('heading', { name: HOME })).toBeVisible()
  const login = await page.request.post('/api/account/login', { data: { email, password: PASSWORD } })
  const { refreshToken } = (await login.json()) as { refreshToken: string }

  await page.goto('/account')
  const contacts = page.getByRole('region', { name: 'Контактные данные' })
  await contacts.getByLabel('Имя', { exact: true }).fill('Ольга')
  await contacts.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText('Изменения сохранены')).toBeVisible()

  await page.getByRole('button', { name: 'Завершить другие' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Завершить другие' }).click()
  await expect(page.getByText('Больше нигде: аккаунт открыт только в\u00a0этом браузере.')).toBeVisible()
  const renewal = await page.request.post('/api/account/update-token', { data: { refreshToken } })
  expect(renewal.status()).toBe(403)

  await page.getByRole('button', { name: 'Выйти из аккаунта' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Выйти', exact: true }).click()
  await expect(page).toHaveURL(/\/auth\/login/)
})
