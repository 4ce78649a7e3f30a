import { answerWith, type Receiver, startReceiver } from '@doslovno/server/test/receiver.ts'
import { recording } from '@doslovno/server/test/recordings/recordings.ts'
import { expect, type Page } from '@playwright/test'

import { problemsOf } from './axe.ts'
import { test } from './documented.ts'
import { ports } from './environment.ts'
import { signIn, transcribe } from './journey.ts'
import { createPerson } from './seed.ts'

test.use({ bypassCSP: true, permissions: ['clipboard-read', 'clipboard-write'] })

const section = (page: Page) => page.getByRole('region', { name: 'Вебхуки', exact: true })
const deliveries = (page: Page) => section(page).getByRole('listitem').getByRole('listitem')
const row = (page: Page, event: string) => deliveries(page).filter({ hasText: event }).first()

let receiver: Receiver

test.beforeAll(async () => {
  receiver = await startReceiver(ports.hooks)
})
test.afterAll(() => receiver.close())

test('a webhook is added, tested, told of a finished file, and gets again what it missed', async ({ page }) => {
  const person = await createPerson()
  await signIn(page, person, '/account#webhooks')
  await expect(section(page)).toContainText('Вебхук сам сообщит твоему серверу')
  const secret = await addWebhook(page)

  await section(page).getByRole('button', { name: 'Отправить пробное' }).click()
  await expect(row(page, 'Пробное событие')).toContainText('Доставлено')
  expect(receiver.verify(secret, receiver.received[0])).toMatchObject({ type: 'webhook.test' })

  receiver.answer = answerWith(500)
  receiver.received = []
  await transcribe(page, recording('voxforge_ru/ru_0032.wav'))
  const scriptId = page.url().split('/').at(-1)
  await receiver.waitFor(1)

  await expectAccessible(page)
  receiver.answer = answerWith(204)
  await row(page, 'Файл готов').getByRole('button', { name: 'Отправить снова' }).click()
  await expect(row(page, 'Файл готов')).toContainText('Доставлено')

  const told = receiver.received.filter(({ message }) => message.type === 'script.completed')
  expect(told.length).toBeGreaterThanOrEqual(2)
  expect(new Set(told.map(({ id }) => id)).size).toBe(1)
  expect(receiver.verify(secret, told.at(-1))).toMatchObject({
    type: 'script.completed',
    data: { script: { id: scriptId, status: 'complete', url: expect.stringContaining(`/files/${scriptId}`) } },
  })
})

/** Fills in the form; returns the secret that the copy button copies. */
async function addWebhook(page: Page): Promise<string> {
  await section(page).getByRole('button', { name: 'Добавить вебхук' }).click()
  const dialog = page.getByRole('dialog', { name: 'Новый вебхук' })
  await dialog.getByLabel('Адрес').fill('https://10.0.0.1/')
  await dialog.getByRole('button', { name: 'Добавить' }).click()
  await expect(dialog).toContainText('Это адрес внутренней сети')
  expect(await problemsOf(page)).toEqual([])
  await dialog.getByLabel('Адрес').fill(receiver.url)
  await dialog.getByRole('button', { name: 'Добавить' }).click()
  await expect(section(page)).toContainText(receiver.url)
  await section(page).getByRole('button', { name: 'Скопировать секрет' }).click()
  return page.evaluate(() => navigator.clipboard.readText())
}

/** The page of a failed delivery, narrow and wide, light and dark. */
async function expectAccessible(page: Page): Promise<void> {
  for (const width of [390, 1440])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      await page.goto('/account')
      await section(page).getByText('Доставки').click()
      await expect(row(page, 'Файл готов')).toContainText('Повторим')
      await expect(row(page, 'Файл готов')).toContainText('код 500')
      expect(await problemsOf(page)).toEqual([])
    }
}
