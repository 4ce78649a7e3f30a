import { expect, type Page } from '@playwright/test'

import { test } from './documented.ts'
import { HOME } from './journey.ts'
import { mailedLink } from './mails.ts'
import { newEmail, PASSWORD, submitRegistration } from './registration.ts'

async function register(page: Page, email: string): Promise<void> {
  await page.goto('/auth/register')
  await submitRegistration(page, email)
}

/** Registers a new user, signs in on this page and returns the e-mail. */
async function registerAndSignIn(page: Page): Promise<string> {
  const email = newEmail()
  await register(page, email)
  await page.goto(await mailedLink(email))
  await expect(page.getByRole('heading', { name: HOME })).toBeVisible()
  return email
}

async function login(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/auth/login')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Пароль', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
}

test('a new user registers, opens the link in the mail and is signed in at / [AUTH-3, AUTH-4, AUTH-6, AUTH-7, AUTH-23, HOME-13]', async ({
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
  await page.goto(await mailedLink(email))

  // A new user has no files yet, so the page offers the first upload.
  await expect(page.getByRole('heading', { name: 'Загрузи свой первый аудио или видео файл' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
})

test('every confirmation failure shows its own message [AUTH-8]', async ({ page, browser }) => {
  const email = newEmail()
  await register(page, email)
  const first = await mailedLink(email)
  await register(page, email)
  const second = await mailedLink(email, 2)
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(first)
  await expect(visitor.getByRole('heading', { name: HOME })).toBeVisible()

  const expectMessage = async (url: string, text: string) => {
    await page.goto(url)
    await expect(page.getByRole('heading', { name: 'Произошла ошибка' })).toBeVisible()
    await expect(page.getByText(text)).toBeVisible()
  }
  await expectMessage(first, 'Ссылка уже была использована')
  await expectMessage(second, 'Пользователь с таким e-mail уже зарегистрирован')
  await expectMessage('/auth/register-confirm?token=nonsense', 'Неверная ссылка')
  await expectMessage('/auth/register-confirm', 'Неверная ссылка')
  await page.getByRole('link', { name: 'Ко входу' }).click()
  await expect(page).toHaveURL(/\/auth\/login/)
})

test('a user recovers a forgotten password, and the old sessions end [AUTH-10, AUTH-11, AUTH-12]', async ({
  page,
  browser,
}) => {
  const email = await registerAndSignIn(page)
  const elsewhere = await (await browser.newContext()).newPage()
  await login(elsewhere, email)
  await expect(elsewhere.getByRole('heading', { name: HOME })).toBeVisible()

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto('/auth/login')
  await visitor.getByRole('link', { name: 'Не помнишь пароль?' }).click()
  await expect(visitor.getByRole('heading', { name: 'Восстановление пароля' })).toBeVisible()
  await visitor.getByLabel('E-mail').fill(`  ${email.toUpperCase()} `)
  await visitor.getByRole('button', { name: 'Отправить письмо' }).click()
  await expect(visitor.getByText('Если такой адрес у нас есть, письмо уже в пути')).toBeVisible()
  const link = await mailedLink(email, 2)
  await visitor.goto(link)
  await visitor.getByLabel('Новый пароль', { exact: true }).fill('Another-pass-2')
  await visitor.getByRole('button', { name: 'Сохранить пароль' }).click()

  await expect(visitor.getByText('Пароль успешно изменен')).toBeVisible()
  await expect(visitor).toHaveURL(/\/auth\/login/)
  await expect(elsewhere).toHaveURL(/\/auth\/login/)
  await login(visitor, email, 'Another-pass-2')
  await expect(visitor.getByRole('heading', { name: HOME })).toBeVisible()

  const expectMessage = async (url: string, text: string) => {
    await elsewhere.goto(url)
    await elsewhere.getByLabel('Новый пароль', { exact: true }).fill('Another-pass-3')
    await elsewhere.getByRole('button', { name: 'Сохранить пароль' }).click()
    await expect(elsewhere.getByText(text)).toBeVisible()
  }
  await expectMessage(link, 'Ссылка уже была использована для восстановления пароля')
  await expectMessage(
    '/auth/recover-password-confirm?token=nonsense',
    'Данная ссылка не действительна. Проверь ссылку в письме или напиши нам в поддержку',
  )
  await elsewhere.goto('/auth/recover-password-confirm?token=any')
  await elsewhere.getByLabel('Новый пароль', { exact: true }).fill('Another-pass-3')
  await elsewhere.context().setOffline(true)
  await elsewhere.getByRole('button', { name: 'Сохранить пароль' }).click()
  await expect(elsewhere.getByText('Что-то пошло не так')).toBeVisible()
})

const contactsOf = (page: Page) => page.getByRole('region', { name: 'Контактные данные' })

test('a user changes name, e-mail and password on the account page, the last two through a mailed link [ACC-2, ACC-3, AUTH-13, AUTH-14]', async ({
  page,
}) => {
  const email = await registerAndSignIn(page)
  const next = newEmail()
  const contacts = contactsOf(page)
  const save = contacts.getByRole('button', { name: 'Сохранить' })
  await page.goto('/account')
  await expect(save).toBeDisabled()

  await contacts.getByLabel('Имя').fill('Ольга')
  await contacts.getByLabel('E-mail').fill(next)
  await save.click()
  await expect(page.getByText(`Мы отправили письмо на новый адрес ${next}`)).toBeVisible()
  const emailLink = await mailedLink(next)
  await page.goto(emailLink)
  await expect(page.getByText('Новый адрес успешно подтвержден')).toBeVisible()
  await page.getByRole('link', { name: 'Перейти в аккаунт' }).click()
  await expect(contacts.getByLabel('E-mail')).toHaveValue(next)
  await expect(contacts.getByLabel('Имя')).toHaveValue('Ольга')

  await contacts.getByLabel('Новый пароль', { exact: true }).fill('Brand-new-3')
  await save.click()
  await expect(page.getByText('Новый пароль заработает, когда ты откроешь ссылку из письма')).toBeVisible()
  const passwordLink = await mailedLink(next, 2)
  await page.goto(passwordLink)
  await expect(page.getByText('Новый пароль успешно подтвержден')).toBeVisible()

  const expectMessage = async (url: string, text: string) => {
    const tab = await page.context().newPage()
    await tab.goto(url)
    await expect(tab.getByText(text)).toBeVisible()
    await tab.close()
  }
  await expectMessage(emailLink, 'Данная ссылка уже была использована')
  await expectMessage(passwordLink, 'Данная ссылка уже была использована')
  await expectMessage('/auth/change-mail-confirm?token=nonsense', 'Данная ссылка не действительна')
  await expectMessage('/auth/change-password-confirm', 'Данная ссылка не действительна')
  expect(email).not.toBe(next)
})

test('an e-mail that another user confirmed first is refused [AUTH-14]', async ({ page, browser }) => {
  const wanted = newEmail()
  const rival = await (await browser.newContext()).newPage()
  const links: string[] = []
  for (const person of [page, rival]) {
    await registerAndSignIn(person)
    await person.goto('/account')
    await contactsOf(person).getByLabel('E-mail').fill(wanted)
    await contactsOf(person).getByRole('button', { name: 'Сохранить' }).click()
    await expect(person.getByText('Письмо отправлено')).toBeVisible()
    links.push(await mailedLink(wanted, links.length + 1))
  }

  await page.goto(links[0] ?? '')
  await expect(page.getByText('Новый адрес успешно подтвержден')).toBeVisible()
  await rival.goto(links[1] ?? '')

  await expect(rival.getByRole('heading', { name: 'Произошла ошибка' })).toBeVisible()
  await expect(rival.getByText('Данная ссылка')).toHaveCount(0)
})

test('visitors can read the offer and the privacy policy', async ({ page }) => {
  for (const path of ['/legal/offer', '/legal/privacy']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
  }
})
