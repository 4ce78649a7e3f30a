import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { recording, toWav, wavSamples } from '@doslovno/server/test/recordings/recordings.ts'
import { storedUnder } from '@doslovno/server/test/recordings/storage.ts'
import { type Download, expect, type Page } from '@playwright/test'
import { parse } from '@plussub/srt-vtt-parser'

import { problemsOf } from './axe.ts'
import { test } from './documented.ts'
import { signIn } from './journey.ts'
import { addFile, createFreePerson, createPerson, type Person, stack } from './seed.ts'

const DAY_MS = 86_400_000

type Entry = { from: number; to: number; text: string }

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('link') })
const row = (page: Page, name: string) => rows(page).filter({ hasText: name })
const names = async (page: Page) => (await rows(page).getByRole('link').allInnerTexts()).map((name) => name.trim())
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Files that sort differently by date, size and name; the newest is the smallest, the first by name the longest. */
async function addFiles(person: Person, count: number): Promise<void> {
  for (let number = 1; number <= count; number++) {
    await addFile(person, [], {
      fileName: `Запись ${String(number).padStart(2, '0')}.mp3`,
      uploadedAt: new Date(Date.now() - ((number * 7) % count) * DAY_MS),
      sizeBytes: 1_000_000 * ((number * 5) % count) + 1_000_000,
      durationSeconds: 1000 - number,
      status: number === 3 ? 'uploaded' : 'complete',
    })
  }
}

test.describe('the list', () => {
  test.describe.configure({ mode: 'default' })
  let person: Person

  test.beforeAll(async () => {
    person = await createPerson()
    await addFiles(person, 23)
  })
  test.beforeEach(({ page }) => signIn(page, person))

  test('sorts by its column headers and keeps the order after a visit to a file [HOME-2, HOME-6, HOME-7]', async ({
    page,
  }) => {
    const first = () => rows(page).first()
    const sortBy = (name: string) => page.getByRole('columnheader', { name }).getByRole('button').click()
    await expect(first()).toContainText('Запись 23')
    // The browser's date: near midnight the test runner's time zone may be on another day.
    const today = await page.evaluate(() => {
      const now = new Date()
      return `${now.getDate()}.${String(now.getMonth() + 1).padStart(2, '0')}.${now.getFullYear()}`
    })
    await expect(first()).toContainText(today)

    await sortBy('Дата')
    await expect(first()).toContainText('Запись 13')
    await sortBy('Размер')
    await expect(first()).toContainText('Запись 09')
    await expect(first()).toContainText('23 МБ')
    await sortBy('Статус')
    await expect(first()).toContainText('Готов к обработке')
    await sortBy('Длительность')
    await expect(first()).toContainText('16:39')
    await sortBy('Название')
    await expect(page.getByRole('columnheader', { name: 'Название' })).toHaveAttribute('aria-sort', 'ascending')
    await expect(first()).toContainText('Запись 01')
    expect(await names(page)).toEqual(
      Array.from({ length: 10 }, (_, n) => `Запись ${String(n + 1).padStart(2, '0')}.mp3`),
    )

    await row(page, 'Запись 02').click()
    await expect(page).toHaveURL(/\/files\/[0-9a-f-]{36}$/)
    await page.goBack()
    await expect(first()).toContainText('Запись 01')
  })

  test('is paginated and remembers the page size [HOME-5]', async ({ page }) => {
    const pages = page.getByRole('navigation', { name: 'Страницы списка' })
    await expect(pages).toContainText('1–10 из 23')

    await button(page, 'Страница 3').click()
    await expect(pages).toContainText('21–23 из 23')
    await expect(rows(page)).toHaveCount(3)
    await page.getByLabel('Файлов на странице').selectOption('50')
    await expect(rows(page)).toHaveCount(23)
    await page.reload()

    await expect(rows(page)).toHaveCount(23)
    expect(await page.evaluate(() => localStorage.getItem('pageSize'))).toBe('50')
  })
})

test('search finds spoken words in any form and misspelt, and opens the file at that moment [HOME-8]', async ({
  page,
}) => {
  const person = await createPerson()
  const talk = Array.from({ length: 60 }, (_, number) => `Предложение номер ${number} о погоде и делах.`)
  talk[47] = 'Потом мы посадили берёзы у самой дороги.'
  const id = await addFile(person, talk, { fileName: 'Интервью с лесником.mp3' })
  await addFile(person, ['Ничего особенного.'], { fileName: 'Планёрка.mp3' })
  await signIn(page, person)

  await page.keyboard.press('/')
  const field = page.getByRole('textbox', { name: 'Поиск по файлам' })
  await expect(field).toBeFocused()
  for (const words of ['берёзами', 'бероза']) {
    await field.fill(words)
    await expect(page.getByText('Нашлось: 1 файл')).toBeVisible()
    expect(await page.locator('td mark').allInnerTexts()).toEqual(['берёзы'])
  }
  await field.fill('лесНИК')
  await expect(page.getByText('Нашлось: 1 файл')).toBeVisible()
  await expect(page.locator('td mark')).toHaveCount(0)
  await field.fill('такого тут нет')
  await expect(page.getByRole('heading', { name: 'Ничего не нашлось' })).toBeVisible()
  await field.fill('посадить березу')
  await page.getByRole('link', { name: /7:50/ }).click()

  await expect(page).toHaveURL(new RegExp(`/files/${id}\\?t=470$`))
  await expect(page.getByText('Потом мы посадили берёзы')).toBeInViewport()
})

test('an owner shares a file by link, and visitors lose it as soon as access is closed [SHR-1, SHR-2, SHR-3, SHR-4, HOME-3]', async ({
  page,
  browser,
  request,
}) => {
  const person = await createPerson()
  const id = await addFile(person, ['Это слышат все, у кого есть ссылка.'], { fileName: 'Лекция 7. Начало.mp3' })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, person)
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(`/files/${id}`)
  await expect(visitor.getByRole('heading', { name: 'Файл по данной ссылке недоступен' })).toBeVisible()

  await button(page, /Настроить доступ/).click()
  const dialog = page.getByRole('dialog', { name: 'Доступ к файлу' })
  await expect(dialog).toContainText('«Лекция 7»')
  await expect(dialog).toContainText('Файл доступен только тебе')
  await dialog.getByRole('button', { name: 'Открыть доступ' }).click()
  await expect(dialog).toContainText('Файл доступен для чтения всем по ссылке')
  await dialog.getByRole('button', { name: 'Копировать' }).click()
  await expect(page.getByText('Ссылка успешно скопирована!').first()).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toBe(`${new URL(page.url()).origin}/files/${id}`)

  await visitor.goto(link)
  await expect(visitor.getByText('Это слышат все, у кого есть ссылка.')).toBeVisible()
  await expect(button(visitor, /Настроить доступ|Поделиться|Удалить/)).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Закрыть доступ' }).click()
  await expect(dialog).toContainText('Файл доступен только тебе')

  expect((await request.get(`/api/scripts/${id}`)).status()).toBe(404)
  expect((await request.get(`/api/scripts/${id}/media`)).status()).toBe(404)
  await visitor.reload()
  await expect(visitor.getByRole('heading', { name: 'Файл по данной ссылке недоступен' })).toBeVisible()
})

test.describe('a transcript is exported', () => {
  test.describe.configure({ mode: 'default' })
  const talk = [
    'Добрый день, коллеги, начнём с главного.',
    'Выручка выросла на 15 % за квартал, и это лучше, чем мы ждали в начале года.',
    'Отлично. Кто расскажет про клиентов?',
    'Давайте я: их стало больше на треть, а жалоб — меньше.',
  ]
  let person: Person

  test.beforeAll(async () => {
    person = await createPerson()
    await addFile(person, talk, { fileName: 'Планёрка: итоги.mp3' })
  })
  test.beforeEach(({ page }) => signIn(page, person))

  async function exportAs(
    page: Page,
    format: string,
    options: { speakers: boolean; timecodes?: boolean },
  ): Promise<Download> {
    await button(page, /Скачать расшифровку/).click()
    await page.getByText(format, { exact: true }).click()
    await page.getByLabel('Имена спикеров').setChecked(options.speakers)
    if (options.timecodes !== undefined) await page.getByLabel('Таймкоды').setChecked(options.timecodes)
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, `Скачать ${format}`).click()])
    expect(download.suggestedFilename()).toBe(`Планёрка итоги.${format.toLowerCase()}`)
    return download
  }
  const textOf = async (download: Download) => readFileSync(await download.path(), 'utf8')
  const spoken = (text: string) => text.replace(/\s+/g, ' ').trim()

  test('as TXT, with or without speakers and timecodes [EXP-1, EXP-2]', async ({ page }) => {
    const full = await textOf(await exportAs(page, 'TXT', { speakers: true, timecodes: true }))
    expect(full.split('\n\n')).toHaveLength(4)
    expect(full).toContain(`[00:00:10] Спикер 2\n${talk[1]}`)

    await page.goto('/')
    const plain = await textOf(await exportAs(page, 'TXT', { speakers: false, timecodes: false }))
    expect(plain).toBe(talk.map((sentence) => `${sentence}\n`).join('\n'))
  })

  for (const format of ['SRT', 'VTT']) {
    test(`as ${format} that a third-party parser reads, in at most two short lines per cue [EXP-1, EXP-2]`, async ({
      page,
    }) => {
      const download = await exportAs(page, format, { speakers: false })
      await expect(page.getByLabel('Таймкоды')).toBeDisabled()
      const entries: Entry[] = parse(await textOf(download)).entries

      expect(spoken(entries.map(({ text }) => text).join(' '))).toBe(spoken(talk.join(' ')))
      for (const [index, { from, to, text }] of entries.entries()) {
        expect(to).toBeGreaterThan(from)
        expect(from).toBeGreaterThanOrEqual(entries[index - 1]?.to ?? 0)
        const lines = text.split('\n')
        expect(lines.length).toBeLessThanOrEqual(2)
        for (const line of lines) expect(line.length).toBeLessThanOrEqual(42)
        expect(text).not.toMatch(/ (и|на|в|за)\n|15\s*\n/)
      }
    })
  }

  test('as DOCX that LibreOffice opens [EXP-1]', async ({ page }, testInfo) => {
    const download = await exportAs(page, 'DOCX', { speakers: true, timecodes: true })
    const folder = testInfo.outputPath('office')
    const document = join(folder, 'talk.docx')
    await download.saveAs(document)

    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`
    execFileSync(
      'soffice',
      [profile, '--headless', '--convert-to', 'txt:Text (encoded):UTF8', '--outdir', folder, document],
      {
        timeout: 240_000,
      },
    )

    const text = readFileSync(join(folder, 'talk.txt'), 'utf8').replaceAll('\u00a0', ' ')
    expect(text).toContain('Планёрка: итоги')
    expect(text).toMatch(/Спикер 1[\s\S]*Спикер 2/)
    expect(text).toContain('00:00:10')
    for (const sentence of talk) expect(spoken(text)).toContain(sentence)
  })
})

test('deleting a file during processing removes all its data and returns the minutes [HOME-3, HOME-11, HOME-12]', async ({
  page,
}) => {
  const person = await createFreePerson()
  await signIn(page, person)
  const samples = wavSamples(recording('voxforge_ru/ru_0032.wav'))
  const buffer = toWav(Buffer.concat(Array.from({ length: 30 }, () => samples)))
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  const headers = { authorization: `Bearer ${token}` }
  const minutes = async () => (await (await page.request.get('/api/account', { headers })).json()).user.minutesRemain
  const before = await minutes()
  const uploaded = await page.request.post('/api/scripts/upload', {
    headers,
    multipart: { file: { name: 'Долгая запись.wav', mimeType: 'audio/wav', buffer } },
  })
  const { id } = (await uploaded.json()).script
  const started = await page.request.post(`/api/scripts/${id}/process`, { headers, data: { language: 'ru' } })
  expect(started.status()).toBe(200)

  await page.goto('/')
  await expect(row(page, 'Долгая запись')).toContainText(/\d+% обработано/)
  await expect.poll(minutes).toBeLessThan(before)
  await button(page, /Удалить/).click()
  const dialog = page.getByRole('dialog', { name: 'Удалить файл?' })
  await expect(dialog).toContainText('Долгая запись')
  await dialog.getByRole('button', { name: 'Удалить' }).click()

  await expect(page.getByRole('heading', { name: 'Пока здесь пусто' })).toBeVisible()
  expect(await minutes()).toBe(before)
  const { db, config } = await stack()
  expect(await db.selectFrom('scripts').select('id').where('id', '=', id).execute()).toEqual([])
  expect(await db.selectFrom('processes').select('id').where('scriptId', '=', id).execute()).toEqual([])
  await expect.poll(() => storedUnder(config.storage, `scripts/${id}`)).toEqual({ objects: 0, parts: 0 })
})

test('the library works by keyboard alone [HOME-1, HOME-8, SHR-1, EXP-2]', async ({ page }) => {
  const person = await createPerson()
  const id = await addFile(person, ['Раз.', 'Посадили берёзы.'], { fileName: 'Лес.mp3' })
  await addFile(person, ['Два.'], { fileName: 'Поле.mp3' })
  await signIn(page, person)
  await expect(row(page, 'Поле')).toBeVisible()
  const tabTo = async (name: string | RegExp, role: 'button' | 'link' | 'radio' = 'button') => {
    const target = page.getByRole(role, { name }).first()
    for (let presses = 0; presses < 40; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    await expect(target).toBeFocused()
  }

  await tabTo('Название')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('columnheader', { name: 'Название' })).toHaveAttribute('aria-sort', 'ascending')
  await tabTo(/Настроить доступ: Лес/)
  await page.keyboard.press('Enter')
  await expect(button(page, 'Открыть доступ')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(button(page, 'Закрыть доступ')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(button(page, /Настроить доступ: .*Лес/)).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('radiogroup', { name: 'Тип файла' })).toBeVisible()
  await tabTo(/^Скачать [A-Z]+$/)
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(download.suggestedFilename()).toMatch(/^Лес\./)
  await page.keyboard.press('Escape')
  await expect(button(page, /Скачать расшифровку: Лес/)).toBeFocused()

  await page.keyboard.press('/')
  await page.keyboard.type('берез')
  await expect(page.getByText('Нашлось: 1 файл')).toBeVisible()
  await tabTo(/0:10/, 'link')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/files/${id}\\?t=10$`))
})

const DEVICES = [
  { name: 'a desktop', viewport: { width: 1440, height: 900 } },
  { name: 'a phone', viewport: { width: 390, height: 844 } },
]

for (const colorScheme of ['light', 'dark'] as const) {
  for (const { name, viewport } of DEVICES) {
    test.describe(`on ${name} in the ${colorScheme} scheme`, () => {
      test.use({ colorScheme, viewport, bypassCSP: true, reducedMotion: 'reduce' })

      test('list, search and dialogs pass the accessibility check, and none scrolls sideways [HOME-4]', async ({
        page,
      }) => {
        const person = await createPerson()
        await addFiles(person, 11)
        await addFile(person, ['Раз.', 'Посадили берёзы.'], {
          fileName: `Лес${' и очень длинное название'.repeat(9)}.mp3`,
        })
        await signIn(page, person)
        await expect(button(page, /Удалить/).first()).toBeVisible()
        expect(await problemsOf(page), 'the list').toEqual([])

        await page.keyboard.press('/')
        await page.getByRole('textbox', { name: 'Поиск по файлам' }).fill('берез')
        await expect(page.getByText('Нашлось: 1 файл')).toBeVisible()
        expect(await problemsOf(page), 'search results').toEqual([])

        for (const [opener, sign] of [
          [/Настроить доступ/, 'Открыть доступ'],
          [/Скачать расшифровку/, 'Тип файла'],
          [/Удалить/, 'Удалить файл?'],
        ] as const) {
          await button(page, opener).click()
          await expect(page.getByRole('dialog')).toBeVisible()
          await expect(page.getByText(sign).or(page.getByLabel(sign)).first()).toBeVisible()
          expect(await problemsOf(page), sign).toEqual([])
          await page.keyboard.press('Escape')
          await expect(page.getByRole('dialog')).toHaveCount(0)
        }
      })
    })
  }
}
