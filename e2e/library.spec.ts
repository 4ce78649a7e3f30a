import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { unzip } from '@doslovno/server/test/unzip.ts'
import { type BrowserContext, expect, type Page, type Request } from '@playwright/test'

import { test } from './documented.ts'
import { origin } from './environment.ts'
import { signIn } from './journey.ts'
import { addFile, addRecorded, createPerson, dialogue, type Person } from './seed.ts'

const DAY_MS = 86_400_000

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('link') })
const row = (page: Page, name: string) => rows(page).filter({ hasText: name })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const rail = (page: Page) => page.getByRole('navigation', { name: 'Папки' })
const folder = (page: Page, name: string) => rail(page).getByRole('link', { name })

/** The newest comes first. */
async function addFiles(person: Person, names: readonly string[]): Promise<void> {
  for (const [index, name] of names.entries()) {
    const uploadedAt = new Date(Date.now() - index * DAY_MS)
    await addFile(person, [`Это запись «${name}».`], { fileName: `${name}.mp3`, uploadedAt })
  }
}

test('the list is sorted and paged, and keeps its place after a visit to a file [HOME-2, HOME-5, HOME-6, HOME-7]', async ({
  page,
}) => {
  const person = await createPerson()
  const names = Array.from({ length: 12 }, (_, index) => `Запись ${String(12 - index).padStart(2, '0')}`)
  await addFiles(person, names)
  await signIn(page, person)
  await expect(rows(page).first()).toContainText('Запись 12')

  await page.getByRole('columnheader', { name: 'Название' }).getByRole('button').click()
  await expect(rows(page).first()).toContainText('Запись 01')
  await button(page, 'Страница 2').click()
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).first()).toContainText('Запись 11')
  await row(page, 'Запись 12').click()
  await expect(page).toHaveURL(/\/files\/[0-9a-f-]{36}$/)
  await page.goBack()

  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).first()).toContainText('Запись 11')
})

test('the library works by keyboard alone: sort, share, download, search in any form of a word, and play at that moment [EXP-2, HOME-1, HOME-8, SHR-1]', async ({
  page,
}) => {
  const person = await createPerson()
  const path = await addRecorded(person, dialogue('Лес.wav', ['Раз.', 'Посадили берёзы.']))
  await addFile(person, ['Два.'], { fileName: 'Поле.mp3' })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, person)
  await expect(row(page, 'Поле')).toBeVisible()
  const tabTo = async (name: string | RegExp, role: 'button' | 'link' = 'button') => {
    const target = page.getByRole(role, { name }).first()
    for (let presses = 0; presses < 40; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    await expect(target).toBeFocused()
  }

  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'К содержимому' })).toBeFocused()
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
  // The dialog of a public file offers its link first.
  await page.keyboard.press('Enter')
  await expect(button(page, 'Копировать')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`${origin}${path}`)
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
  await page.keyboard.type('берёзами')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Нашлось: 1 файл')).toBeVisible()
  await tabTo(/0:05/, 'link')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${path}?t=5`)
  await expect(page.getByText('Посадили берёзы.')).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Слушать', exact: true })).toBeEnabled()
  await page.keyboard.press('Space')
  await expect(button(page, 'Пауза')).toBeVisible()
})

test('folders take files by drag and give them back, are renamed, and deleted without their files', async ({
  page,
}) => {
  const person = await createPerson()
  await addFiles(person, ['Лекция 1', 'Лекция 2', 'Планёрка'])
  await signIn(page, person)
  await expect(row(page, 'Планёрка')).toBeVisible()
  await expect(rail(page)).toHaveCount(0)
  await createFolder(page, 'Лекции')

  await row(page, 'Планёрка').dragTo(folder(page, 'Лекции'))
  await expect(folder(page, 'Лекции 1 файл')).toBeVisible()
  await button(page, 'Вернуть').click()
  await expect(folder(page, 'Лекции 0 файлов')).toBeVisible()
  await pick(page, 'Лекция 1', 'Лекция 2')
  await row(page, 'Лекция 1').dragTo(folder(page, 'Лекции'))
  await expect(folder(page, 'Лекции 2 файла')).toBeVisible()
  await folder(page, 'Лекции').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Лекции' })).toBeVisible()
  await page.reload()
  await expect(row(page, 'Лекция')).toHaveCount(2)
  await expect(row(page, 'Планёрка')).toHaveCount(0)

  const menu = (name: string) => page.getByRole('button', { name: `Что сделать с папкой «${name}»` })
  await menu('Лекции').click()
  await page.getByRole('menuitem', { name: 'Переименовать' }).click()
  await page.getByRole('textbox', { name: 'Название папки' }).fill('Семинары')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Семинары' })).toBeVisible()
  await menu('Семинары').click()
  await page.getByRole('menuitem', { name: 'Удалить папку' }).click()
  await page.getByRole('dialog', { name: 'Удалить папку?' }).getByRole('button', { name: 'Удалить папку' }).click()
  await expect(rail(page)).toHaveCount(0)
  await expect(rows(page)).toHaveCount(3)
})

test('selected files are downloaded as one archive, and deleted together', async ({ page }) => {
  const person = await createPerson()
  const bar = page.getByRole('toolbar', { name: 'Действия с выбранными файлами' })
  const action = (name: string) => page.getByRole('button', { name, exact: true })
  await addFiles(person, ['Лекция', 'Планёрка', 'Интервью', 'Остаётся'])
  await addFile(person, [], { fileName: 'Завтра.mp3', status: 'uploaded' })
  await signIn(page, person)
  await pick(page, 'Лекция')
  await page.getByRole('checkbox', { name: 'Выбрать: Интервью.mp3' }).click({ modifiers: ['Shift'] })
  await expect(bar).toContainText('Выбрано 3')
  await pick(page, 'Завтра')

  await action('Скачать').click()
  await page.getByText('TXT', { exact: true }).click()
  await expect(page.getByText('Без текста 1 файл: в архив не попадут.')).toBeVisible()
  const downloading = page.waitForEvent('download')
  await action('Скачать TXT в ZIP').click()
  const download = await downloading
  const files = await unzip(readFileSync(await download.path()))
  expect(download.suggestedFilename()).toMatch(/^Расшифровки .*\.zip$/)
  expect([...files.keys()].toSorted()).toEqual(['Интервью.txt', 'Лекция.txt', 'Не вошли в архив.txt', 'Планёрка.txt'])
  expect(files.get('Лекция.txt')?.toString()).toContain('Это запись «Лекция».')

  await page.keyboard.press('Escape')
  await action('Удалить').click()
  const dialog = page.getByRole('dialog', { name: 'Удалить 4 файла?' })
  await dialog.getByRole('button', { name: 'Удалить' }).click()
  await expect(dialog).toBeHidden()
  await expect(rows(page)).toHaveCount(1)
  await expect(row(page, 'Остаётся')).toBeVisible()
})

async function createFolder(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Новая папка', exact: true }).click()
  await page.getByRole('textbox', { name: 'Название папки' }).fill(name)
  await page.keyboard.press('Enter')
  await expect(folder(page, name)).toBeVisible()
}

async function pick(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) {
    await row(page, name).hover()
    await page.getByRole('checkbox', { name: `Выбрать: ${name}.mp3` }).check()
  }
}

test('a transcript is downloaded as DOCX that LibreOffice opens [EXP-1]', async ({ page }, testInfo) => {
  const talk = ['Добрый день, коллеги, начнём с главного.', 'Выручка выросла на 15 % за квартал.']
  const person = await createPerson()
  await addFile(person, talk, { fileName: 'Планёрка: итоги.mp3' })
  await signIn(page, person)
  await button(page, /Скачать расшифровку/).click()
  await page.getByText('DOCX', { exact: true }).click()
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Скачать DOCX').click()])
  const directory = testInfo.outputPath('office')
  await download.saveAs(join(directory, 'talk.docx'))

  const profile = `-env:UserInstallation=${pathToFileURL(join(directory, 'profile')).href}`
  const conversion = ['--headless', '--convert-to', 'txt:Text (encoded):UTF8', '--outdir', directory]
  execFileSync('soffice', [profile, ...conversion, join(directory, 'talk.docx')], { timeout: 240_000 })

  const text = readFileSync(join(directory, 'talk.txt'), 'utf8').replaceAll('\u00a0', ' ')
  expect(download.suggestedFilename()).toBe('Планёрка итоги.docx')
  expect(text).toContain('Планёрка: итоги')
  expect(text).toMatch(/Спикер 1[\s\S]*Спикер 2/)
  for (const sentence of talk) expect(text.replace(/\s+/g, ' ')).toContain(sentence)
})

test('a change made elsewhere is told by a stream while polls rest, waits for a hidden tab to be seen, and reaches two tabs by one stream, which the second takes over', async ({
  page: first,
  context,
}) => {
  const person = await createPerson()
  const id = await addFile(person, [], { fileName: 'Планёрка' })
  const { email, password } = person
  const login = await context.request.post('/api/account/login', { data: { email, password } })
  const headers = { authorization: `Bearer ${(await login.json()).accessToken}` }
  const rename = async (fileName: string) => {
    const reply = await context.request.patch(`/api/scripts/${id}/filename`, { headers, data: { fileName } })
    expect(reply.status()).toBe(200)
  }
  // The first visit grants the minutes of the month: a change that the page under test must not see.
  await context.request.get('/api/account', { headers })
  const requests = watchRequests(context)
  await first.clock.install()
  await signIn(first, person)
  // A stream begins with the version, and the page asks for the account again.
  await expect.poll(() => requests.ended('/api/account')).toBeGreaterThanOrEqual(2)
  const polls = () => requests.asked('/api/scripts') + requests.asked('/api/account')
  const before = polls()
  /** Passes the intervals of list and account, but not the silence after which a stream is given up. */
  const passPolls = async () => {
    await first.clock.fastForward(20_000)
    await first.evaluate(async () => void (await fetch('/')).text())
  }

  await passPolls()
  expect(polls()).toBe(before)
  const devtools = await context.newCDPSession(first)
  await devtools.send('Network.enable')
  const told = new Promise((resolve) => devtools.once('Network.dataReceived', resolve))
  await show(first, 'hidden')
  await rename('Планы')
  await told
  await passPolls()
  expect(polls()).toBe(before)
  await show(first, 'visible')
  await expect(row(first, 'Планы')).toBeVisible()

  const second = await context.newPage()
  await second.goto('/')
  await expect(row(second, 'Планы')).toBeVisible()
  await rename('Итоги года')
  for (const tab of [first, second]) await expect(row(tab, 'Итоги года')).toBeVisible()
  expect(requests.asked('/api/events')).toBe(1)
  await first.close()
  await expect.poll(() => requests.asked('/api/events')).toBe(2)
  await rename('Итоги квартала')

  await expect(row(second, 'Итоги квартала')).toBeVisible()
})

async function show(page: Page, state: DocumentVisibilityState): Promise<void> {
  await page.evaluate((next) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => next })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, state)
}

/** Counts what the pages ask for, by path. */
function watchRequests(context: BrowserContext) {
  const [asked, ended]: [Request[], Request[]] = [[], []]
  context.on('request', (request) => asked.push(request))
  context.on('requestfinished', (request) => ended.push(request))
  context.on('requestfailed', (request) => ended.push(request))
  const count = (requests: readonly Request[], path: string) =>
    requests.filter((request) => new URL(request.url()).pathname === path).length
  return {
    asked: (path: string) => count(asked, path),
    ended: (path: string) => count(ended, path),
  }
}
