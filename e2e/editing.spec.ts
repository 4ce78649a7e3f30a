import { readFile } from 'node:fs/promises'

import type { Operation } from '@doslovno/contract/editing.ts'
import type { Script } from '@doslovno/contract/scripts.ts'
import { recording, toWav, wavSamples } from '@doslovno/server/test/recordings.ts'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'

import { ANNA, chooseFile, PAVEL, setLine, signIn } from './journey.ts'

type Api = { get: () => Promise<Script>; edit: (version: number, operation: Operation) => Promise<number> }

let path = ''

test.describe('editing', () => {
  test.beforeAll(async ({ browser }) => {
    const page = await browser.newPage()
    await signIn(page)
    const speech = ['0032', '0035', '0022'].map((clip) => wavSamples(recording(`voxforge_ru/ru_${clip}.wav`)))
    const buffer = toWav(Buffer.concat(speech))
    await chooseFile(page, { name: 'Правка.wav', mimeType: 'audio/wav', buffer })
    await page.getByRole('button', { name: 'Начать обработку' }).click()
    await page.waitForURL(/\/files\/[0-9a-f-]{36}/, { timeout: 90_000 })
    await expect(transcript(page)).toBeVisible({ timeout: 90_000 })
    path = new URL(page.url()).pathname
    await page.close()
  })

  test('a paragraph is edited in place, saved by itself, there after a reload and in the export', async ({
    page,
    request,
  }) => {
    await openWith(page, request, ['Добрый день.', 'Меня зовут Мымрин.'])

    await write(page, 'Меня зовут Мымрин.', 'Меня зовут Пётр Мымрин.')
    await expect(page.getByText('Сохранено')).toBeVisible()
    await page.keyboard.press('Enter')
    await page.reload()

    await expect(paragraph(page, 'Меня зовут Пётр Мымрин.')).toBeVisible()
    const [{ words } = { words: [] }] = (await apiOf(request).get()).script.slice(1)
    expect(words.map(({ text, start }) => [text, start])).toEqual([
      ['Меня', 6],
      ['зовут', 6.4],
      ['Пётр', expect.any(Number)],
      ['Мымрин.', 6.8],
    ])
    expect(await exported(page)).toContain('Меня зовут Пётр Мымрин.')
  })

  test('what is written without a line and in a closed tab is saved by the next visit', async ({
    page,
    context,
    request,
  }) => {
    await openWith(page, request, ['Добрый день.', 'Меня зовут Мымрин.'])
    await setLine(page, 'cut')

    await write(page, 'Добрый день.', 'Доброе утро.')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Нет связи, сохраним позже')).toBeVisible()
    await page.close()
    const next = await context.newPage()
    await next.goto(path)

    await expect(paragraph(next, 'Доброе утро.')).toBeVisible()
    await expect(next.getByText('Сохранено')).toBeVisible()
    expect((await apiOf(request).get()).script[0]?.text).toBe('Доброе утро.')
  })

  test('two tabs that write in one paragraph get a choice, and neither text is lost', async ({
    page,
    context,
    request,
  }) => {
    await openWith(page, request, ['Добрый день.', 'Мы говорим о лесе.'])
    const other = await context.newPage()
    await other.goto(path)
    await expect(paragraph(other, 'Мы говорим о лесе.')).toBeVisible()

    await write(page, 'Мы говорим о лесе.', 'Мы говорим о море.')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Сохранено')).toBeVisible()
    await write(other, 'Мы говорим о лесе.', 'Мы говорим о горах.')
    await other.keyboard.press('Enter')
    const dialog = other.getByRole('dialog', { name: 'Этот абзац изменили в другой вкладке' })
    await expect(dialog).toContainText('Мы говорим о горах.')
    await expect(dialog).toContainText('Мы говорим о море.')
    await dialog.getByRole('button', { name: 'Оставить оба' }).click()

    await expect(other.getByText('Сохранено')).toBeVisible()
    await expect
      .poll(async () => (await apiOf(request).get()).script[1]?.text)
      .toBe('Мы говорим о море. Мы говорим о горах.')
    // The first tab learns of it as soon as it is looked at.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(paragraph(page, 'Мы говорим о море. Мы говорим о горах.')).toBeVisible()
  })

  test('a correction is offered in 14 other places, in every form of the word, and undone as one step', async ({
    page,
    request,
  }) => {
    const forms = ['Мымрена', 'Мымрену', 'Мымреным', 'Мымрене', 'Мымрен', 'Мымрены', 'Мымреных']
    const sentences = ['Вот Мымрен.', ...[...forms, ...forms].map((form) => `Тут про ${form} речь.`)]
    const before = await openWith(page, request, sentences)

    await write(page, 'Вот Мымрен.', 'Вот Мымрин.')
    await page.keyboard.press('Enter')
    await expect(page.getByText('«Мымрен» → «Мымрин».')).toContainText('Заменить ещё в 14 местах?')
    await page.getByRole('button', { name: 'Показать' }).click()
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(14)
    await page.getByRole('button', { name: 'Заменить в 14 местах' }).click()
    await expect(paragraph(page, 'Тут про Мымриным речь.').first()).toBeVisible()
    await expect.poll(async () => textOf(await apiOf(request).get())).not.toMatch(/Мымрен/)

    await page.getByRole('button', { name: 'Отменить' }).click()
    await expect.poll(async () => (await apiOf(request).get()).script.slice(1)).toEqual(before.script.slice(1))
    await page.keyboard.press('Control+z')

    await expect.poll(async () => (await apiOf(request).get()).script).toEqual(before.script)
  })

  test('speakers are merged, a paragraph is parted for somebody new, and all of it is undone', async ({
    page,
    request,
  }) => {
    const before = await openWith(page, request, ['Добрый день.', 'Меня зовут Пётр.', 'Мы говорим о лесе.'])
    const speakers = async () => (await apiOf(request).get()).script.map(({ speaker, text }) => `${speaker} ${text}`)

    await open(page, 'Меня зовут Пётр.')
    await page.getByRole('button', { name: 'Сменить спикера' }).click()
    // The whole of the choice is seen, not a part of it.
    await expect(page.getByText('Везде', { exact: true })).toBeInViewport({ ratio: 1 })
    await page.getByText('Везде', { exact: true }).click()
    await page.getByRole('group', { name: 'Спикеры' }).getByRole('button', { name: 'Спикер 1' }).click()
    await expect.poll(speakers).toEqual(['0 Добрый день.', '0 Меня зовут Пётр.', '0 Мы говорим о лесе.'])
    // One who speaks on without a long pause has one paragraph.
    await open(page, 'Меня зовут Пётр. Мы говорим о лесе.')
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Control+ArrowRight')
    await page.keyboard.press('Shift+Enter')
    await expect(page.getByText('Кто говорит дальше?')).toBeVisible()
    await page.getByRole('textbox', { name: 'Новый спикер' }).fill('Ия')
    await page.keyboard.press('Enter')
    await expect.poll(speakers).toEqual(['0 Добрый день.', '0 Меня', '1 зовут Пётр.', '1 Мы говорим о лесе.'])
    await expect(transcript(page).getByRole('button', { name: 'Ия' })).toBeVisible()

    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await apiOf(request).get()).script).toEqual(before.script)
  })

  test('a whole review goes by the keyboard alone', async ({ page, request }) => {
    await openWith(page, request, ['Это Мымрен пришёл.', 'Он не ушёл.', 'Стоит 15 рублей.'])
    const start = page.getByRole('button', { name: 'Проверить текст' })
    for (let presses = 0; presses < 60 && !(await start.evaluate((it) => it === document.activeElement)); presses++)
      await page.keyboard.press('Tab')

    await page.keyboard.press('Enter')
    const card = page.getByRole('dialog', { name: 'Проверка' })
    await expect(card).toContainText('Осталось 3 места, ≈1 мин')
    const seconds = () => page.getByRole('slider', { name: 'Позиция воспроизведения' }).getAttribute('aria-valuenow')
    await expect.poll(seconds).toBe('2')
    await expect.poll(seconds).toBe('0')
    await page.keyboard.type('Мымрин')
    await page.keyboard.press('Enter')
    await expect(card).toContainText('Осталось 2 места, ≈1 мин')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(card).toContainText('Осталось 1 место, ≈1 мин')
    await page.keyboard.press('Enter')
    await expect(card).toContainText('Рискованных мест больше нет.')
    await page.keyboard.press('Enter')

    await expect(card).toBeHidden()
    await expect.poll(async () => (await apiOf(request).get()).script[0]?.text).toBe('Это Мымрин пришёл.')
  })

  test('the recognised text comes back whole, and that can be undone', async ({ page, request }) => {
    const corrected = await openWith(page, request, ['Совсем другое.'])

    await page.getByRole('button', { name: 'Ещё действия' }).click()
    await page.getByRole('menuitem', { name: 'Вернуть распознанный текст' }).click()
    await page.getByRole('button', { name: 'Вернуть', exact: true }).click()
    await expect.poll(async () => (await apiOf(request).get()).script.length).toBeGreaterThan(1)
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.keyboard.press('Control+z')

    await expect.poll(async () => (await apiOf(request).get()).script).toEqual(corrected.script)
  })

  test('a visitor and another user can change nothing, by page or by call', async ({ page, browser, request }) => {
    const before = await openWith(page, request, ['Добрый день.', 'Мы говорим о лесе.'])
    const token = await page.evaluate(() => localStorage.getItem('accessToken'))
    const own = { authorization: `Bearer ${token}` }
    await request.patch(`/api${scriptPath()}`, { headers: own, data: { publicFlag: true } })
    const edit = { version: before.version, operation: { kind: 'editText', at: 0, count: 1, text: 'Взлом' } }
    const statuses: number[] = []

    for (const person of [undefined, ANNA]) {
      const stranger = await (await browser.newContext()).newPage()
      if (person) await signIn(stranger, person)
      await stranger.goto(path)
      await paragraph(stranger, 'Добрый день.').dblclick()
      await stranger.keyboard.press('Enter')
      await expect(stranger.getByRole('textbox', { name: 'Текст абзаца' })).toHaveCount(0)
      await expect(stranger.getByRole('button', { name: 'Найти и заменить' })).toHaveCount(0)
      const theirs = person && (await stranger.evaluate(() => localStorage.getItem('accessToken')))
      const headers = theirs ? { authorization: `Bearer ${theirs}` } : {}
      statuses.push((await request.post(`/api${scriptPath()}/edits`, { headers, data: edit })).status())
      statuses.push((await request.get(`/api${scriptPath()}/original`, { headers })).status())
      await stranger.context().close()
    }

    expect(statuses).toEqual([403, 403, 404, 404])
    expect((await apiOf(request).get()).script).toEqual(before.script)
    await request.patch(`/api${scriptPath()}`, { headers: own, data: { publicFlag: false } })
  })
})

const scriptPath = () => path.replace('/files/', '/scripts/')
const transcript = (page: Page) => page.getByRole('region', { name: 'Расшифровка' })
const paragraph = (page: Page, text: string) => transcript(page).getByText(text, { exact: true })
const textOf = ({ script }: Script) => script.map(({ text }) => text).join(' ')

let token = ''

/** The owner's own calls. */
function apiOf(request: APIRequestContext): Api {
  const headers = { authorization: `Bearer ${token}` }
  return {
    get: async () => (await request.get(`/api${scriptPath()}`, { headers })).json(),
    edit: async (version, operation) => {
      const reply = await request.post(`/api${scriptPath()}/edits`, { headers, data: { version, operation } })
      expect(reply.status()).toBe(200)
      return ((await reply.json()) as { version: number }).version
    },
  }
}

/** Signs in and opens the file with these sentences in it, six seconds apart, of two who speak in turn. */
async function openWith(page: Page, request: APIRequestContext, sentences: readonly string[]): Promise<Script> {
  await signIn(page, PAVEL)
  token = (await page.evaluate(() => localStorage.getItem('accessToken'))) ?? ''
  const api = apiOf(request)
  const { version, script } = await api.get()
  const segments = sentences.map((text, index) => {
    const start = index * 6
    const words = text.split(' ').map((word, at) => ({
      text: word,
      start: round(start + at * 0.4),
      end: round(start + at * 0.4 + 0.3),
      confidence: null,
    }))
    return { start, end: words.at(-1)?.end ?? start, text, speaker: index % 2, words }
  })
  const patches = [{ at: 0, count: script.length, segments }]
  const restored = await api.edit(version, { kind: 'restoreSegments', patches })
  await api.edit(restored, { kind: 'restoreSpeakers', runs: [], speakers: [] })
  await page.goto(path)
  await expect(paragraph(page, sentences[0] ?? '').first()).toBeVisible()
  return api.get()
}

async function open(page: Page, text: string): Promise<void> {
  await paragraph(page, text).dblclick()
  await expect(page.getByRole('textbox', { name: 'Текст абзаца' })).toBeFocused()
}

async function write(page: Page, text: string, instead: string): Promise<void> {
  await open(page, text)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(instead)
}

async function exported(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Скачать', exact: true }).click()
  await page.getByText('TXT', { exact: true }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Скачать TXT' }).click(),
  ])
  return readFile(await download.path(), 'utf8')
}

const round = (seconds: number) => Math.round(seconds * 1000) / 1000
