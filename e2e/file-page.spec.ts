import { type APIRequestContext, expect, type Page } from '@playwright/test'

import { problemsOf } from './axe.ts'
import { test } from './documented.ts'
import { signIn } from './journey.ts'
import { makeVideo, startShortLivedApi } from './second-api.ts'
import { addRecorded, createPerson, type Person, spokenFile } from './seed.ts'

type Word = { text: string; start: number }
type Script = { id: string; fileName: string; script: { speaker: number; words: Word[] }[] } & Record<string, unknown>

/** Two sentences with a pause long enough to split them into two paragraphs. */
const twoParagraphs = (fileName: string) => spokenFile(fileName, ['0032', '0035'], { pauseSeconds: 7 })

const slider = (page: Page) => page.getByRole('slider', { name: 'Позиция воспроизведения' })
const paragraphs = (page: Page) => page.locator('[data-paragraph]')
const spokenWord = (page: Page) =>
  page.evaluate(() => [...(CSS.highlights.get('spoken-word') ?? [])].map(String).join())

/** The script as the API returns it to the user of this page. */
async function scriptOf(page: Page, request: APIRequestContext, path: string): Promise<Script> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  const reply = await request.get(`/api/scripts/${path.split('/').at(-1)}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return reply.json()
}

/** The screen position of a word of a paragraph. */
function positionOfWord(page: Page, paragraph: number, word: number) {
  return paragraphs(page)
    .nth(paragraph)
    .locator('[data-text]')
    .evaluate((element, n) => {
      const text = element.firstChild as Text
      const found = [...text.data.matchAll(/\S+/g)][n]
      const range = document.createRange()
      range.setStart(text, found?.index ?? 0)
      range.setEnd(text, (found?.index ?? 0) + 2)
      const { x, y, width, height } = range.getBoundingClientRect()
      return { x: x + width / 2, y: y + height / 2 }
    }, word)
}

test.describe('the file page', () => {
  test.describe.configure({ mode: 'default' })
  let person: Person
  let path = ''

  test.beforeAll(async () => {
    person = await createPerson()
    path = await addRecorded(person, twoParagraphs('Планёрка.wav'))
  })

  test('shows the file card, the text with its speaker and the player; the API returns all fields of the script [FILE-1, FILE-9]', async ({
    page,
    request,
  }) => {
    await signIn(page, person, path)

    await expect(page.getByRole('heading', { level: 1, name: 'Планёрка' })).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'Сегодня' })).toBeVisible()
    await expect(paragraphs(page).first()).toContainText('Спикер 1')
    await expect(page.getByRole('region', { name: 'Плеер' })).toBeVisible()
    const {
      status,
      type,
      canEdit,
      public: isPublic,
      processStatus,
      speakers,
      ...script
    } = await scriptOf(page, request, path)
    expect({ status, type, canEdit, isPublic, processStatus, speakers }).toEqual({
      status: 'complete',
      type: 'audio',
      canEdit: true,
      isPublic: false,
      processStatus: 'complete',
      speakers: expect.any(Number),
    })
    expect(script).toMatchObject({
      id: path.split('/').at(-1),
      userId: expect.any(String),
      fileName: 'Планёрка.wav',
      fileSize: expect.any(Number),
      duration: expect.any(Number),
      uploadAt: expect.any(String),
      processId: expect.any(String),
      fileSrc: expect.stringContaining('http'),
    })
    expect(script).not.toHaveProperty('progress')
  })

  test('plays from the clicked word and highlights the spoken word [FILE-7]', async ({ page, request }) => {
    await signIn(page, person, path)
    const words = (await scriptOf(page, request, path)).script.flatMap((segment) => segment.words)
    const at = await positionOfWord(page, 0, 3)

    await page.mouse.click(at.x, at.y)
    await expect(slider(page)).toHaveAttribute('aria-valuenow', String(Math.floor(words[3]?.start ?? -1)))
    expect(await spokenWord(page)).toBe(words[3]?.text)
    await page.keyboard.press('Space')

    const later = words.slice(5).map(({ text }) => text)
    await expect.poll(async () => later.includes(await spokenWord(page))).toBe(true)
    await expect(paragraphs(page).first()).toHaveAttribute('aria-current', 'true')
  })

  test('opens at the word of a link copied from a selection [FILE-7]', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await signIn(page, person, path)
    const from = await positionOfWord(page, 1, 0)
    const to = await positionOfWord(page, 1, 2)

    await page.mouse.move(from.x - 4, from.y)
    await page.mouse.down()
    await page.mouse.move(to.x, to.y, { steps: 5 })
    await page.mouse.up()
    await page.getByRole('button', { name: 'Ссылка на момент' }).click()
    await expect(page.getByText('Ссылка успешно скопирована!')).toBeVisible()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(link).toMatch(/\/files\/[0-9a-f-]{36}\?t=\d+(\.\d)?$/)
    await page.goto(link)

    const [first] = (await paragraphs(page).nth(1).locator('[data-text]').innerText()).split(' ')
    await expect.poll(() => spokenWord(page)).toBe(first)
    await expect(paragraphs(page).nth(1)).toBeInViewport()
  })

  test('finds words in the text and highlights the current match', async ({ page, request }) => {
    await signIn(page, person, path)
    const [word = ''] = (await paragraphs(page).nth(1).locator('[data-text]').innerText()).match(/\p{L}{5,}/u) ?? []

    // The text is visible a moment before its shortcuts work.
    await expect(async () => {
      await page.keyboard.press('/')
      await expect(page.getByRole('textbox', { name: 'Найти в тексте' })).toBeFocused({ timeout: 500 })
    }).toPass({ timeout: 60_000 })
    await page.keyboard.type(word.toUpperCase())

    await expect(page.getByText(/^1\/\d+$/)).toBeVisible()
    const found = () =>
      page.evaluate(() =>
        [...(CSS.highlights.get('found-now') ?? [])].map(({ startContainer, startOffset, endOffset }) =>
          startContainer.textContent?.slice(startOffset, endOffset).toLowerCase(),
        ),
      )
    await expect.poll(found).toEqual([word.toLowerCase()])
    expect((await scriptOf(page, request, path)).script.length).toBeGreaterThan(1)
  })

  test('renames the file in place, on its page and in the list [FILE-5]', async ({ page }) => {
    await signIn(page, person, path)

    await page.getByRole('button', { name: 'Планёрка', exact: true }).click()
    await page.getByRole('textbox', { name: 'Название файла' }).fill('Итоги недели')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Итоги недели' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Итоги недели' })).toBeVisible()
    await page.getByRole('link', { name: 'Мои файлы' }).first().click()

    await expect(page.getByRole('link', { name: /Итоги недели/ })).toBeVisible()
  })

  test('renames a speaker permanently: Enter saves, Escape and an empty name cancel [FILE-6, FILE-10]', async ({
    page,
    request,
  }) => {
    await signIn(page, person, path)
    const name = (text: string) => page.getByRole('button', { name: text, exact: true }).first()
    const field = page.getByRole('textbox', { name: 'Имя спикера' })

    for (const [typed, key] of [
      ['Никто', 'Escape'],
      ['   ', 'Enter'],
    ] as const) {
      await name('Спикер 1').click()
      await field.fill(typed)
      await page.keyboard.press(key)
      await expect(field).toHaveCount(0)
    }
    await name('Спикер 1').click()
    await field.fill('  Анна Ковалёва ')
    const saved = page.waitForResponse((response) => response.url().endsWith('/edits') && response.ok())
    await page.keyboard.press('Enter')
    await saved
    await page.reload()

    await expect(name('Анна Ковалёва')).toBeVisible()
    await expect(paragraphs(page).first()).toContainText('АК')
    const { speakerNames, script } = await scriptOf(page, request, path)
    expect(speakerNames).toEqual([{ speakerId: 0, name: 'Анна Ковалёва' }])
    expect(script[0]).toMatchObject({ speaker: 0, speakerName: 'Анна Ковалёва' })
  })

  test('can be read, played and searched by keyboard alone', async ({ page }) => {
    await signIn(page, person, path)
    await expect(paragraphs(page).first()).toBeVisible()

    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(paragraphs(page).nth(1).locator('[data-text]')).toBeFocused()
    const start = Number(await slider(page).getAttribute('aria-valuenow'))
    expect(start).toBeGreaterThan(5)
    await page.keyboard.press('Space')
    await expect(page.getByRole('button', { name: 'Пауза' })).toBeVisible()
    await page.keyboard.press('k')
    await expect(page.getByRole('button', { name: 'Слушать', exact: true })).toBeVisible()
    await page.keyboard.press('j')
    await expect.poll(async () => Number(await slider(page).getAttribute('aria-valuenow'))).toBeLessThan(start)

    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Горячие клавиши' })
    await expect(dialog).toBeVisible()
    await dialog.getByRole('checkbox').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await page.keyboard.press('/')
    await expect(page.getByRole('textbox', { name: 'Найти в тексте' })).toHaveCount(0)
    await page.reload()
    await expect(paragraphs(page).first()).toBeVisible()
    await page.keyboard.press('?')
    await expect(dialog).toHaveCount(0)
  })

  test('is readable by visitors while shared, and unavailable as soon as access is closed [FILE-3, FILE-4, SHR-4]', async ({
    page,
    browser,
  }) => {
    await signIn(page, person, path)
    const visitor = await (await browser.newContext()).newPage()
    await visitor.goto(path)
    await expect(visitor.getByRole('heading', { name: 'Файл по данной ссылке недоступен' })).toBeVisible()

    await page.getByRole('button', { name: 'Поделиться' }).click()
    await page.getByRole('button', { name: 'Открыть доступ' }).click()
    const link = await page.getByRole('textbox', { name: 'Ссылка на файл' }).inputValue()
    expect(link).toBe(new URL(path, page.url()).href)
    await visitor.goto(link)
    await expect(paragraphs(visitor)).toHaveCount(2)
    await expect(visitor.getByRole('link', { name: 'Зарегистрироваться' })).toBeVisible()
    await expect(visitor.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
    await expect(visitor.getByRole('button', { name: /Поделиться|Спикер|Анна/ })).toHaveCount(0)
    await visitor.getByRole('button', { name: 'Слушать', exact: true }).click()
    await expect(slider(visitor)).toHaveAttribute('aria-valuenow', /[1-9]/)

    await page.getByRole('button', { name: 'Закрыть доступ' }).click()
    await expect(page.getByText('Файл доступен только тебе')).toBeVisible()

    const media = await visitor.request.get(`/api/scripts/${path.split('/').at(-1)}/media`)
    expect(media.status()).toBe(404)
    await visitor.reload()
    await expect(visitor.getByRole('heading', { name: 'Файл по данной ссылке недоступен' })).toBeVisible()
  })
})

test.describe('a video whose media URLs expire after ten seconds', () => {
  let api: Awaited<ReturnType<typeof startShortLivedApi>>

  test.beforeAll(async () => {
    api = await startShortLivedApi(10)
  })
  test.afterAll(() => api.stop())

  test('plays in its own frame without a gap, and seeks after its URL has expired', async ({ page, request }) => {
    const person = await createPerson()
    const video = { fileName: 'Лекция.mp4', contentType: 'video/mp4', content: makeVideo(90) }
    const path = await addRecorded(person, { ...video, spoken: [{ text: 'Тихая лекция.', start: 1, end: 4 }] })
    const mediaUrls = new Set<string>()
    page.on('request', (pageRequest) => {
      if (/X-Amz-Expires=10\b/.test(pageRequest.url())) mediaUrls.add(pageRequest.url())
    })
    await signIn(page, person, api.url + path)
    await expect(page.getByRole('region', { name: 'Видео' }).locator('video')).toBeVisible()

    await page.getByRole('button', { name: 'Слушать', exact: true }).click()
    const steps = await positionSteps(page, 16)
    expect(mediaUrls.size).toBeGreaterThan(1)
    // In seconds of the recording: wall-clock speed depends on the machine.
    expect(Math.max(...steps)).toBeLessThanOrEqual(2)
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(-1)
    await expect(page.getByRole('button', { name: 'Пауза' })).toBeVisible()
    const [first = ''] = mediaUrls
    expect((await request.get(first, { headers: { range: 'bytes=0-9' } })).status()).toBe(403)

    await page.getByRole('button', { name: 'Пауза' }).click()
    const last = [...mediaUrls].at(-1) ?? ''
    const status = async () => (await request.get(last, { headers: { range: 'bytes=0-9' } })).status()
    await expect.poll(status).toBe(403)
    await slider(page).focus()
    await page.keyboard.press('PageUp')
    await page.keyboard.press('Escape')
    const sought = Number(await slider(page).getAttribute('aria-valuenow'))
    await page.getByRole('button', { name: 'Слушать', exact: true }).click()

    await expect.poll(async () => Number(await slider(page).getAttribute('aria-valuenow'))).toBeGreaterThan(sought + 1)
  })

  /** Steps of the player's position in seconds, until it reaches `until`. */
  function positionSteps(page: Page, until: number): Promise<number[]> {
    return slider(page).evaluate(
      (element, end) =>
        new Promise<number[]>((done) => {
          const positions: number[] = []
          const observer = new MutationObserver(() => {
            positions.push(Number(element.getAttribute('aria-valuenow')))
            if ((positions.at(-1) ?? 0) < end) return
            observer.disconnect()
            done(positions.slice(1).map((position, index) => position - (positions[index] ?? 0)))
          })
          observer.observe(element, { attributes: true, attributeFilter: ['aria-valuenow'] })
        }),
      until,
    )
  }
})

// axe is injected into the page, which the app's CSP forbids.
test.describe('accessibility of the file page', () => {
  test.describe.configure({ mode: 'default' })
  test.use({ bypassCSP: true })
  const devices = [
    { name: 'on a desktop', viewport: { width: 1440, height: 900 } },
    { name: 'on a phone', viewport: { width: 390, height: 844 } },
  ]
  let person: Person
  let path = ''

  test.beforeAll(async () => {
    person = await createPerson()
    path = await addRecorded(person, twoParagraphs('Разговор.wav'))
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const { name, viewport } of devices) {
      test.describe(`${name}, ${colorScheme}`, () => {
        test.use({ colorScheme, viewport })

        test('every state passes the accessibility check', async ({ page }) => {
          await signIn(page, person, `${path}?t=1`)
          await expect(paragraphs(page).first()).toHaveAttribute('aria-current', 'true')
          expect(await problemsOf(page), 'the text').toEqual([])

          await page.keyboard.press('/')
          await page.keyboard.type('на')
          await expect(page.getByText(/^(1\/\d+|Не\u00a0нашлось)$/).first()).toBeVisible()
          expect(await problemsOf(page), 'search').toEqual([])
          await page.keyboard.press('Escape')

          await page.getByRole('button', { name: 'Спикер 1', exact: true }).first().click()
          await expect(page.getByRole('textbox', { name: 'Имя спикера' })).toBeVisible()
          expect(await problemsOf(page), 'naming a speaker').toEqual([])
          await page.keyboard.press('Escape')

          await page.locator('[data-text]').first().selectText()
          await expect(page.getByRole('button', { name: 'Цитата' })).toBeVisible()
          expect(await problemsOf(page), 'a selection').toEqual([])
          await page.evaluate(() => getSelection()?.removeAllRanges())

          for (const item of ['Горячие клавиши', 'Распознать заново']) {
            await page.getByRole('button', { name: 'Ещё действия' }).click()
            await page.getByRole('menuitem', { name: item }).click()
            await expect(page.getByRole('dialog')).toBeVisible()
            await expect(page.locator('[role=menu]')).toHaveCount(0)
            expect(await problemsOf(page), item).toEqual([])
            await page.keyboard.press('Escape')
            await expect(page.getByRole('dialog')).toHaveCount(0)
          }
          await page.getByRole('button', { name: 'Разговор', exact: true }).click()
          await expect(page.getByRole('textbox', { name: 'Название файла' })).toBeVisible()
          expect(await problemsOf(page), 'the name').toEqual([])

          await page.goto('/files/00000000-0000-4000-8000-000000000000')
          expect(await problemsOf(page), 'a missing file').toEqual([])
        })
      })
    }
  }
})
