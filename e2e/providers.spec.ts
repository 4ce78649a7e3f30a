import { randomInt } from 'node:crypto'

import { expect, type Page, test } from '@playwright/test'

import { servers } from '#scripts/settings.ts'

import { HOME } from './journey.ts'

const providers = [
  { type: 'google', name: 'Google' },
  { type: 'yandex', name: 'Яндекс ID' },
  { type: 'vk', name: 'VK' },
] as const

type Person = { id: string; email: string }
const newPerson = (): Person => {
  const id = String(randomInt(1_000_000, 1_000_000_000))
  return { id, email: `person-${id}@example.ru` }
}

/** Says on the provider's page who it is. */
async function agree(popup: Page, { id, email }: Person): Promise<void> {
  await popup.getByLabel('Someone else').check()
  await popup.getByLabel('Number').fill(id)
  await popup.getByLabel('Name', { exact: true }).fill('Мария')
  await popup.getByLabel('Surname').fill('Орлова')
  await popup.getByLabel('E-mail', { exact: true }).fill(email)
  await popup.getByRole('button', { name: 'Continue' }).click()
}

/** Signs in by the button and the popup, as a person does. */
async function signIn(page: Page, provider: string, person: Person): Promise<void> {
  await page.goto('/auth/login')
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: new RegExp(provider) }).click()
  const popup = await opening
  await agree(popup, person)
  await popup.waitForEvent('close')
}

for (const { type, name } of providers) {
  test(`${name}: a newcomer accepts the documents and is in; who comes again is in at once [AUTH-1, AUTH-15, AUTH-16, AUTH-17, AUTH-18]`, async ({
    page,
    browser,
  }) => {
    const person = newPerson()

    await signIn(page, name, person)
    await expect(page).toHaveURL(new RegExp(`/oauth-login/${type}`))
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Продолжить' }).click()
    await expect(page.getByRole('heading', { name: HOME })).toBeVisible()

    const again = await (await browser.newContext()).newPage()
    await signIn(again, name, person)
    await expect(again.getByRole('heading', { name: HOME })).toBeVisible()
  })

  test(`${name}: without an opener the page goes on by itself [AUTH-17]`, async ({ page }) => {
    await page.goto(`/oauth/${type}`)
    await agree(page, newPerson())

    await expect(page).toHaveURL(new RegExp(`/oauth-login/${type}`))
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Продолжить' }).click()
    await expect(page.getByRole('heading', { name: HOME })).toBeVisible()
  })
}

test('an e-mail that has an account already, a used secret and a forged one are told in their own words [AUTH-19]', async ({
  page,
}) => {
  await signIn(page, 'Google', { ...newPerson(), email: 'anna@example.ru' })
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Продолжить' }).click()
  await expect(page.getByText('Пользователь с таким e-mail уже зарегистрирован')).toBeVisible()

  const secret = await usedSecret(page)
  const told = async (fragment: string, text: string) => {
    await page.goto('/auth/login')
    // As if the popup had been opened from here: a link sent by somebody is not even tried.
    await page.evaluate(() => sessionStorage.setItem('oauth.expected', 'google'))
    await page.goto(`/oauth-login/google#access_token=${fragment}`)
    await expect(page.getByText(text).last()).toBeVisible()
  }
  await told('forged', 'Сначала нужно пройти регистрацию')
  await told(secret, 'Сначала нужно пройти регистрацию')
  await failGoogleOnce()
  await told('whatever', 'Произошла ошибка')
})

/** Registers somebody, signs them out, and gives what Google had given them. */
async function usedSecret(page: Page): Promise<string> {
  const sent = page.waitForRequest(
    (request) => request.url().endsWith('/sign-by-google') && request.postDataJSON().isPrivacyApprove,
  )
  await signIn(page, 'Google', newPerson())
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Продолжить' }).click()
  await expect(page.getByRole('heading', { name: HOME })).toBeVisible()
  await page.evaluate(() => localStorage.clear())
  return (await sent).postDataJSON().accessToken
}

async function failGoogleOnce(): Promise<void> {
  const body = JSON.stringify({ provider: 'google', mode: 'down', times: 1 })
  const headers = { 'content-type': 'application/json' }
  const url = `http://127.0.0.1:${servers.oauth.port}/control/fail`
  expect((await fetch(url, { method: 'POST', headers, body })).ok).toBe(true)
}

test('somebody who changes their mind at the provider, or comes with a foreign state, gets back [AUTH-15]', async ({
  page,
}) => {
  await page.goto('/oauth/yandex')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Произошла ошибка')).toBeVisible()

  await page.goto('/auth/login')
  await page.goto('/oauth/google#access_token=stolen&state=foreign')
  await expect(page.getByText('Произошла ошибка')).toBeVisible()
  await expect(page).not.toHaveURL(/stolen/)
})
