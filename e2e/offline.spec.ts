import { type BrowserContext, expect, type Page } from '@playwright/test'

import { expectAccessible } from './axe.ts'
import { test } from './documented.ts'
import { origin } from './environment.ts'
import { signIn } from './journey.ts'
import { addFile, addRecorded, createPerson, dialogue } from './seed.ts'

const SENTENCES = ['Начнём с бюджета на осень.', 'Остаток переносим на ноябрь.', 'Договорились, записываю.']
const VOICE = dialogue('Голосовое.wav', SENTENCES)
const SECOND = dialogue('Второе.wav', SENTENCES)

test.use({ serviceWorkers: 'allow' })

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

test('the app can be installed, and files that another app shares with it survive the sign-in and wait for a click', async ({
  page,
  context,
}) => {
  const { email, password } = await createPerson()
  await signIn(page, { email, password })
  await keepApp(page)
  await page.evaluate(() => localStorage.clear())
  await page.goto('/auth/login')
  const devtools = await context.newCDPSession(page)
  const { data = '', errors } = await devtools.send('Page.getAppManifest')
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  expect(errors).toEqual([])
  // Playwright's contexts are private windows, which install nothing; all else is in order.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  expect(JSON.parse(data)).toMatchObject({ name: 'Дословно', lang: 'ru', shortcuts: [{ name: 'Загрузить' }] })

  const uploads: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/uploads')) uploads.push(request.url())
  })
  await share(page, VOICE, SECOND)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Пароль', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Войти', exact: true }).click()

  await expect(page).toHaveURL('/upload')
  await expect(
    page.getByRole('heading', { name: 'Загрузить 2\u00a0файла: «Голосовое.wav», «Второе.wav»?' }),
  ).toBeVisible()
  await page.reload()
  const offered = page.getByRole('region', { name: /Загрузить 2/ })
  await expect(offered).toBeVisible()
  expect(uploads).toEqual([])
  await offered.getByRole('button', { name: 'Загрузить', exact: true }).click()
  await expect(page.getByText('Голосовое.wav').first()).toBeVisible()
  await expect(page.getByText('Второе.wav').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Начать обработку' })).toBeVisible()
})

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
  await expectAccessible(page, 'a kept file without a connection')
  await page.goto(unread)
  await expect(page.getByRole('heading', { name: 'Не удалось открыть файл' })).toBeVisible()
  await page.goto('/')
  await expectAccessible(page, 'the kept files without a connection')
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

test('a pushed message becomes a notification, and a click on it opens the file', async ({ page, context }) => {
  const person = await createPerson()
  const id = await addFile(person, ['Доброе утро.', 'Начинаем.'], { fileName: 'Планёрка.mp3' })
  await context.grantPermissions(['notifications'], { origin })
  await signIn(page, person, '/account')
  const group = page.getByRole('group', { name: 'Уведомления в\u00a0браузере' })

  // No push service is reachable from here, so the browser gets its service worker and no subscription.
  await group.getByRole('button', { name: 'Включить' }).click()
  await expect(group.getByRole('alert')).toBeVisible()
  // A message for a worker that is still being installed is lost.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const message = { title: 'Текст готов', body: 'Планёрка.mp3', url: `/files/${id}`, tag: id }
  await deliver(context, message)

  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  const shown = () =>
    worker.evaluate(async () => {
      // Not the types of the page: this runs in the service worker.
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
      return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }))
    })
  await expect.poll(shown).toEqual([{ title: 'Текст готов', body: 'Планёрка.mp3', tag: id }])

  const opened = await worker.evaluate(clickOnNotification)
  expect(opened).toBe(`${origin}/files/${id}`)
  await page.goto(opened)
  await expect(page.getByRole('heading', { level: 1, name: 'Планёрка' })).toBeVisible()
})

/** Delivers a message as the push service would. */
async function deliver(context: BrowserContext, message: object): Promise<void> {
  const [page] = context.pages()
  if (!page) throw new Error('No page is open')
  const devtools = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`)
      if (found) resolve(found.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const data = JSON.stringify(message)
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data })
}

/** Clicks the notification; returns the address that the service worker opens. A headless browser draws none to click. */
async function clickOnNotification(): Promise<string> {
  const scope = globalThis as unknown as {
    registration: ServiceWorkerRegistration
    clients: { openWindow(url: string): Promise<null>; matchAll(): Promise<unknown[]> }
    NotificationEvent: new (type: string, init: { notification: Notification | undefined }) => Event
    dispatchEvent(event: Event): boolean
  }
  const [notification] = await scope.registration.getNotifications()
  return new Promise((resolve) => {
    scope.clients.openWindow = async (url) => {
      resolve(url)
      return null
    }
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
  })
}
