import { expect, type Page } from '@playwright/test'

import { test } from './documented.ts'
import { ANNA, HOME, signIn } from './journey.ts'
import { mailedLink } from './mails.ts'
import { newEmail, submitRegistration } from './registration.ts'
import { addPromo, bookOf, createFreePerson, createPerson, expectLedgerExact, personByEmail } from './seed.ts'

const home = (page: Page) => page.getByRole('heading', { name: HOME })

async function login(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Пароль', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
}

test('a newcomer registers with a promo code, opens the link in the mail and is signed in with its minutes [AUTH-3, AUTH-6, AUTH-7, AUTH-9, AUTH-23, HOME-13]', async ({
  page,
}) => {
  const [code, email] = [await addPromo(60), newEmail()]
  await page.goto(`/?promocode=${code}`)
  await page.getByRole('link', { name: 'Зарегистрироваться' }).click()
  await submitRegistration(page, email)

  await page.goto(await mailedLink(email))

  await expect(page.getByRole('heading', { name: 'Загрузи свой первый аудио или видео файл' })).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('link', { name: /мин/ })).toContainText('120')
  const person = await personByEmail(email)
  expect(await bookOf(person)).toMatchObject({ extra: (30 + 60) * 60 })
  await expectLedgerExact(person)

  await page.getByRole('link', { name: 'Посмотреть пример' }).click()
  await page.getByRole('tab', { name: 'Тезисы' }).click()
  await expect(page.getByText('Начинать надо сразу с двух семей')).toBeVisible()
})

test('a visitor signs in and is led back to the page; the session renews itself and ends at logout [APP-3, SESS-3, SESS-4]', async ({
  page,
}) => {
  await page.goto('/upload')
  await expect(page).toHaveURL(/\/auth\/login/)
  await login(page, ANNA)
  await expect(page).toHaveURL(/\/upload$/)
  const refreshToken = () => page.evaluate(() => localStorage.getItem('refreshToken'))
  const before = await refreshToken()
  await page.evaluate(() => localStorage.removeItem('accessToken'))

  await page.reload()
  await expect(page.getByText('Выбери файл')).toBeVisible()
  expect(await refreshToken()).not.toBe(before)
  await page.getByRole('button', { name: 'Меню аккаунта' }).click()
  await page.getByRole('menuitem', { name: 'Выйти' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Выйти' }).click()

  await expect(page).toHaveURL(/\/auth\/login/)
  expect(await refreshToken()).toBeFalsy()
})

test('two tabs with an expiring token renew it once, and both stay signed in [SESS-10]', async ({ context }) => {
  const [first, second] = [await context.newPage(), await context.newPage()]
  await signIn(first, await createPerson())
  // The tabs leave the app first: an open one would renew the token as soon as it sees it in localStorage.
  for (const page of [first, second]) await page.goto('/robots.txt')
  const renewals: string[] = []
  context.on('request', (request) => request.url().endsWith('/update-token') && renewals.push(request.url()))
  await first.evaluate(() => {
    const payload = btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1000) + 5 }))
    localStorage.setItem('accessToken', `x.${payload}.x`)
  })

  await Promise.all([first.goto('/'), second.goto('/')])

  for (const page of [first, second]) await expect(home(page)).toBeVisible()
  expect(renewals).toHaveLength(1)
})

test('a user recovers a forgotten password, and the old sessions end [AUTH-10, AUTH-11]', async ({ page, browser }) => {
  const person = await createFreePerson()
  await signIn(page, person)
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto('/auth/login')
  await visitor.getByRole('link', { name: 'Не помнишь пароль?' }).click()
  await expect(visitor.getByRole('heading', { name: 'Восстановление пароля' })).toBeVisible()
  await visitor.getByLabel('E-mail').fill(`  ${person.email.toUpperCase()} `)
  await visitor.getByRole('button', { name: 'Отправить письмо' }).click()
  await expect(visitor.getByText('Если такой адрес у нас есть, письмо уже в пути')).toBeVisible()
  await visitor.goto(await mailedLink(person.email))
  await visitor.getByLabel('Новый пароль', { exact: true }).fill('Another-pass-2')
  await visitor.getByRole('button', { name: 'Сохранить пароль' }).click()

  await expect(visitor.getByText('Пароль успешно изменен')).toBeVisible()
  await expect(visitor).toHaveURL(/\/auth\/login/)
  await expect(page).toHaveURL(/\/auth\/login/)
  await login(visitor, { email: person.email, password: 'Another-pass-2' })
  await expect(home(visitor)).toBeVisible()
})

test('a page shows its outline before its scripts come, and refuses markup and scripts made of text', async ({
  page,
}) => {
  const asked: string[] = []
  await page.route('**/assets/*.js', (route) => {
    asked.push(new URL(route.request().url()).pathname)
    return route.abort()
  })

  await page.goto('/')

  await expect(page.getByText('дословно')).toBeVisible()
  await expect(page.locator('.fs-wait i')).toHaveCount(5)
  await expect.poll(() => asked.some((path) => path.startsWith('/assets/login-page-'))).toBe(true)
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
