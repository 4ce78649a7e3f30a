import { recording } from '@doslovno/server/test/recordings/recordings.ts'
import { type BrowserContext, expect } from '@playwright/test'
import { parse } from '@plussub/srt-vtt-parser'

import { test } from './documented.ts'
import { ports } from './environment.ts'
import { signIn, transcribe } from './journey.ts'
import { type Mail, mailBySubject } from './mails.ts'
import { addFile, createPerson } from './seed.ts'

const ORIGIN = `http://127.0.0.1:${ports.api}`
const FILE = 'voxforge_ru/ru_0032.wav'

test('a finished file arrives by mail in the chosen formats, and one click ends such mails [ACC-7] [ACC-14]', async ({
  page,
}) => {
  const person = await createPerson()
  await signIn(page, person, '/account')
  const section = page.getByRole('region', { name: 'Уведомления' })
  await expect(section.getByRole('checkbox', { name: 'E-mail' })).toBeChecked()
  for (const name of ['TXT', 'DOCX', 'SRT', 'VTT']) await section.getByRole('checkbox', { name }).check()
  await section.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText('Настройки сохранены')).toBeVisible()

  await transcribe(page, recording(FILE))
  const text = await page.getByRole('region', { name: 'Расшифровка' }).locator('p').first().innerText()
  const mail = await mailBySubject(person.email, 'Готово: ru_0032')

  expectToOpen(mail, text.split(/\s+/)[0] ?? '')
  const unsubscribe = /https?:\/\/\S+\/unsubscribe\?token=[\w-]+/.exec(mail.text)?.[0] ?? ''
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto(unsubscribe)
  await page.getByRole('button', { name: 'Отписаться' }).click()
  await expect(page.getByRole('heading', { name: 'Больше не\u00a0пишем' })).toBeVisible()

  await signIn(page, person, '/account')
  await expect(section.getByRole('checkbox', { name: 'E-mail' })).not.toBeChecked()
})

function expectToOpen({ attachments }: Mail, word: string): void {
  expect(attachments.map(({ fileName }) => fileName)).toEqual([
    'ru_0032.txt',
    'ru_0032.docx',
    'ru_0032.srt',
    'ru_0032.vtt',
  ])
  const [txt, docx, srt, vtt] = attachments.map(({ content }) => Buffer.from(content, 'base64'))
  expect(txt?.toString()).toContain(word)
  // A ZIP archive that begins with a file header and ends with its directory.
  expect(docx?.subarray(0, 4).toString('hex')).toBe('504b0304')
  expect(docx?.includes(Buffer.from('504b0506', 'hex'))).toBe(true)
  expect(docx?.includes('word/document.xml')).toBe(true)
  for (const subtitles of [srt, vtt]) {
    const entries: { text: string }[] = parse(subtitles?.toString() ?? '').entries
    expect(entries.map((entry) => entry.text).join(' ')).toContain(word)
  }
}

test('a pushed message becomes a notification, and a click on it opens the file', async ({ page, context }) => {
  const person = await createPerson()
  const id = await addFile(person, ['Доброе утро.', 'Начинаем.'], { fileName: 'Планёрка.mp3' })
  await context.grantPermissions(['notifications'], { origin: ORIGIN })
  await signIn(page, person, '/account')
  const group = page.getByRole('group', { name: 'Уведомления в\u00a0браузере' })

  // No push service is reachable from here, so the browser gets its service worker and no subscription.
  await group.getByRole('button', { name: 'Включить' }).click()
  await expect(group.getByRole('alert')).toBeVisible()
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
  expect(opened).toBe(`${ORIGIN}/files/${id}`)
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
      const found = registrations.find(({ scopeURL }) => scopeURL === `${ORIGIN}/`)
      if (found) resolve(found.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const data = JSON.stringify(message)
  await devtools.send('ServiceWorker.deliverPushMessage', { origin: ORIGIN, registrationId: await registered, data })
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
