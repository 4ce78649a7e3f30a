import { expect, type Page } from '@playwright/test'

import { servers } from '#scripts/settings.ts'

import { test } from './documented.ts'
import { HOME } from './journey.ts'
import { authoriseAs, newStranger, signInByPopup, type Stranger } from './provider-popup.ts'

const providers = [
  { type: 'google', name: 'Google' },
  { type: 'yandex', name: 'Яндекс ID' },
  { type: 'vk', name: 'VK' },
] as const

// All journeys share one simulator of the providers, and one of them makes it fail.
test.describe.configure({ mode: 'default' })

async function signIn(page: Page, provider: string, person: Stranger): Promise<void> {
  await page.goto('/auth/login')
  await signInByPopup(page, provider, person)
}

for (const { type, name } of providers) {
  test(`${name}: a new user accepts the documents and is signed in; a returning user is signed in at once [AUTH-1, AUTH-15, AUTH-16, AUTH-17, AUTH-18]`, async ({
    page,
    browser,
  }) => {
    const person = newStranger()

    await signIn(page, name, person)
    await expect(page).toHaveURL(new RegExp(`/oauth-login/${type}`))
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Продолжить' }).click()
    await expect(page.getByRole('heading', { name: HOME })).toBeVisible()

    const again = await (await browser.newContext()).newPage()
    await signIn(again, name, person)
    await expect(again.getByRole('heading', { name: HOME })).toBeVisible()
  })

  test(`${name}: sign-in continues in the same tab when no page opened it [AUTH-17]`, async ({ page }) => {
    await page.goto(`/oauth/${type}`)
    await authoriseAs(page, newStranger())

    await expect(page).toHaveURL(new RegExp(`/oauth-login/${type}`))
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Продолжить' }).click()
    await expect(page.getByRole('heading', { name: HOME })).toBeVisible()
  })
}

test('a registered e-mail, a forged token, a spent token and a provider outage show the right message [AUTH-19]', async ({
  page,
}) => {
  await signIn(page, 'Google', { ...newStranger(), email: 'anna@example.ru' })
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Продолжить' }).click()
  await expect(page.getByText('Пользователь с таким e-mail уже зарегистрирован')).toBeVisible()

  const spent = await spentToken(page)
  const expectMessage = async (fragment: string, text: string) => {
    await page.goto('/auth/login')
    // As if this page had opened the popup: the app rejects tokens it did not ask for.
    await page.evaluate(() => sessionStorage.setItem('oauth.expected', 'google'))
    await page.goto(`/oauth-login/google#access_token=${fragment}`)
    await expect(page.getByText(text).last()).toBeVisible()
  }
  await expectMessage('forged', 'Сначала нужно пройти регистрацию')
  await expectMessage(spent, 'Сначала нужно пройти регистрацию')
  await failGoogleOnce()
  await expectMessage('whatever', 'Произошла ошибка')
})

/** Registers a user through Google, signs them out and returns their spent token. */
async function spentToken(page: Page): Promise<string> {
  const sent = page.waitForRequest(
    (request) => request.url().endsWith('/sign-by-google') && request.postDataJSON().isPrivacyApprove,
  )
  await signIn(page, 'Google', newStranger())
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

test('a user who cancels at the provider, or returns with a foreign state, sees an error [AUTH-15]', async ({
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
