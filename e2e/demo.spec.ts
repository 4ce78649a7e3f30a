import { expect, type Page } from '@playwright/test'

import { problemsOf } from './axe.ts'
import { test } from './documented.ts'
import { signIn } from './journey.ts'
import { createPerson } from './seed.ts'

const TITLE = 'Один ноль в пользу пчёл'
const player = (page: Page) => page.getByRole('region', { name: 'Плеер' })
/** The word that is spoken now, on the file page. */
const spoken = (page: Page) => page.evaluate(() => [...(CSS.highlights.get('spoken-word') ?? [])].map(String).join())

/** Clicks a word of the text, which is one text node per paragraph. */
async function clickWord(page: Page, word: string): Promise<void> {
  const text = page.getByRole('region', { name: 'Расшифровка' }).locator('[data-text]', { hasText: word })
  const at = await text.evaluate((element, wanted) => {
    element.scrollIntoView({ block: 'center' })
    const node = element.firstChild as Text
    const range = document.createRange()
    range.setStart(node, node.data.indexOf(wanted))
    range.setEnd(node, node.data.indexOf(wanted) + 2)
    const { x, y, width, height } = range.getBoundingClientRect()
    return { x: x + width / 2, y: y + height / 2 }
  }, word)
  await page.mouse.click(at.x, at.y)
}

/** The same beside the sign-in form. */
const lit = (page: Page) => page.locator('[data-now]')

test('the demo is open without an account: it plays, words light up, a click seeks, search finds, and it leads to registration [APP-3]', async ({
  page,
}) => {
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await page.goto('/demo')
  await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible()

  await player(page).getByRole('button', { name: 'Слушать' }).click()
  await expect.poll(() => spoken(page)).toMatch(/\p{L}/u)

  await clickWord(page, 'Разведчица')
  await expect.poll(() => spoken(page)).toMatch(/Разведчица|нашла|цветущую/)
  await player(page).getByRole('button', { name: 'Пауза' }).click()

  await page.getByRole('button', { name: 'Найти в тексте' }).click()
  await page.getByPlaceholder('Найти в тексте').fill('дымарь')
  await expect(page.getByText('1/1')).toBeVisible()
  await expect(page.getByText('Пчеловод рассказывает')).toBeVisible()

  expect(calls.filter((path) => path.startsWith('/api/scripts'))).toEqual([])
  await page.getByRole('link', { name: 'Зарегистрироваться' }).click()
  await expect(page.getByRole('heading', { name: 'Регистрация' })).toBeVisible()
})

test('the demo has its text in the page itself', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  const page = await context.newPage()

  const reply = await page.goto('/demo')

  await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible()
  await expect(page.getByText('причём без интернета')).toBeVisible()
  expect(reply?.headers()['x-robots-tag']).toBeUndefined()
  await context.close()
})

test('the sign-in page plays the sample beside its form, silently until asked', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const recordings: string[] = []
  page.on('request', (request) => request.url().endsWith('.m4a') && recordings.push(request.url()))
  await page.goto('/auth/login')

  await expect(lit(page)).not.toHaveText('Здравствуйте!')
  expect(recordings).toEqual([])
  await page.getByRole('button', { name: 'Остановить подсветку' }).click()
  await expect(page.getByRole('button', { name: 'Показать подсветку' })).toBeVisible()

  await page.getByText('Разведчица', { exact: true }).click()
  await expect(page.getByRole('button', { name: 'Пауза' })).toBeVisible()
  await expect(lit(page)).toHaveText(/нашла|цветущую|липу/)
  expect(recordings).not.toEqual([])
  await page.getByRole('button', { name: 'Пауза' }).click()

  await page.getByRole('link', { name: 'Открыть пример' }).click()
  await expect(page).toHaveURL(/\/demo$/)
})

test('a phone gets a link to the sample instead, and the demo fits it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/auth/login')

  await page.getByRole('link', { name: 'Посмотреть пример' }).click()

  await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible()
  await player(page).getByRole('button', { name: 'Слушать' }).click()
  await expect.poll(() => spoken(page)).toMatch(/\p{L}/u)
})

test('an empty library offers the sample, which its owner leaves for an upload', async ({ page }) => {
  await signIn(page, await createPerson())

  await page.getByRole('link', { name: 'Посмотреть пример' }).click()
  await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible()
  await page.getByRole('tab', { name: 'Тезисы' }).click()
  await expect(page.getByText('Начинать надо сразу с двух семей')).toBeVisible()

  await page.getByRole('link', { name: 'Загрузить запись' }).click()
  await expect(page).toHaveURL(/\/upload$/)
})

test.describe('for everybody', () => {
  test.use({ bypassCSP: true })

  for (const colorScheme of ['light', 'dark'] as const)
    test(`the demo and the sample beside the forms have no accessibility violation, ${colorScheme}`, async ({
      page,
    }) => {
      await page.emulateMedia({ colorScheme })
      for (const [width, height] of [
        [1440, 900],
        [390, 844],
      ] as const) {
        // prettier-ignore
        await page.setViewportSize({ width, height })
        for (const path of ['/demo', '/auth/login', '/auth/register']) {
          await page.goto(path)
          if (path === '/demo') await expect(player(page)).toBeVisible()
          else if (width > 860) await expect(page.getByRole('button', { name: 'Слушать пример' })).toBeVisible()

          expect(await problemsOf(page), `${path} ${width}`).toEqual([])
        }
      }
    })
})
