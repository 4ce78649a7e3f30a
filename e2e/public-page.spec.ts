import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { type APIRequestContext, expect, type FrameLocator, type Page } from '@playwright/test'

import { problemsOf } from './axe.ts'
import { test } from './documented.ts'
import { signIn } from './journey.ts'
import { addRecorded, createPerson, dialogue, type Person } from './seed.ts'

const SENTENCES = Array.from({ length: 40 }, (_, index) => `Это предложение номер ${index} нашей долгой беседы.`)

const slider = (page: Page | FrameLocator) => page.getByRole('slider', { name: 'Позиция воспроизведения' })
const button = (page: Page | FrameLocator, name: string) => page.getByRole('button', { name, exact: true })
const positionOf = async (page: Page | FrameLocator) => Number(await slider(page).getAttribute('aria-valuenow'))
const paragraph = (page: Page | FrameLocator, index: number) => page.locator(`[data-paragraph="${index}"]`)
const spokenWord = (page: Page) =>
  page.evaluate(() => [...(CSS.highlights.get('spoken-word') ?? [])].map(String).join())

/** Opens a file to everybody, or closes it. */
async function share(request: APIRequestContext, person: Person, path: string, publicFlag: boolean) {
  const { email, password } = person
  const { accessToken } = await (await request.post('/api/account/login', { data: { email, password } })).json()
  const headers = { authorization: `Bearer ${accessToken}` }
  expect((await request.patch(`/api/scripts/${path.split('/').at(-1)}`, { headers, data: { publicFlag } })).ok()).toBe(
    true,
  )
}

async function addShared(request: APIRequestContext, fileName = 'Беседа.wav') {
  const person = await createPerson()
  const path = await addRecorded(person, dialogue(fileName, SENTENCES))
  await share(request, person, path, true)
  return { person, path }
}

/** Whether the page has loaded the app, by the entry that its own script names. */
function watchApp(page: Page) {
  const scripts: string[] = []
  page.on('request', (asked) => asked.resourceType() === 'script' && scripts.push(new URL(asked.url()).pathname))
  return { scripts, hasApp: () => scripts.some((path) => /\/assets\/index-/.test(path)) }
}

test('a visitor reads and hears a public file without the app', async ({ page, request }) => {
  const { path } = await addShared(request)
  const app = watchApp(page)

  await page.goto(path)
  await button(page, 'Слушать').click()
  await expect(button(page, 'Пауза')).toBeVisible()
  await expect.poll(() => positionOf(page)).toBeGreaterThan(0)
  await expect(paragraph(page, 0)).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('k')
  await expect(button(page, 'Слушать')).toBeVisible()

  const text = paragraph(page, 3).locator('[data-text]')
  await text.click({ position: { x: 4, y: 10 } })
  await expect.poll(() => positionOf(page)).toBe(15)
  expect(await spokenWord(page)).toBe('Это')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => positionOf(page)).toBe(20)
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => positionOf(page)).toBe(15)
  await paragraph(page, 30).getByRole('link', { name: 'Слушать с 2:30' }).click()
  await expect(button(page, 'Пауза')).toBeVisible()
  await expect.poll(() => positionOf(page)).toBeGreaterThan(150)

  await page.getByRole('combobox', { name: 'Скорость' }).selectOption('2')
  expect(await page.evaluate(() => localStorage.getItem('playerRate'))).toBe('2')
  await page.waitForLoadState('networkidle')
  expect(app.scripts.length).toBeGreaterThan(0)
  expect(app.hasApp()).toBe(false)
  await expect(page.getByRole('link', { name: 'Зарегистрироваться' })).toBeVisible()
})

test('a link to a fragment plays that stretch and stops at its end', async ({ page, request }) => {
  const { path } = await addShared(request)
  await page.goto(`${path}?t=100-102`)
  await expect(page.getByText('Фрагмент 1:40–1:42')).toBeVisible()
  await expect(paragraph(page, 20)).toBeInViewport()

  await button(page, 'Слушать').click()
  await expect.poll(() => positionOf(page)).toBe(102)
  await expect(button(page, 'Слушать')).toBeVisible()
  await page.getByRole('button', { name: 'Слушать дальше' }).click()

  await expect.poll(() => positionOf(page)).toBeGreaterThan(103)
  await expect(page.getByText('Фрагмент 1:40–1:42')).toHaveCount(0)
  expect(new URL(page.url()).search).toBe('')
})

test('the preview tags of a link to a fragment quote it', async ({ request }) => {
  const { path } = await addShared(request)

  const html = await (await request.get(`${path}?t=100-104`)).text()

  expect(html).toMatch(/<meta property="og:description" content="[^"]*предложение номер 20/)
  expect(html).toMatch(/<meta property="og:title" content="Беседа"/)
})

test('search opens the full page at the same place, and it plays on', async ({ page, request }) => {
  const { path } = await addShared(request)
  const app = watchApp(page)
  await page.goto(path)
  await paragraph(page, 30).getByRole('link', { name: 'Слушать с 2:30' }).click()
  await expect(button(page, 'Пауза')).toBeVisible()
  expect(app.hasApp()).toBe(false)

  await page.keyboard.press('/')
  const field = page.getByRole('textbox', { name: 'Найти в тексте' })
  await expect(field).toBeFocused()

  await expect(page.locator('#first-screen')).toHaveCount(0)
  await expect(button(page, 'Пауза')).toBeVisible()
  expect(await positionOf(page)).toBeGreaterThanOrEqual(150)
  await expect(paragraph(page, 30)).toBeInViewport()
  await page.keyboard.type('номер 7 ')
  await expect(page.getByText('1/1', { exact: true })).toBeVisible()
})

test('download and summary are one press away from the light page', async ({ page, request }) => {
  const { path } = await addShared(request)
  await page.goto(path)
  await button(page, 'Скачать').click()
  await expect(page.getByText('Скачать расшифровку')).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(path)
  await button(page, 'Саммари').click()

  await expect(page.getByRole('radio', { name: 'Саммари' })).toBeChecked()
})

/** A page of another site with this HTML. */
async function startBlog(html: () => string) {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><html lang="ru"><title>Блог</title><h1>Блог</h1>${html()}</html>`)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo // it listens on a port
  // Another site to the browser than 127.0.0.1.
  return { url: `http://localhost:${port}/`, stop: () => server.close() }
}

test('an owner copies a frame for a blog; it plays there until access is closed', async ({
  page,
  browser,
  request,
}) => {
  const { person, path } = await addShared(request, 'Беседа "о лесе".wav')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, person, path)
  await page.getByRole('button', { name: 'Поделиться' }).click()
  await button(page, 'Код для вставки').click()
  await expect(page.getByText('Код для вставки скопирован')).toBeVisible()
  let code = await page.evaluate(() => navigator.clipboard.readText())
  const blog = await startBlog(() => code)
  const reader = await (await browser.newContext()).newPage()
  await reader.goto(blog.url)
  const frame = reader.frameLocator('iframe[title="Беседа \\"о лесе\\" — Дословно"]')

  await button(frame, 'Слушать').click()
  await expect.poll(() => positionOf(frame)).toBeGreaterThan(0)
  await expect(frame.locator('a.fs-mark')).toHaveAttribute('href', path)
  expect(await reader.context().cookies()).toEqual([])

  code = code.replace(path.replace('/files/', '/embed/'), `${path.replace('/files/', '/embed/')}?t=100-102`)
  await reader.reload()
  await expect(frame.getByText('Фрагмент 1:40–1:42')).toBeVisible()
  await button(frame, 'Слушать').click()
  await expect.poll(() => positionOf(frame)).toBe(102)

  await share(request, person, path, false)
  await reader.reload()
  await expect(frame.getByRole('heading', { name: 'Файл недоступен' })).toBeVisible()
  await expect(slider(frame)).toHaveCount(0)
  blog.stop()
})

test('no other page of ours can be framed', async ({ page, request }) => {
  const { path } = await addShared(request)
  const blog = await startBlog(() => `<iframe src="${new URL(path, test.info().project.use.baseURL).href}"></iframe>`)
  const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))

  await page.goto(blog.url)

  expect((await refused).text()).toContain("frame-ancestors 'none'")
  blog.stop()
})

// axe is injected into the page, which the app's CSP forbids.
test.describe('accessibility of the light page', () => {
  test.use({ bypassCSP: true })
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1440, 390]) {
      test(`the page and the frame pass the check, ${colorScheme}, ${width} px`, async ({ browser, request }) => {
        const { path } = await addShared(request)
        const context = await browser.newContext({
          bypassCSP: true,
          colorScheme,
          viewport: { width, height: 844 },
          reducedMotion: 'reduce',
        })
        const page = await context.newPage()
        await page.goto(`${path}?t=20-24`)
        await expect(slider(page)).toBeVisible()
        expect(await problemsOf(page), 'the page').toEqual([])
        await paragraph(page, 4).locator('[data-text]').selectText()
        await expect(button(page, 'Цитата')).toBeVisible()
        expect(await problemsOf(page), 'a selection').toEqual([])

        await page.goto(`${path.replace('/files/', '/embed/')}?t=20-24`)
        await expect(slider(page)).toBeVisible()
        expect(await problemsOf(page), 'the frame').toEqual([])
        await page.goto('/embed/00000000-0000-4000-8000-000000000000')
        expect(await problemsOf(page), 'a missing file').toEqual([])
        await context.close()
      })
    }
  }
})
