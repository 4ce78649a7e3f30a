import { expect, type Page } from '@playwright/test'

import { problemsOf } from './axe.ts'
import { test } from './documented.ts'
import { signIn } from './journey.ts'
import { addRecorded, createPerson, dialogue } from './seed.ts'

const SENTENCES = ['Начнём с бюджета на осень.', 'Остаток переносим на ноябрь.', 'Договорились, записываю.']
const VOICE = dialogue('Голосовое.wav', SENTENCES)
const SECOND = dialogue('Второе.wav', SENTENCES)

/** Waits until the service worker has the whole app and answers for this page. */
async function keepApp(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })
}

/** The texts kept in this browser. */
function keptFiles(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    if (!(await caches.has('doslovno.kept'))) return []
    const cache = await caches.open('doslovno.kept')
    return (await cache.keys()).map(({ url }) => new URL(url).pathname).filter((path) => path.includes('/files/'))
  })
}

/** Sends files as a phone does when somebody shares them with the installed app. */
async function share(page: Page, ...recorded: readonly (typeof VOICE)[]): Promise<void> {
  const files = recorded.map(({ fileName, contentType, content }) => ({
    name: fileName,
    type: contentType,
    content: content.toString('base64'),
  }))
  await page.evaluate((shared) => {
    const transfer = new DataTransfer()
    for (const { name, type, content } of shared) {
      const bytes = Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0))
      transfer.items.add(new File([bytes], name, { type }))
    }
    const input = Object.assign(document.createElement('input'), { type: 'file', name: 'files', multiple: true })
    input.files = transfer.files
    const form = Object.assign(document.createElement('form'), { method: 'post', action: '/share' })
    form.enctype = 'multipart/form-data'
    form.append(input)
    document.body.append(form)
    form.submit()
  }, files)
  await page.waitForURL(/\/(upload|auth\/login\?)/)
}

test('the app can be installed: its manifest is complete and in Russian', async ({ page, context }) => {
  await page.goto('/auth/login')
  const devtools = await context.newCDPSession(page)

  const { data = '', errors } = await devtools.send('Page.getAppManifest')
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')

  expect(errors).toEqual([])
  // Playwright's contexts are private windows, which install nothing; all else is in order.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  expect(JSON.parse(data)).toMatchObject({ name: 'Дословно', lang: 'ru', shortcuts: [{ name: 'Загрузить' }] })
})

test('files shared from another app wait on the upload page with their options', async ({ page }) => {
  await signIn(page, await createPerson())
  await keepApp(page)

  await share(page, VOICE, SECOND)

  await expect(page).toHaveURL('/upload')
  await expect(page.getByText('Голосовое.wav').first()).toBeVisible()
  await expect(page.getByText('Второе.wav').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Начать обработку' })).toBeVisible()
})

test('shared files survive the sign-in', async ({ page }) => {
  const person = await createPerson()
  await signIn(page, person)
  await keepApp(page)
  await page.evaluate(() => localStorage.clear())
  await page.goto('/auth/login')

  await share(page, VOICE)
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Пароль', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Войти', exact: true }).click()

  await expect(page).toHaveURL('/upload')
  await expect(page.getByText('Голосовое.wav').first()).toBeVisible()
})

test.describe('without a connection', () => {
  // The checker of accessibility is a script of its own.
  test.use({ bypassCSP: true })

  test('a file opened before is read without a connection, and a logout wipes it', async ({ page, context }) => {
    const person = await createPerson()
    const path = await addRecorded(person, dialogue('Планёрка.wav', SENTENCES))
    const unread = await addRecorded(person, dialogue('Не открывали.wav', SENTENCES))
    await signIn(page, person, path)
    await expect(page.getByText('Остаток переносим на ноябрь.')).toBeVisible()
    await keepApp(page)
    await expect.poll(() => keptFiles(page)).toHaveLength(1)

    await context.setOffline(true)
    await page.reload()
    await expect(page.getByText('Остаток переносим на ноябрь.')).toBeVisible()
    await expect(page.getByText(/^Нет связи: показываем сохранённое сегодня в\s\d\d:\d\d\.$/)).toBeVisible()
    expect(await problemsOf(page)).toEqual([])
    await page.goto(unread)
    await expect(page.getByRole('heading', { name: 'Не удалось открыть файл' })).toBeVisible()
    await page.goto('/')
    expect(await problemsOf(page)).toEqual([])
    await page.getByRole('link', { name: /^Планёрка/ }).click()
    await expect(page.getByText('Договорились, записываю.')).toBeVisible()

    await context.setOffline(false)
    await expect(page.getByRole('region', { name: 'Плеер' })).toBeVisible()
    await page.getByRole('button', { name: 'Меню аккаунта' }).click()
    await page.getByRole('menuitem', { name: 'Выйти' }).click()
    await page.getByRole('button', { name: 'Выйти' }).click()
    await expect(page).toHaveURL('/auth/login')
    await expect.poll(() => keptFiles(page)).toEqual([])

    await context.setOffline(true)
    await page.goto(path)
    await expect(page.getByText('Остаток переносим на ноябрь.')).toHaveCount(0)
  })
})

test('nothing is kept of a session that ended elsewhere, nor for a visitor', async ({ page }) => {
  const person = await createPerson()
  const path = await addRecorded(person, dialogue('Планёрка.wav', SENTENCES))
  await signIn(page, person, path)
  await expect.poll(() => keptFiles(page)).toHaveLength(1)

  await page.evaluate(() => localStorage.setItem('accessToken', 'ended'))
  await page.evaluate(() => localStorage.setItem('refreshToken', 'ended'))
  await page.reload()

  await expect.poll(() => keptFiles(page)).toEqual([])
})
