import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { partSizeOf } from '@doslovno/domain/upload/parts.ts'
import { brokenMedia, silentVideo } from '@doslovno/server/test/recordings/media.ts'
import { recording, toWav, wavSamples } from '@doslovno/server/test/recordings/recordings.ts'
import { type Browser, expect, type Page } from '@playwright/test'

import { test } from './documented.ts'
import { ports } from './environment.ts'
import { chooseFile, HOME, signIn, transcribe } from './journey.ts'
import { createFreePerson, createPerson } from './seed.ts'
import { startSlowProxy } from './slow-proxy.ts'

const SPEECH = recording('voxforge_ru/ru_0032.wav')
const CUT_MS = 20_000
/** Bytes per second, so that a part takes a few seconds. */
const SLOW = 2_000_000

/** A recording of `bytes` of samples: one clip of speech, repeated. */
function longRecording(bytes: number): Buffer {
  const samples = wavSamples(SPEECH)
  const times = Math.ceil(bytes / samples.length)
  return toWav(Buffer.concat(Array.from({ length: times }, () => samples)).subarray(0, bytes - (bytes % 2)))
}

type SlowProxy = Awaited<ReturnType<typeof startSlowProxy>>

/** A page behind a proxy that the test can slow down and cut. */
async function pageBehindProxy(browser: Browser): Promise<{ page: Page; proxy: SlowProxy }> {
  const proxy = await startSlowProxy()
  const context = await browser.newContext({ proxy: { server: proxy.address }, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  page.on('dialog', (dialog) => void dialog.accept())
  return { page, proxy }
}

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

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('an upload survives a network outage of 20 s and a reload: at most one part is resent, and the file arrives intact [UP-1, UP-5, UP-10]', async ({
  browser,
}) => {
  const { page, proxy } = await pageBehindProxy(browser)
  const folder = mkdtempSync(join(tmpdir(), 'upload-'))
  const path = join(folder, 'Долгая встреча.wav')
  const content = longRecording(36_000_000)
  writeFileSync(path, content)
  const partSize = partSizeOf(content.length)
  await signIn(page, await createPerson(), '/upload')
  proxy.setSpeed(SLOW)

  await page.locator('input[type=file]').setInputFiles(path)
  await proxy.holdAt(2, partSize * 0.1)
  proxy.cut()
  const putsBefore = proxy.puts.length
  await expect(page.getByText(/^Нет связи\. Продолжим с\s\d+%, когда появится интернет$/)).toBeVisible()
  await wait(CUT_MS)
  await expect(page.getByText(/^Нет связи\./)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Произошла ошибка загрузки' })).toHaveCount(0)
  proxy.restore()
  proxy.setSpeed(SLOW)
  await proxy.holdAt(putsBefore + 2, partSize * 0.1)
  await page.reload()

  const unfinished = page.getByRole('region', { name: 'Незаконченные загрузки' })
  await expect(unfinished).toContainText('Выбери тот же файл, чтобы продолжить')
  await expect(unfinished).toContainText('Долгая встреча.wav')
  proxy.setSpeed(Infinity)
  await unfinished.locator('input[type=file]').setInputFiles(path)
  await expect(page.getByText(/ · загружено$/)).toBeVisible()

  const resent = proxy.received() - content.length
  test.info().annotations.push({ type: 'sent twice', description: `${resent} bytes; a part has ${partSize}` })
  expect(resent).toBeGreaterThan(0)
  expect(resent).toBeLessThanOrEqual(partSize)
  expect(sha256(await storedFile(page, 'Долгая встреча.wav'))).toBe(sha256(content))
  proxy.close()
  rmSync(folder, { recursive: true })
})

test('resuming an upload with a different file shows a clear error', async ({ browser }) => {
  const { page, proxy } = await pageBehindProxy(browser)
  const content = longRecording(20_000_000)
  const file = (buffer: Buffer) => ({ name: 'Одно имя.wav', mimeType: 'audio/wav', buffer })
  await signIn(page, await createPerson(), '/upload')
  proxy.setSpeed(SLOW)
  await page.locator('input[type=file]').setInputFiles(file(content))
  await proxy.holdAt(2, partSizeOf(content.length) * 0.1)
  await page.reload()
  proxy.setSpeed(Infinity)

  const unfinished = page
    .getByRole('region', { name: 'Незаконченные загрузки' })
    .getByRole('listitem')
    .filter({ hasText: 'Одно имя.wav' })
  const other = Buffer.from(content)
  other.writeInt16LE(1234, 1_000_000)
  await unfinished.locator('input[type=file]').setInputFiles(file(other))
  await expect(page.getByRole('heading', { name: 'Это другой файл' })).toBeVisible()
  await page.getByRole('button', { name: 'Выбрать другой файл' }).click()

  await unfinished.getByRole('button', { name: 'Удалить' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click()
  await expect(unfinished).toHaveCount(0)
  proxy.close()
})

test('an upload can be cancelled halfway: nothing of it remains, and another one can be started [UP-10]', async ({
  browser,
}) => {
  const { page, proxy } = await pageBehindProxy(browser)
  const content = longRecording(20_000_000)
  await signIn(page, await createPerson(), '/upload')
  proxy.setSpeed(SLOW / 10)
  await page.locator('input[type=file]').setInputFiles({ name: 'long.wav', mimeType: 'audio/wav', buffer: content })
  await expect(page.getByText(/^[1-9]\d?% · .* из\s20\sМБ · .*[КМ]Б\/с · осталось /)).toBeVisible()

  const aborted = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await page.getByRole('button', { name: 'Отменить загрузку' }).click()

  await expect(page.getByText('Выбери файл')).toBeVisible()
  expect((await aborted).ok()).toBe(true)
  expect(proxy.received()).toBeLessThan(content.length)
  proxy.setSpeed(Infinity)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: HOME })).toBeVisible()
  await expect(page.getByText('long.wav')).toHaveCount(0)
  await expect(page.getByText(/загрузка не\sзакончена/)).toHaveCount(0)
  await transcribe(page, SPEECH)
  proxy.close()
})

test('a file over the size limit of the tariff is refused before the first byte is sent [UP-4]', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'upload-'))
  const path = join(folder, 'Фильм.mp4')
  writeFileSync(path, '')
  truncateSync(path, 301_000_000)
  const requests: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && requests.push(request.url()))
  await signIn(page, await createFreePerson())
  requests.length = 0

  await chooseFile(page, path)

  await expect(page.getByRole('heading', { name: 'Файл слишком большой' })).toBeVisible()
  await expect(page.getByText(/301\sМБ из\s300\sМБ/)).toBeVisible()
  expect(requests.filter((url) => url.includes('/api/uploads'))).toEqual([])
  rmSync(folder, { recursive: true })
})

const FLAWED = [
  ['no audio stream', 'video/mp4', silentVideo, 'Файл не содержит ни одной аудио дорожки'],
  ['corrupt content', 'audio/mpeg', brokenMedia, 'Файл не может быть обработан'],
  ['plain text inside', 'audio/mpeg', () => Buffer.from('just text'), 'Данный формат файла не поддерживается'],
] as const
for (const [flaw, mimeType, make, title] of FLAWED) {
  test(`a file with ${flaw} is rejected before processing [UP-12]`, async ({ page }) => {
    await signIn(page, await createPerson())
    const started: string[] = []
    page.on('request', (request) => request.url().endsWith('/process') && started.push(request.url()))

    await chooseFile(page, { name: 'flawed.bin', mimeType, buffer: make() })

    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    expect(started).toEqual([])
    await page.getByRole('button', { name: 'Выбрать другой файл' }).click()
    await expect(page.getByText('Выбери файл')).toBeVisible()
  })
}

test('files chosen together are queued with the same options, each with its status', async ({ page }) => {
  await signIn(page, await createPerson(), '/upload')
  const started: unknown[] = []
  page.on('request', (request) => request.url().endsWith('/process') && started.push(request.postDataJSON()))

  await page.locator('input[type=file]').setInputFiles([SPEECH, recording('voxforge_ru/ru_0035.wav')])
  await page.getByText('Лекция').click()
  const others = page.getByRole('region', { name: 'Ещё файлы' })
  await expect(others).toContainText('ru_0035.wav')
  await page.getByRole('button', { name: 'Начать обработку' }).click()

  await expect(others).toContainText('Обрабатывается')
  expect(started).toEqual([
    expect.objectContaining({ mediaType: 'lection' }),
    expect.objectContaining({ mediaType: 'lection' }),
  ])
  await page.waitForURL(/\/files\/[0-9a-f-]{36}/)
})

test('a whole upload works by keyboard alone, and focus follows each step [UP-1, UP-7]', async ({ page }) => {
  await signIn(page, await createPerson())
  // Listens early: the browser needs a moment to start intercepting its file dialog.
  const chooser = page.waitForEvent('filechooser')
  await page.goto('/upload')
  await page.locator('input[type=file]').focus()
  await page.keyboard.press('Enter')
  await (await chooser).setFiles(SPEECH)

  await expect(page.getByRole('heading', { name: 'Новая расшифровка' })).toBeFocused()
  const press = async (key: string, isReached: () => Promise<boolean>) => {
    for (let presses = 0; presses < 20 && !(await isReached()); presses++) await page.keyboard.press(key)
  }
  const focused = (role: 'radio' | 'button' | 'checkbox', name: string) => () =>
    page.getByRole(role, { name, exact: true }).evaluate((element) => element === document.activeElement)
  await press('Tab', focused('radio', 'Интервью'))
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Лекция' })).toBeChecked()
  await press('Tab', focused('checkbox', 'Запись плохого качества'))
  await page.keyboard.press('Space')
  await expect(page.getByRole('checkbox', { name: 'Запись плохого качества' })).toBeChecked()
  await press('Tab', focused('button', 'Начать обработку'))
  await page.keyboard.press('Enter')

  await expect(page.getByRole('progressbar', { name: 'Обработка файла' })).toBeVisible()
  await page.waitForURL(/\/files\/[0-9a-f-]{36}/)
})

test('the text appears during recognition, and the tab may be closed meanwhile [UP-11]', async ({ page, context }) => {
  await signIn(page, await createPerson())
  await chooseFile(page, { name: 'Полторы минуты.wav', mimeType: 'audio/wav', buffer: longRecording(2_900_000) })
  await page.getByRole('button', { name: 'Начать обработку' }).click()
  const draft = page.getByRole('region', { name: 'Уже распознано' })
  await expect(draft.locator('[data-text]').first()).toBeVisible({ timeout: 300_000 })
  const address = page.url()
  await page.close()

  const again = await context.newPage()
  await again.goto(address.replace('/upload', '/'))
  await again.getByRole('link', { name: 'Полторы минуты' }).first().click()
  await expect(again.getByRole('region', { name: 'Расшифровка' })).toBeVisible({ timeout: 300_000 })
})

test.describe('a link', () => {
  test.describe.configure({ mode: 'default' })
  let server: Server
  let closed: Promise<void>
  const url = (path: string) => `http://127.0.0.1:${ports.files}${path}`

  test.beforeAll(async () => {
    const speech = toWav(wavSamples(SPEECH))
    server = createServer((request, response) => {
      response.setHeader('content-type', 'audio/wav')
      if (request.url === '/speech.wav') {
        response.setHeader('content-length', speech.length)
        response.end(speech)
        return
      }
      if (request.url !== '/endless.wav') {
        response.statusCode = 403
        response.end()
        return
      }
      closed = once(response, 'close').then(() => undefined)
      response.setHeader('content-length', 50_000_000)
      response.write(speech)
      const timer = setInterval(() => response.write(Buffer.alloc(50_000)), 200)
      response.once('close', () => clearInterval(timer))
    })
    await once(server.listen(ports.files, '127.0.0.1'), 'listening')
  })
  test.afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  test('to a file is downloaded by the service and transcribed [LINK-6, UP-15]', async ({ page }) => {
    await signIn(page, await createPerson(), '/upload')

    await page.getByLabel('Ссылка на файл').fill(url('/speech.wav'))
    await page.getByRole('button', { name: 'Загрузить' }).click()
    await expect(page.getByText('speech.wav')).toBeVisible()
    await page.getByRole('button', { name: 'Начать обработку' }).click()

    await page.waitForURL(/\/files\/[0-9a-f-]{36}/)
    await expect(page.getByRole('region', { name: 'Плеер' })).toContainText('0:09')
  })

  test('stops downloading when it is cancelled [LINK-6]', async ({ page }) => {
    await signIn(page, await createPerson(), '/upload')
    await page.getByLabel('Ссылка на файл').fill(url('/endless.wav'))
    await page.getByRole('button', { name: 'Загрузить' }).click()
    await expect(page.getByText(/скачиваем по\sссылке · [1-9]/)).toBeVisible()

    await page.getByRole('button', { name: 'Отменить загрузку' }).click()

    await expect(page.getByText('Выбери файл')).toBeVisible()
    await closed
    await page.goto('/')
    await expect(page.getByText('endless')).toHaveCount(0)
  })

  test('to a forbidden file returns to its field with the reason [LINK-5]', async ({ page }) => {
    await signIn(page, await createPerson(), '/upload')

    await page.getByLabel('Ссылка на файл').fill(url('/secret.wav'))
    await page.getByRole('button', { name: 'Загрузить' }).click()

    await expect(page.getByText('Проверь, что файл по ссылке находится в открытом доступе')).toBeVisible()
    await expect(page.getByLabel('Ссылка на файл')).toHaveValue(url('/secret.wav'))
  })

  test('is locked on the free tariff: the dialog leads to the tariffs and no request is sent [LINK-4, TAR-8]', async ({
    page,
  }) => {
    await signIn(page, await createFreePerson(), '/upload')
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await page.getByLabel('Ссылка на файл').fill(url('/speech.wav'))
    await expect(page.locator('form button svg.lucide-lock')).toBeVisible()

    await page.getByRole('button', { name: /^Загрузить/ }).click()

    const dialog = page.getByRole('dialog', { name: 'Сменить тариф?' })
    await expect(dialog).toContainText('Загрузка по ссылке доступна на всех платных тарифах')
    await expect(dialog.getByRole('button', { name: 'Выбрать тариф' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/tariffs\?from=/)
    await expect(page.getByRole('heading', { name: 'Старт' })).toBeVisible()
    expect(requests.filter((address) => address.includes('upload-by-link'))).toEqual([])
  })
})
