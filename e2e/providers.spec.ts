import { expect } from '@playwright/test'

import { test } from './documented.ts'
import { HOME, signIn } from './journey.ts'
import { authoriseAs, newStranger, signInByPopup } from './provider-popup.ts'
import { addPromo, bookOf, createFreePerson, personByEmail } from './seed.ts'

const providers = [
  { type: 'google', name: 'Google' },
  { type: 'yandex', name: 'Яндекс ID' },
  { type: 'vk', name: 'VK' },
] as const

for (const { type, name } of providers)
  test(`${name}: a new user with a promo code signs in by the popup, and again in the same tab [AUTH-1, AUTH-9, AUTH-15, AUTH-16, AUTH-17, AUTH-18]`, async ({
    page,
  }) => {
    const [code, stranger] = [await addPromo(60), newStranger()]
    const home = page.getByRole('heading', { name: HOME })
    await page.goto(`/?promocode=${code}`)
    await signInByPopup(page, name, stranger)
    await expect(page).toHaveURL(new RegExp(`/oauth-login/${type}`))
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Продолжить' }).click()
    await expect(home).toBeVisible()
    expect(await bookOf(await personByEmail(stranger.email))).toMatchObject({ extra: (30 + 60) * 60 })

    await page.evaluate(() => localStorage.clear())
    await page.goto(`/oauth/${type}`)
    await authoriseAs(page, stranger)

    await expect(home).toBeVisible()
  })

test('the owner of an account links a provider with the password, signs in by it, and unlinks it [AUTH-19]', async ({
  page,
}) => {
  const [person, stranger] = [await createFreePerson(), newStranger()]
  const section = page.getByRole('region', { name: 'Вход через другие сервисы' })
  const dialog = page.getByRole('dialog')
  const prove = async () => {
    await dialog.getByLabel('Текущий пароль', { exact: true }).fill(person.password)
    await dialog.getByRole('button', { name: 'Подтвердить', exact: true }).click()
  }
  await signIn(page, person)
  await page.goto('/account')
  await signInByPopup(page, 'Привязать Google', stranger)
  await prove()
  await expect(section.getByRole('button', { name: 'Отвязать Google' })).toBeVisible()

  await page.evaluate(() => localStorage.clear())
  await page.goto('/auth/login')
  await signInByPopup(page, 'Google', stranger)
  await expect(page.getByRole('heading', { name: HOME })).toBeVisible()
  await page.goto('/account')
  await expect(page.getByLabel('E-mail')).toHaveValue(person.email)

  await section.getByRole('button', { name: 'Отвязать Google' }).click()
  await prove()
  await expect(section.getByRole('button', { name: 'Привязать Google' })).toBeVisible()
})
