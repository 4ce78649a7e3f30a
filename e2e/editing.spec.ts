import { readFile } from 'node:fs/promises'

import type { Operation } from '@doslovno/contract/editing.ts'
import type { Script } from '@doslovno/contract/scripts.ts'
import { type APIRequestContext, expect, type Page } from '@playwright/test'

import { test } from './documented.ts'
import { signIn } from './journey.ts'
import { addRecorded, createPerson, type Person, spokenFile } from './seed.ts'

type Api = { get: () => Promise<Script>; edit: (version: number, operation: Operation) => Promise<number> }

let person: Person
let path = ''

test.describe('editing', () => {
  test.describe.configure({ mode: 'default' })

  test.beforeAll(async () => {
    person = await createPerson()
    path = await addRecorded(person, spokenFile('Правка.wav', ['0032', '0035', '0022']))
  })

  test('a paragraph is edited in place and autosaved; a reload and the export show the edit', async ({
    page,
    request,
  }) => {
    await openWith(page, request, ['Добрый день.', 'Меня зовут Мымрин.'])

    await replaceParagraph(page, 'Меня зовут Мымрин.', 'Меня зовут Пётр Мымрин.')
    await expect(page.getByText('Сохранено')).toBeVisible()
    await page.keyboard.press('Enter')
    await page.reload()

    await expect(paragraph(page, 'Меня зовут Пётр Мымрин.')).toBeVisible()
    const [{ words } = { words: [] }] = (await ownerApi(request).get()).script.slice(1)
    expect(words.map(({ text, start }) => [text, start])).toEqual([
      ['Меня', 6],
      ['зовут', 6.4],
      ['Пётр', expect.any(Number)],
      ['Мымрин.', 6.8],
    ])
    expect(await downloadTxt(page)).toContain('Меня зовут Пётр Мымрин.')
  })

  test('an edit made offline in a tab that is then closed is saved on the next visit', async ({
    page,
    context,
    request,
  }) => {
    await openWith(page, request, ['Добрый день.', 'Меня зовут Мымрин.'])
    await context.setOffline(true)

    await replaceParagraph(page, 'Добрый день.', 'Доброе утро.')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Нет связи, сохраним позже')).toBeVisible()
    await page.close()
    await context.setOffline(false)
    const next = await context.newPage()
    await next.goto(path)

    await expect(paragraph(next, 'Доброе утро.')).toBeVisible()
    // The call of the closing tab may be first.
    await expect.poll(async () => (await ownerApi(request).get()).script[0]?.text).toBe('Доброе утро.')
  })

  test('a conflict of two tabs in one paragraph offers a choice, and neither text is lost', async ({
    page,
    context,
    request,
  }) => {
    await openWith(page, request, ['Добрый день.', 'Мы говорим о лесе.'])
    const other = await context.newPage()
    await other.goto(path)
    await expect(paragraph(other, 'Мы говорим о лесе.')).toBeVisible()

    await replaceParagraph(page, 'Мы говорим о лесе.', 'Мы говорим о море.')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Сохранено')).toBeVisible()
    await replaceParagraph(other, 'Мы говорим о лесе.', 'Мы говорим о горах.')
    await other.keyboard.press('Enter')
    const dialog = other.getByRole('dialog', { name: 'Этот абзац изменили в другой вкладке' })
    await expect(dialog).toContainText('Мы говорим о горах.')
    await expect(dialog).toContainText('Мы говорим о море.')
    await dialog.getByRole('button', { name: 'Оставить оба' }).click()

    await expect(other.getByText('Сохранено')).toBeVisible()
    await expect
      .poll(async () => (await ownerApi(request).get()).script[1]?.text)
      .toBe('Мы говорим о море. Мы говорим о горах.')
    // The first tab catches up as soon as it becomes visible.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(paragraph(page, 'Мы говорим о море. Мы говорим о горах.')).toBeVisible()
  })

  test('a correction is offered for 14 other places, in every form of the word, and undone in one step', async ({
    page,
    request,
  }) => {
    const forms = ['Мымрена', 'Мымрену', 'Мымреным', 'Мымрене', 'Мымрен', 'Мымрены', 'Мымреных']
    const sentences = ['Вот Мымрен.', ...[...forms, ...forms].map((form) => `Тут про ${form} речь.`)]
    const before = await openWith(page, request, sentences)

    await replaceParagraph(page, 'Вот Мымрен.', 'Вот Мымрин.')
    await page.keyboard.press('Enter')
    await expect(page.getByText('«Мымрен» → «Мымрин».')).toContainText('Заменить ещё в 14 местах?')
    await page.getByRole('button', { name: 'Показать' }).click()
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(14)
    await page.getByRole('button', { name: 'Заменить в 14 местах' }).click()
    await expect(paragraph(page, 'Тут про Мымриным речь.').first()).toBeVisible()
    await expect.poll(async () => textOf(await ownerApi(request).get())).not.toMatch(/Мымрен/)

    await page.getByRole('button', { name: 'Отменить' }).click()
    await expect.poll(async () => (await ownerApi(request).get()).script.slice(1)).toEqual(before.script.slice(1))
    await page.keyboard.press('Control+z')

    await expect.poll(async () => (await ownerApi(request).get()).script).toEqual(before.script)
  })

  test('speakers are merged, a paragraph is split for a new speaker, and both changes are undone', async ({
    page,
    request,
  }) => {
    const before = await openWith(page, request, ['Добрый день.', 'Меня зовут Пётр.', 'Мы говорим о лесе.'])
    const speakers = async () => (await ownerApi(request).get()).script.map(({ speaker, text }) => `${speaker} ${text}`)

    await startEditing(page, 'Меня зовут Пётр.')
    await page.getByRole('button', { name: 'Сменить спикера' }).click()
    // The popover is fully visible, not clipped.
    await expect(page.getByRole('button', { name: 'Добавить' })).toBeInViewport({ ratio: 1 })
    await page.getByRole('button', { name: 'Везде: Спикер 2 — это Спикер 1' }).click()
    await expect.poll(speakers).toEqual(['0 Добрый день.', '0 Меня зовут Пётр.', '0 Мы говорим о лесе.'])
    // Adjacent segments of one speaker without a long pause form one paragraph.
    await startEditing(page, 'Меня зовут Пётр. Мы говорим о лесе.')
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
    await expect.poll(async () => (await ownerApi(request).get()).script).toEqual(before.script)
  })

  test('a whole review works by keyboard alone', async ({ page, request }) => {
    await openWith(page, request, ['Это Мымрен пришёл.', 'Он не ушёл.', 'Стоит 15 рублей.'])
    const start = page.getByRole('button', { name: 'Проверить текст' })
    for (let presses = 0; presses < 60 && !(await start.evaluate((it) => it === document.activeElement)); presses++)
      await page.keyboard.press('Tab')

    await page.keyboard.press('Enter')
    const card = page.getByRole('dialog', { name: 'Проверка' })
    await expect(card).toContainText('1 из 3, ≈1 мин')
    const seconds = () => page.getByRole('slider', { name: 'Позиция воспроизведения' }).getAttribute('aria-valuenow')
    await expect.poll(seconds).toBe('2')
    await expect.poll(seconds).toBe('0')
    await page.keyboard.type('Мымрин')
    await page.keyboard.press('Enter')
    await expect(card).toContainText('2 из 3, ≈1 мин')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(card).toContainText('2 из 3, ≈1 мин')
    await page.keyboard.press('Enter')
    await expect(card).toContainText('Рискованных мест больше нет.')
    await page.keyboard.press('Enter')

    await expect(card).toBeHidden()
    await expect.poll(async () => (await ownerApi(request).get()).script[0]?.text).toBe('Это Мымрин пришёл.')
  })

  test('the recognised text can be restored, and the restore undone', async ({ page, request }) => {
    const corrected = await openWith(page, request, ['Совсем другое.'])

    await page.getByRole('button', { name: 'Ещё действия' }).click()
    await page.getByRole('menuitem', { name: 'Вернуть распознанный текст' }).click()
    await page.getByRole('button', { name: 'Вернуть', exact: true }).click()
    await expect.poll(async () => (await ownerApi(request).get()).script.length).toBeGreaterThan(1)
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.keyboard.press('Control+z')

    await expect.poll(async () => (await ownerApi(request).get()).script).toEqual(corrected.script)
  })

  test('a visitor and another user can change nothing, on the page or through the API', async ({
    page,
    browser,
    request,
  }) => {
    const before = await openWith(page, request, ['Добрый день.', 'Мы говорим о лесе.'])
    const token = await page.evaluate(() => localStorage.getItem('accessToken'))
    const own = { authorization: `Bearer ${token}` }
    await request.patch(`/api${scriptPath()}`, { headers: own, data: { publicFlag: true } })
    const edit = { version: before.version, operation: { kind: 'editText', at: 0, count: 1, text: 'Взлом' } }
    const statuses: number[] = []

    for (const other of [undefined, await createPerson()]) {
      const stranger = await (await browser.newContext()).newPage()
      if (other) await signIn(stranger, other)
      await stranger.goto(path)
      await paragraph(stranger, 'Добрый день.').dblclick()
      await stranger.keyboard.press('Enter')
      await expect(stranger.getByRole('textbox', { name: 'Текст абзаца' })).toHaveCount(0)
      await expect(stranger.getByRole('button', { name: 'Найти и заменить' })).toHaveCount(0)
      const theirs = other && (await stranger.evaluate(() => localStorage.getItem('accessToken')))
      const headers = theirs ? { authorization: `Bearer ${theirs}` } : {}
      statuses.push((await request.post(`/api${scriptPath()}/edits`, { headers, data: edit })).status())
      statuses.push((await request.get(`/api${scriptPath()}/original`, { headers })).status())
      await stranger.context().close()
    }

    expect(statuses).toEqual([403, 403, 404, 404])
    expect((await ownerApi(request).get()).script).toEqual(before.script)
    await request.patch(`/api${scriptPath()}`, { headers: own, data: { publicFlag: false } })
  })
})

const scriptPath = () => path.replace('/files/', '/scripts/')
const transcript = (page: Page) => page.getByRole('region', { name: 'Расшифровка' })
const paragraph = (page: Page, text: string) => transcript(page).getByText(text, { exact: true })
const textOf = ({ script }: Script) => script.map(({ text }) => text).join(' ')

let token = ''

/** API calls as the owner. */
function ownerApi(request: APIRequestContext): Api {
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

/** Signs in and opens the file with these sentences, six seconds apart; two speakers take turns. */
async function openWith(page: Page, request: APIRequestContext, sentences: readonly string[]): Promise<Script> {
  await signIn(page, person)
  token = (await page.evaluate(() => localStorage.getItem('accessToken'))) ?? ''
  const api = ownerApi(request)
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

async function startEditing(page: Page, text: string): Promise<void> {
  await paragraph(page, text).dblclick()
  await expect(page.getByRole('textbox', { name: 'Текст абзаца' })).toBeFocused()
}

async function replaceParagraph(page: Page, text: string, replacement: string): Promise<void> {
  await startEditing(page, text)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(replacement)
}

async function downloadTxt(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Скачать', exact: true }).click()
  await page.getByText('TXT', { exact: true }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Скачать TXT' }).click(),
  ])
  return readFile(await download.path(), 'utf8')
}

const round = (seconds: number) => Math.round(seconds * 1000) / 1000
