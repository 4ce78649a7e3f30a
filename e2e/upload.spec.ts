import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { wordErrorRate } from '@doslovno/domain/transcript/word-error-rate.ts'
import { partSizeOf } from '@doslovno/domain/upload/parts.ts'
import { answerWith, type Receiver, startReceiver } from '@doslovno/server/test/receiver.ts'
import { recording, reference, toWav, wavSamples } from '@doslovno/server/test/recordings/recordings.ts'
import { expect, type Page } from '@playwright/test'

import { expectAccessible } from './axe.ts'
import { test } from './documented.ts'
import { ports } from './environment.ts'
import { signIn } from './journey.ts'
import { mailBySubject } from './mails.ts'
import { createPerson } from './seed.ts'
import { startSlowProxy } from './slow-proxy.ts'

const SPEECH = 'voxforge_ru/ru_0032.wav'
const DIALOGUE = wavSamples(recording('dialogs/ru_2spk.wav'))

const transcript = (page: Page) => page.getByRole('region', { name: 'Расшифровка' })

test('an upload survives a network outage and a reload: at most one part is resent, and the file arrives intact [UP-1, UP-5, UP-10]', async ({
  browser,
}) => {
  const proxy = await startSlowProxy()
  const context = await browser.newContext({ proxy: { server: proxy.address } })
  const page = await context.newPage()
  page.on('dialog', (dialog) => void dialog.accept())
  const folder = mkdtempSync(join(tmpdir(), 'upload-'))
  const path = join(folder, 'Долгая встреча.wav')
  const content = toWav(Buffer.alloc(20_000_000, wavSamples(recording(SPEECH))))
  writeFileSync(path, content)
  const partSize = partSizeOf(content.length)
  await signIn(page, await createPerson(), '/upload')

  const secondPart = proxy.holdAt(2, partSize * 0.1)
  await page.locator('input[type=file]').setInputFiles(path)
  await secondPart
  proxy.cut()
  await expect(page.getByText(/^Нет связи\. Продолжим с\s\d+%, когда появится интернет$/)).toBeVisible()
  const thirdPart = proxy.holdAt(proxy.puts.length + 2, partSize * 0.1)
  proxy.restore()
  await thirdPart
  await page.reload()

  const unfinished = page.getByRole('region', { name: 'Незаконченные загрузки' })
  await expect(unfinished).toContainText('Выбери тот же файл, чтобы продолжить')
  await expect(unfinished).toContainText('Долгая встреча.wav')
  proxy.restore()
  await unfinished.locator('input[type=file]').setInputFiles(path)
  await expect(page.getByText(/ · загружено$/)).toBeVisible()

  const resent = proxy.received() - content.length
  expect(resent).toBeGreaterThan(0)
  expect(resent).toBeLessThanOrEqual(partSize)
  expect(sha256(await storedFile(page, 'Долгая встреча.wav'))).toBe(sha256(content))
  proxy.close()
  rmSync(folder, { recursive: true })
})

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** The stored file, read from the URL that its page plays. */
async function storedFile(page: Page, fileName: string): Promise<Buffer> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  const getJson = async (path: string) =>
    (await fetch(new URL(path, page.url()), { headers: { authorization: `Bearer ${token}` } })).json()
  const { data }: { data: { id: string; fileName: string }[] } = await getJson('/api/scripts')
  const script = data.find((candidate) => candidate.fileName === fileName)
  const { fileSrc }: { fileSrc: string } = await getJson(`/api/scripts/${script?.id}`)
  return Buffer.from(await (await fetch(fileSrc)).arrayBuffer())
}

test.describe('a recording', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  let receiver: Receiver
  test.beforeAll(async () => {
    receiver = await startReceiver(ports.hooks)
  })
  test.afterAll(() => receiver.close())

  test('uploaded by keyboard alone becomes its text; a mail brings it in the chosen formats, and a webhook is told [ACC-7, ACC-14, FILE-2, UP-1, UP-7]', async ({
    page,
  }) => {
    const person = await createPerson()
    await signIn(page, person, '/account')
    const notifications = page.getByRole('region', { name: 'Уведомления' })
    for (const name of ['TXT', 'DOCX', 'SRT', 'VTT']) await notifications.getByRole('checkbox', { name }).check()
    await notifications.getByRole('button', { name: 'Сохранить' }).click()
    await expect(page.getByText('Настройки сохранены')).toBeVisible()
    const secret = await addWebhook(page)
    await webhooks(page).getByRole('button', { name: 'Отправить пробное' }).click()
    await expect(delivery(page, 'Пробное событие')).toContainText('Доставлено')
    expect(receiver.verify(secret, receiver.received[0])).toMatchObject({ type: 'webhook.test' })
    receiver.answer = answerWith(500)
    receiver.received = []

    await uploadByKeyboard(page)
    await expect(page.getByRole('region', { name: 'Плеер' })).toContainText('0:09')
    await expect(transcript(page)).toBeVisible()
    const text = (await transcript(page).locator('p').allInnerTexts()).join(' ')
    expect(wordErrorRate(reference(SPEECH), text)).toBeLessThanOrEqual(0.4)
    const scriptId = page.url().split('/').at(-1)

    await receiver.waitFor(1)
    await page.goto('/account')
    await webhooks(page).getByText('Доставки').click()
    await expect(delivery(page, 'Файл готов')).toContainText('код 500')
    await expectAccessible(page, 'a failed delivery')
    receiver.answer = answerWith(204)
    await delivery(page, 'Файл готов').getByRole('button', { name: 'Отправить снова' }).click()
    await expect(delivery(page, 'Файл готов')).toContainText('Доставлено')
    const told = receiver.received.map((request) => receiver.verify(secret, request) as { type: string })
    expect(told.findLast(({ type }) => type === 'script.completed')).toMatchObject({
      data: { script: { id: scriptId, status: 'complete', url: expect.stringContaining(`/files/${scriptId}`) } },
    })

    const mail = await mailBySubject(person.email, 'Готово: ru_0032')
    const formats = mail.attachments.map(({ fileName }) => fileName)
    expect(formats).toEqual(['ru_0032.txt', 'ru_0032.docx', 'ru_0032.srt', 'ru_0032.vtt'])
    const [txt] = mail.attachments.map(({ content }) => Buffer.from(content, 'base64').toString())
    expect(txt).toContain(text.split(/\s+/)[0])
    await page.goto(/https?:\/\/\S+\/unsubscribe\?token=[\w-]+/.exec(mail.text)?.[0] ?? '')
    await page.getByRole('button', { name: 'Отписаться' }).click()
    await expect(page.getByRole('heading', { name: 'Больше не\u00a0пишем' })).toBeVisible()
    await page.goto('/account')
    await expect(notifications.getByRole('checkbox', { name: 'E-mail' })).not.toBeChecked()
  })

  const webhooks = (page: Page) => page.getByRole('region', { name: 'Вебхуки', exact: true })
  const delivery = (page: Page, event: string) =>
    webhooks(page).getByRole('listitem').getByRole('listitem').filter({ hasText: event }).first()

  /** Fills in the form; returns the secret that the copy button copies. */
  async function addWebhook(page: Page): Promise<string> {
    await webhooks(page).getByRole('button', { name: 'Добавить вебхук' }).click()
    const dialog = page.getByRole('dialog', { name: 'Новый вебхук' })
    await dialog.getByLabel('Адрес').fill('https://10.0.0.1/')
    await dialog.getByRole('button', { name: 'Добавить' }).click()
    await expect(dialog).toContainText('Это адрес внутренней сети')
    await expectAccessible(page, 'a refused webhook')
    await dialog.getByLabel('Адрес').fill(receiver.url)
    await dialog.getByRole('button', { name: 'Добавить' }).click()
    await expect(webhooks(page)).toContainText(receiver.url)
    await webhooks(page).getByRole('button', { name: 'Скопировать секрет' }).click()
    return page.evaluate(() => navigator.clipboard.readText())
  }

  /** Chooses the file and its options and starts; focus follows each step. Ends on the page of the file. */
  async function uploadByKeyboard(page: Page): Promise<void> {
    // Listens early: the browser needs a moment to start intercepting its file dialog.
    const chooser = page.waitForEvent('filechooser')
    await page.goto('/upload')
    await page.locator('input[type=file]').focus()
    await page.keyboard.press('Enter')
    await (await chooser).setFiles(recording(SPEECH))
    await expect(page.getByRole('heading', { name: 'Новая расшифровка' })).toBeFocused()
    const tabTo = async (role: 'radio' | 'button' | 'checkbox', name: string) => {
      const target = page.getByRole(role, { name, exact: true })
      const isReached = () => target.evaluate((element) => element === document.activeElement)
      for (let presses = 0; presses < 20 && !(await isReached()); presses++) await page.keyboard.press('Tab')
    }
    await tabTo('radio', 'Интервью')
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: 'Лекция' })).toBeChecked()
    await tabTo('checkbox', 'Запись плохого качества')
    await page.keyboard.press('Space')
    await expect(page.getByRole('checkbox', { name: 'Запись плохого качества' })).toBeChecked()
    await tabTo('button', 'Начать обработку')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/files\/[0-9a-f-]{36}/)
  }
})

test('a file is read and played while it is recognised, and plays on when the text is complete [UP-11]', async ({
  page,
}) => {
  const draft = page.getByRole('region', { name: 'Уже распознано' })
  const pause = page.getByRole('button', { name: 'Пауза' })
  const secondsHeard = async () =>
    Number(await page.getByRole('slider', { name: 'Позиция воспроизведения' }).getAttribute('aria-valuenow'))
  await signIn(page, await createPerson(), '/upload')
  // Two minutes: long enough to play on after the text is complete.
  const buffer = toWav(Buffer.concat([DIALOGUE, DIALOGUE, DIALOGUE]))
  await page.locator('input[type=file]').setInputFiles({ name: 'Разговор.wav', mimeType: 'audio/wav', buffer })
  await page.getByRole('button', { name: 'Начать обработку' }).click()
  await expect(draft.locator('[data-text]').first()).toBeVisible()

  await draft.locator('[data-seek]').first().click()
  await expect(pause).toBeVisible()
  await expect(draft.locator('[aria-current]')).toHaveCount(1)
  await expect.poll(secondsHeard).toBeGreaterThan(1)
  const before = await secondsHeard()
  await expect(transcript(page)).toBeVisible()

  await expect(pause).toBeVisible()
  // It neither begins again nor stands still.
  const after = await secondsHeard()
  expect(after).toBeGreaterThanOrEqual(before)
  await expect.poll(secondsHeard).toBeGreaterThan(after)
})

test('a link to a file is downloaded by the service, which then offers to process it [LINK-6, UP-15]', async ({
  page,
}) => {
  const speech = toWav(wavSamples(recording(SPEECH)))
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'audio/wav', 'content-length': speech.length }).end(speech)
  })
  await once(server.listen(ports.files, '127.0.0.1'), 'listening')
  await signIn(page, await createPerson(), '/upload')

  await page.getByLabel('Ссылка на файл').fill(`http://127.0.0.1:${ports.files}/speech.wav`)
  await page.getByRole('button', { name: 'Загрузить' }).click()

  await expect(page.getByText('speech.wav')).toBeVisible()
  await expect(page.getByText(/ · загружено$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Начать обработку' })).toBeVisible()
  server.closeAllConnections()
  server.close()
})
