import { randomUUID } from 'node:crypto'

import { expect, type Page, test } from '@playwright/test'

import { HOME } from './journey.ts'
import { linkTo } from './mails.ts'

const PASSWORD = 'Right-pass-1'
const newEmail = () => `person-${randomUUID()}@example.ru`

async function fillRegistration(page: Page, email: string): Promise<void> {
  await page.goto('/auth/register')
  await page.getByLabel('Имя').fill('Мария')
  await page.getByLabel('Фамилия').fill('Орлова')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Пароль', { exact: true }).fill(PASSWORD)
  await page.getByRole('checkbox').check()
}

async function register(page: Page, email: string): Promise<void> {
  await fillRegistration(page, email)
  await page.getByRole('button', { name: 'Создать аккаунт' }).click()
  await expect(page.getByRole('dialog')).toContainText('Проверь почту')
}

/** A person with an account, signed in on this page. */
async function registered(page: Page): Promise<string> {
  const email = newEmail()
  await register(page, email)
  await page.goto(await linkTo(email))
  await expect(page.getByRole('heading', { name: HOME })).toBeVisible()
  return email
}

async function login(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/auth/login')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Пароль', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
}

test('a person registers, opens the link of the mail and is signed in at / [AUTH-3, AUTH-4, AUTH-6, AUTH-7, AUTH-23, HOME-13]', async ({
  page,
}) => {
  const email = newEmail()
  await page.goto('/auth/register')
  const button = page.getByRole('button', { name: 'Создать аккаунт' })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await button.focus()
  await expect(button).toHaveAccessibleDescription('Заполнены не все поля')
  await button.hover()
  await expect(page.getByRole('tooltip')).toHaveText('Заполнены не все поля')

  await register(page, email)
  await page
    .getByRole('dialog')
    .getByRole('link', { name: 'Перейти ко входу' })
    .or(page.getByRole('dialog').getByRole('button', { name: 'Перейти ко входу' }))
    .click()
  await expect(page).toHaveURL(/\/auth\/login/)
  await page.goto(await linkTo(email))

  // Somebody new has nothing to look at yet, so the first upload is offered.
  await expect(page.getByRole('heading', { name: 'Загрузи свой первый аудио или видео файл' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
})

test('every way a confirmation can fail is told in its own words [AUTH-8]', async ({ page, browser }) => {
  const email = newEmail()
  await register(page, email)
  const first = await linkTo(email)
  await register(page, email)
  const second = await linkTo(email, 2)
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(first)
  await expect(visitor.getByRole('heading', { name: HOME })).toBeVisible()

  const told = async (url: string, text: string) => {
    await page.goto(url)
    await expect(page.getByRole('heading', { name: 'Произошла ошибка' })).toBeVisible()
    await expect(page.getByText(text)).toBeVisible()
  }
  await told(first, 'Ссылка уже была использована')
  await told(second, 'Пользователь с таким e-mail уже зарегистрирован')
  await told('/auth/register-confirm?token=nonsense', 'Неверная ссылка')
  await told('/auth/register-confirm', 'Неверная ссылка')
  await page.getByRole('link', { name: 'Ко входу' }).click()
  await expect(page).toHaveURL(/\/auth\/login/)
})

test('a forgotten password is recovered, and the old sessions are dead [AUTH-10, AUTH-11, AUTH-12]', async ({
  page,
  browser,
}) => {
  const email = await registered(page)
  const elsewhere = await (await browser.newContext()).newPage()
  await login(elsewhere, email)
  await expect(elsewhere.getByRole('heading', { name: HOME })).toBeVisible()

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto('/auth/login')
  await visitor.getByRole('link', { name: 'Забыли пароль?' }).click()
  await expect(visitor.getByRole('heading', { name: 'Восстановление пароля' })).toBeVisible()
  await visitor.getByLabel('E-mail').fill(`  ${email.toUpperCase()} `)
  await visitor.getByRole('button', { name: 'Отправить письмо' }).click()
  await expect(visitor.getByText('Если такой адрес у нас есть, письмо уже в пути')).toBeVisible()
  const link = await linkTo(email, 2)
  await visitor.goto(link)
  await visitor.getByLabel('Новый пароль', { exact: true }).fill('Another-pass-2')
  await visitor.getByRole('button', { name: 'Сохранить пароль' }).click()

  await expect(visitor.getByText('Пароль успешно изменен')).toBeVisible()
  await expect(visitor).toHaveURL(/\/auth\/login/)
  await expect(elsewhere).toHaveURL(/\/auth\/login/, { timeout: 45_000 })
  await login(visitor, email, 'Another-pass-2')
  await expect(visitor.getByRole('heading', { name: HOME })).toBeVisible()

  const told = async (url: string, text: string) => {
    await elsewhere.goto(url)
    await elsewhere.getByLabel('Новый пароль', { exact: true }).fill('Another-pass-3')
    await elsewhere.getByRole('button', { name: 'Сохранить пароль' }).click()
    await expect(elsewhere.getByText(text)).toBeVisible()
  }
  await told(link, 'Ссылка уже была использована для восстановления пароля')
  await told(
    '/auth/recover-password-confirm?token=nonsense',
    'Данная ссылка не действительна. Проверь ссылку в письме или напиши нам в поддержку',
  )
  await elsewhere.goto('/auth/recover-password-confirm?token=any')
  await elsewhere.getByLabel('Новый пароль', { exact: true }).fill('Another-pass-3')
  await elsewhere.context().setOffline(true)
  await elsewhere.getByRole('button', { name: 'Сохранить пароль' }).click()
  await expect(elsewhere.getByText('Что-то пошло не так')).toBeVisible()
})

test('name, e-mail and password change on the account page, the last two by a mailed link [ACC-2, ACC-3, AUTH-13, AUTH-14]', async ({
  page,
}) => {
  const email = await registered(page)
  const next = newEmail()
  const save = page.getByRole('button', { name: 'Сохранить' })
  await page.goto('/account')
  await expect(save).toBeDisabled()

  await page.getByLabel('Имя').fill('Ольга')
  await page.getByLabel('E-mail').fill(next)
  await save.click()
  await expect(page.getByText(`Мы отправили письмо на новый адрес ${next}`)).toBeVisible()
  const emailLink = await linkTo(next)
  await page.goto(emailLink)
  await expect(page.getByText('Новый адрес успешно подтвержден')).toBeVisible()
  await page.getByRole('link', { name: 'Перейти в аккаунт' }).click()
  await expect(page.getByLabel('E-mail')).toHaveValue(next)
  await expect(page.getByLabel('Имя')).toHaveValue('Ольга')

  await page.getByLabel('Новый пароль', { exact: true }).fill('Brand-new-3')
  await save.click()
  await expect(page.getByText('Новый пароль заработает, когда ты откроешь ссылку из письма')).toBeVisible()
  const passwordLink = await linkTo(next, 2)
  await page.goto(passwordLink)
  await expect(page.getByText('Новый пароль успешно подтвержден')).toBeVisible()

  const told = async (url: string, text: string) => {
    const tab = await page.context().newPage()
    await tab.goto(url)
    await expect(tab.getByText(text)).toBeVisible()
    await tab.close()
  }
  await told(emailLink, 'Данная ссылка уже была использована')
  await told(passwordLink, 'Данная ссылка уже была использована')
  await told('/auth/change-mail-confirm?token=nonsense', 'Данная ссылка не действительна')
  await told('/auth/change-password-confirm', 'Данная ссылка не действительна')
  expect(email).not.toBe(next)
})

test('an address that somebody else confirmed first is refused [AUTH-14]', async ({ page, browser }) => {
  const wanted = newEmail()
  const rival = await (await browser.newContext()).newPage()
  const links: string[] = []
  for (const person of [page, rival]) {
    await registered(person)
    await person.goto('/account')
    await person.getByLabel('E-mail').fill(wanted)
    await person.getByRole('button', { name: 'Сохранить' }).click()
    await expect(person.getByText('Письмо отправлено')).toBeVisible()
    links.push(await linkTo(wanted, links.length + 1))
  }

  await page.goto(links[0] ?? '')
  await expect(page.getByText('Новый адрес успешно подтвержден')).toBeVisible()
  await rival.goto(links[1] ?? '')

  await expect(rival.getByRole('heading', { name: 'Произошла ошибка' })).toBeVisible()
  await expect(rival.getByText('Данная ссылка')).toHaveCount(0)
})

test('the documents people accept are open to everybody', async ({ page }) => {
  for (const path of ['/legal/offer', '/legal/privacy']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
  }
})
