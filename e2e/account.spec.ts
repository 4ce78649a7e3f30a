import { readFile } from 'node:fs/promises'

import { unzip } from '@doslovno/server/test/unzip.ts'
import { expect, type Page } from '@playwright/test'

import { expectAccessible } from './axe.ts'
import { test } from './documented.ts'
import { signIn } from './journey.ts'
import { mailedLink, mailTexts } from './mails.ts'
import { newEmail } from './registration.ts'
import { addRecorded, createFreePerson, createPerson, endWeekOf, type Person, spokenFile } from './seed.ts'

const data = (page: Page) => page.getByRole('region', { name: 'Твои данные', exact: true })
const banner = (page: Page) => page.getByRole('complementary', { name: 'Удаление аккаунта' })

test('a user ends other sessions, changes name, e-mail and password, the last two by mailed links, and logs out [ACC-2, ACC-3, ACC-11, AUTH-13]', async ({
  page,
}) => {
  const { email, password } = await createFreePerson()
  const next = newEmail()
  const contacts = page.getByRole('region', { name: 'Контактные данные' })
  const save = contacts.getByRole('button', { name: 'Сохранить' })
  const signInElsewhere = (credentials: object) => page.request.post('/api/account/login', { data: credentials })
  const { refreshToken } = await (await signInElsewhere({ email, password })).json()
  await signIn(page, { email, password }, '/account')

  const index = page.getByRole('navigation', { name: 'Разделы аккаунта' })
  await index.getByRole('link', { name: 'Вебхуки' }).click()
  await expect(page.getByRole('heading', { name: 'Вебхуки' })).toBeInViewport()
  await expect(index.getByRole('link', { name: 'Вебхуки' })).toHaveAttribute('aria-current', 'location')
  await page.getByRole('button', { name: 'Завершить другие' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Завершить другие' }).click()
  await expect(page.getByText('Больше нигде: аккаунт открыт только в\u00a0этом браузере.')).toBeVisible()
  expect((await page.request.post('/api/account/update-token', { data: { refreshToken } })).status()).toBe(403)

  await contacts.getByLabel('Имя').fill('Ольга')
  await contacts.getByLabel('E-mail').fill(next)
  await save.click()
  const proof = page.getByRole('dialog', { name: 'Подтверди, что это ты' })
  await proof.getByLabel('Текущий пароль', { exact: true }).fill(password)
  await proof.getByRole('button', { name: 'Подтвердить' }).click()
  await expect(page.getByText(`Мы отправили письмо на новый адрес ${next}`)).toBeVisible()
  await page.goto(await mailedLink(next))
  await expect(page.getByText('Новый адрес успешно подтвержден')).toBeVisible()
  await page.getByRole('link', { name: 'Перейти в аккаунт' }).click()
  await expect(contacts.getByLabel('E-mail')).toHaveValue(next)
  await expect(contacts.getByLabel('Имя')).toHaveValue('Ольга')
  await contacts.getByLabel('Новый пароль', { exact: true }).fill('Brand-new-3')
  await save.click()
  await expect(page.getByText('Новый пароль заработает, когда ты откроешь ссылку из письма')).toBeVisible()
  await page.goto(await mailedLink(next, 2))
  await expect(page.getByText('Новый пароль успешно подтвержден')).toBeVisible()
  expect((await signInElsewhere({ email: next, password: 'Brand-new-3' })).status()).toBe(200)

  await page.goto('/account')
  await page.getByRole('button', { name: 'Выйти из аккаунта' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Выйти', exact: true }).click()
  await expect(page).toHaveURL(/\/auth\/login/)
})

test('a visitor writes to the operator from the footer, and the operator can answer [APP-10]', async ({ page }) => {
  const email = newEmail()
  await page.goto('/legal/offer')
  await page.getByRole('button', { name: 'Обратная связь' }).click()
  const dialog = page.getByRole('dialog', { name: 'Напиши нам' })
  await dialog.getByLabel('E-mail для ответа').fill(email)
  await dialog.getByLabel('Сообщение').fill(`Вопрос от ${email}`)
  await dialog.getByRole('button', { name: 'Отправить' }).click()
  await expect(page.getByText('Спасибо! Ответим на\u00a0почту')).toBeVisible()

  await expect.poll(async () => (await mailTexts('no-reply@doslovno.example')).join()).toContain(`Вопрос от ${email}`)
})

test('a person takes their recordings and texts along: from the page, and by the mailed link [152-FZ]', async ({
  page,
  browser,
}) => {
  const person = await createPerson()
  const recorded = spokenFile('Интервью.wav', ['0022', '0024'])
  await addRecorded(person, recorded)
  await signIn(page, person, '/account')

  await data(page).getByRole('button', { name: 'Собрать архив' }).click()
  await expect(data(page)).toContainText('Архив готов')
  const [own] = await Promise.all([
    page.waitForEvent('download'),
    data(page).getByRole('button', { name: 'Скачать' }).click(),
  ])
  expect(own.suggestedFilename()).toMatch(/^Дословно — мои данные \d{4}-\d\d-\d\d\.zip$/)
  await expectAccessible(page, 'the account')

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(await mailedLink(person.email))
  const [mailed] = await Promise.all([
    visitor.waitForEvent('download'),
    visitor.getByRole('button', { name: 'Скачать архив' }).click(),
  ])
  expect(new URL(visitor.url()).search).toBe('')
  for (const download of [own, mailed]) {
    const files = await unzip(await readFile(await download.path()))
    const contentOf = (end: string) => [...files].find(([path]) => path.endsWith(end))?.[1]
    expect(contentOf('/Интервью.wav')?.equals(recorded.content)).toBe(true)
    expect(contentOf('/transcript.txt')?.toString()).toContain(recorded.spoken[0]?.text ?? '-')
    expect(contentOf('account.json')?.toString()).toContain(person.email)
    expect(contentOf('README.txt')?.toString()).toContain('твои данные')
  }
})

test('a person deletes the account, changes their mind, and deletes it after all [152-FZ]', async ({ page }) => {
  const person = await createPerson()
  const path = await addRecorded(person, spokenFile('Интервью.wav', ['0022']))
  await signIn(page, person, '/account')

  await askForDeletion(page, person)
  await expect(banner(page)).toContainText('Аккаунт будет удалён')
  await page.goto(path)
  await banner(page).getByRole('button', { name: 'Оставить аккаунт' }).click()
  await expect(banner(page)).toHaveCount(0)
  await endWeekOf(person)

  await page.goto('/account')
  await askForDeletion(page, person)
  await endWeekOf(person)

  await page.goto('/auth/login')
  await expect(async () => {
    const reply = await page.request.post('/api/account/login', {
      data: { email: person.email, password: person.password },
    })
    expect(await reply.json()).toMatchObject({ code: 'wrongLogin' })
  }).toPass()
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto(path)
  await expect(page.getByRole('region', { name: 'Плеер' })).toHaveCount(0)
})

async function askForDeletion(page: Page, { password }: Person): Promise<void> {
  await data(page).getByRole('button', { name: 'Удалить аккаунт' }).click()
  const dialog = page.getByRole('dialog', { name: 'Удалить аккаунт?' })
  await dialog.getByLabel('Пароль', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Удалить аккаунт' }).click()
  await expect(dialog).toHaveCount(0)
}
