import { expect } from '@playwright/test'

import { test } from './documented.ts'
import { ANNA, HOME, PAVEL, signIn } from './journey.ts'

test('a visitor is redirected to sign-in and then back to the requested page [APP-3]', async ({ page }) => {
  await page.goto('/upload')
  await expect(page).toHaveURL(/\/auth\/login/)

  await page.getByLabel('E-mail').fill(ANNA.email)
  await page.getByLabel('Пароль', { exact: true }).fill(ANNA.password)
  await page.getByRole('button', { name: 'Войти', exact: true }).click()

  await expect(page).toHaveURL(/\/upload$/)
})

test('a wrong password shows an error on the e-mail field, and editing the field clears it [AUTH-2, FORM-3, FORM-4]', async ({
  page,
}) => {
  await page.goto('/auth/login')
  await page.getByLabel('E-mail').fill(ANNA.email)
  await page.getByLabel('Пароль', { exact: true }).fill('Wrong-pass-1')
  await page.getByRole('button', { name: 'Войти', exact: true }).click()

  const email = page.getByLabel('E-mail')
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await email.fill('other@example.ru')
  await expect(email).not.toHaveAttribute('aria-invalid', 'true')
})

test('a session survives a reload, renews itself and ends at logout [SESS-3, SESS-4]', async ({ page }) => {
  await signIn(page, PAVEL)
  const before = await page.evaluate(() => localStorage.getItem('refreshToken'))
  await page.evaluate(() => localStorage.removeItem('accessToken'))

  await page.reload()
  await expect(page.getByRole('heading', { name: HOME })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('refreshToken'))).not.toBe(before)

  await page.getByRole('button', { name: 'Меню аккаунта' }).click()
  await page.getByRole('menuitem', { name: 'Выйти' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Выйти' }).click()
  await expect(page).toHaveURL(/\/auth\/login/)
  expect(await page.evaluate(() => localStorage.length && localStorage.getItem('refreshToken'))).toBeFalsy()
})

test('an unknown path shows «Страница не найдена» in Russian, to visitors too [APP-2, APP-4]', async ({ page }) => {
  await page.goto('/no/such/page')

  await expect(page.getByRole('heading', { name: 'Страница не найдена' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
  await page.getByRole('link', { name: 'На главную', exact: true }).click()
  await expect(page).toHaveURL(/\/auth\/login/)
})

test('a page refuses markup and scripts made of text', async ({ page }) => {
  await page.goto('/auth/login')
  await expect(page.getByRole('heading', { name: 'С возвращением' })).toBeVisible()

  const refusals = await page.evaluate(() =>
    [
      () => (document.body.innerHTML = '<img src=x>'),
      () => (document.createElement('script').src = '/evil.js'),
      () => (document.createElement('script').text = 'evil()'),
      () => new Worker('/evil.js'),
    ].map((attempt) => {
      try {
        attempt()
        return 'allowed'
      } catch (error) {
        return error instanceof TypeError ? 'refused' : String(error)
      }
    }),
  )

  expect(refusals).toEqual(['refused', 'refused', 'refused', 'refused'])
})

test('a page shows its outline before its scripts come, and asks for those of sign-in at once', async ({ page }) => {
  const asked: string[] = []
  await page.route('**/assets/*.js', (route) => {
    asked.push(new URL(route.request().url()).pathname)
    return route.abort()
  })

  await page.goto('/')

  await expect(page.getByText('дословно')).toBeVisible()
  await expect(page.locator('.fs-wait i')).toHaveCount(5)
  await expect.poll(() => asked.some((path) => path.startsWith('/assets/login-page-'))).toBe(true)
})
