import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, type FrameLocator, type Page } from '@playwright/test'

import { expectAccessible } from './axe.ts'
import { test } from './documented.ts'
import { origin } from './environment.ts'
import { clickWord, signIn } from './journey.ts'
import { addRecorded, createPerson, dialogue } from './seed.ts'

const SENTENCES = Array.from({ length: 20 }, (_, index) => `Это предложение номер ${index} нашей долгой беседы.`)

const slider = (page: Page | FrameLocator) => page.getByRole('slider', { name: 'Позиция воспроизведения' })
const button = (page: Page | FrameLocator, name: string) => page.getByRole('button', { name, exact: true })
const positionOf = async (page: Page | FrameLocator) => Number(await slider(page).getAttribute('aria-valuenow'))
const paragraph = (page: Page | FrameLocator, index: number) => page.locator(`[data-paragraph="${index}"]`)
const spokenWord = (page: Page) =>
  page.evaluate(() => [...(CSS.highlights.get('spoken-word') ?? [])].map(String).join())

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

/** Opens a file as its owner and shares it; the dialog stays open. Returns its path. */
async function shareOwn(page: Page, fileName = 'Беседа.wav'): Promise<string> {
  const person = await createPerson()
  const path = await addRecorded(person, dialogue(fileName, SENTENCES))
  await signIn(page, person, path)
  await button(page, 'Поделиться').click()
  await button(page, 'Открыть доступ').click()
  await expect(page.getByRole('textbox', { name: 'Ссылка на файл' })).toHaveValue(`${origin}${path}`)
  return path
}

test('the sample is open without an account: it plays, words light up, a click seeks, search finds, and it leads to registration [APP-3]', async ({
  page,
}) => {
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await page.goto('/auth/login')
  await page.getByRole('link', { name: 'Открыть пример' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Один ноль в пользу пчёл' })).toBeVisible()

  await button(page, 'Слушать').click()
  await expect.poll(() => spokenWord(page)).toMatch(/\p{L}/u)
  await page.locator('[data-text]', { hasText: 'Разведчица' }).scrollIntoViewIfNeeded()
  await clickWord(page, 'Разведчица')
  await expect.poll(() => spokenWord(page)).toMatch(/Разведчица|нашла|цветущую/)
  await button(page, 'Пауза').click()
  await button(page, 'Найти в тексте').click()
  await page.getByPlaceholder('Найти в тексте').fill('дымарь')
  await expect(page.getByText('1/1')).toBeVisible()
  await page.getByRole('tab', { name: 'Тезисы' }).click()
  await expect(page.getByText('Войди, чтобы получить тезисы')).toBeVisible()

  expect(calls.filter((path) => path.startsWith('/api/scripts'))).toEqual([])
  await page.getByRole('link', { name: 'Зарегистрироваться' }).click()
  await expect(page.getByRole('heading', { name: 'Регистрация' })).toBeVisible()
})

test('a visitor reads and hears a shared file without the app, searches it in the app, and loses it when access is closed [FILE-3, FILE-4, SHR-1, SHR-3, SHR-4]', async ({
  page,
  browser,
}) => {
  const path = await shareOwn(page)
  const visitor = await (await browser.newContext()).newPage()
  const scripts: string[] = []
  visitor.on('request', (asked) => asked.resourceType() === 'script' && scripts.push(new URL(asked.url()).pathname))
  const hasApp = () => scripts.some((script) => /\/assets\/index-/.test(script))

  await visitor.goto(path)
  await expect(visitor.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
  await paragraph(visitor, 3).locator('[data-text]').click({ position: { x: 4, y: 10 } }) // prettier-ignore
  await expect.poll(() => positionOf(visitor)).toBe(15)
  expect(await spokenWord(visitor)).toBe('Это')
  await paragraph(visitor, 10).getByRole('link', { name: 'Слушать с 0:50' }).click()
  await expect.poll(() => positionOf(visitor)).toBeGreaterThan(50)
  await visitor.waitForLoadState('networkidle')
  expect(scripts.length).toBeGreaterThan(0)
  expect(hasApp()).toBe(false)
  await expect(visitor.getByRole('link', { name: 'Зарегистрироваться' })).toBeVisible()

  await visitor.keyboard.press('/')
  await expect(visitor.getByRole('textbox', { name: 'Найти в тексте' })).toBeFocused()
  await expect(visitor.locator('#first-screen')).toHaveCount(0)
  expect(hasApp()).toBe(true)
  await expect(button(visitor, 'Пауза')).toBeVisible()
  expect(await positionOf(visitor)).toBeGreaterThanOrEqual(50)
  await visitor.keyboard.type('номер 7 ')
  await expect(visitor.getByText('1/1', { exact: true })).toBeVisible()
  await expect(button(visitor, 'Поделиться')).toHaveCount(0)

  await button(page, 'Закрыть доступ').click()
  await expect(page.getByText('Файл доступен только тебе')).toBeVisible()
  expect((await visitor.request.get(`${path.replace('/files/', '/api/scripts/')}/media`)).status()).toBe(404)
  await visitor.reload()
  await expect(visitor.getByRole('heading', { name: 'Файл по данной ссылке недоступен' })).toBeVisible()
  await expectAccessible(visitor, 'a file that is closed')
})

test('a signed-in reader of a shared file learns that only its owner makes theses [SUM-3]', async ({
  page,
  browser,
}) => {
  const path = await shareOwn(page)
  const reader = await (await browser.newContext()).newPage()
  await reader.goto(path)
  await signIn(reader, await createPerson(), path)

  await reader.getByRole('tab', { name: 'Тезисы' }).click()

  await expect(reader.getByText('Сделать может только владелец файла.')).toBeVisible()
  await expect(button(reader, 'Сделать тезисы')).toBeHidden()
})

test('a link to a fragment shows that quote in messengers, plays that stretch, and stops at its end [SHR-4]', async ({
  page,
  browser,
  request,
}) => {
  const path = await shareOwn(page)
  await page.keyboard.press('Escape')
  await paragraph(page, 2).locator('[data-text]').selectText()
  await button(page, 'Ссылка на фрагмент').click()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toMatch(/\?t=[\d.]+-[\d.]+$/)
  const link = await copied()

  // As a messenger does: no scripts, no session.
  const tagsOf = async (url: string) => {
    const html = await (await request.get(url)).text()
    return new Map(
      Array.from(html.matchAll(/<meta \w+="([^"]*)" content="([^"]*)"/g), ([, name, text]) => [name, text]),
    )
  }
  const tags = await tagsOf(link)
  const image = await request.get(tags.get('og:image') ?? '')
  const whole = await request.get((await tagsOf(path)).get('og:image') ?? '')
  expect(tags.get('og:image:alt')).toBe(`«${SENTENCES[2]}» — Спикер 1, 0:10`)
  expect(image.headers()['content-type']).toBe('image/png')
  expect((await image.body()).equals(await whole.body())).toBe(false)

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(`${path}?t=50-52`)
  await expect(visitor.getByText('Фрагмент 0:50–0:52')).toBeVisible()
  await expect(paragraph(visitor, 10)).toBeInViewport()
  await paragraph(visitor, 10).locator('[data-text]').selectText()
  await expect(button(visitor, 'Цитата')).toBeVisible()
  await expectAccessible(visitor, 'a fragment of a shared file, with a selection', { isReloaded: true })
  await visitor.evaluate(() => getSelection()?.removeAllRanges())
  await button(visitor, 'Слушать').click()
  await expect.poll(() => positionOf(visitor)).toBe(52)
  await expect(button(visitor, 'Слушать')).toBeVisible()
})

test('an owner copies a frame for a blog, which plays there until access is closed; no other page of ours can be framed', async ({
  page,
  browser,
}) => {
  const path = await shareOwn(page, 'Беседа "о лесе".wav')
  const embed = path.replace('/files/', '/embed/')
  await button(page, 'Код для вставки').click()
  await expect(page.getByText('Код для вставки скопирован')).toBeVisible()
  const code = await page.evaluate(() => navigator.clipboard.readText())
  const blog = await startBlog(`${code}<iframe src="${origin}${path}"></iframe>`)
  const reader = await (await browser.newContext()).newPage()
  const refused = reader.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
  await reader.goto(blog.url)
  const frame = reader.frameLocator('iframe[title="Беседа \\"о лесе\\" — Дословно"]')

  await button(frame, 'Слушать').click()
  await expect.poll(() => positionOf(frame)).toBeGreaterThan(0)
  await expect(frame.locator('a.fs-mark')).toHaveAttribute('href', path)
  expect(await reader.context().cookies()).toEqual([])
  expect((await refused).text()).toContain("frame-ancestors 'none'")
  const alone = await (await browser.newContext()).newPage()
  await alone.goto(`${embed}?t=20-24`)
  await expect(alone.getByText('Фрагмент 0:20–0:24')).toBeVisible()
  await expectAccessible(alone, 'the frame', { isReloaded: true })

  await button(page, 'Закрыть доступ').click()
  await expect(page.getByText('Файл доступен только тебе')).toBeVisible()
  await reader.reload()
  await expect(frame.getByRole('heading', { name: 'Файл недоступен' })).toBeVisible()
  await expect(slider(frame)).toHaveCount(0)
  await alone.reload()
  await expectAccessible(alone, 'the frame of a closed file', { isReloaded: true })
  blog.stop()
})

/** A page of another site with this HTML. */
async function startBlog(html: string) {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><html lang="ru"><title>Блог</title><h1>Блог</h1>${html}</html>`)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // Another site to the browser than localhost.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, stop: () => server.close() } // an object for TCP
}
