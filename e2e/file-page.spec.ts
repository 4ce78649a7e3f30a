import { recording, toWav, wavSamples } from '@doslovno/server/test/recordings.ts'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'

import { problemsOf } from './axe.ts'
import { chooseFile, PAVEL, signIn } from './journey.ts'
import { makeVideo, startShortLivedApi } from './short-lived.ts'

type Word = { text: string; start: number }
type Script = { id: string; fileName: string; script: { speaker: number; words: Word[] }[] } & Record<string, unknown>

/** Two sentences with a pause between them that makes them two paragraphs. */
function twoParagraphs(): Buffer {
  const pause = Buffer.alloc(7 * 32_000)
  const parts = [
    wavSamples(recording('voxforge_ru/ru_0032.wav')),
    pause,
    wavSamples(recording('voxforge_ru/ru_0035.wav')),
  ]
  return toWav(Buffer.concat(parts))
}

/** Uploads a recording and waits for its page. */
async function transcribe(page: Page, name: string, mimeType: string, buffer: Buffer): Promise<string> {
  await chooseFile(page, { name, mimeType, buffer })
  await page.getByRole('button', { name: 'Начать обработку' }).click()
  await page.waitForURL(/\/files\/[0-9a-f-]{36}/, { timeout: 90_000 })
  await expect(page.getByRole('region', { name: 'Плеер' })).toBeVisible({ timeout: 90_000 })
  return new URL(page.url()).pathname
}

const slider = (page: Page) => page.getByRole('slider', { name: 'Позиция воспроизведения' })
const paragraphs = (page: Page) => page.locator('[data-paragraph]')
const spokenWord = (page: Page) =>
  page.evaluate(() => [...(CSS.highlights.get('spoken-word') ?? [])].map(String).join())

/** What the API says of a file to the person of this page. */
async function scriptOf(page: Page, request: APIRequestContext, path: string): Promise<Script> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  const reply = await request.get(`/api/scripts/${path.split('/').at(-1)}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return reply.json()
}

/** Where on the screen a word of a paragraph stands. */
function placeOfWord(page: Page, paragraph: number, word: number) {
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

test.describe('the page of a file', () => {
  let path = ''

  test.beforeAll(async ({ browser }) => {
    const page = await browser.newPage()
    await signIn(page)
    path = await transcribe(page, 'Планёрка.wav', 'audio/wav', twoParagraphs())
    await page.close()
  })

  test('shows the card of the file, its text with the speaker, and the player; the script has its fields [FILE-1, FILE-9]', async ({
    page,
    request,
  }) => {
    await signIn(page)
    await page.goto(path)

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

  test('plays from the word that is clicked, and marks what is said [FILE-7]', async ({ page, request }) => {
    await signIn(page)
    await page.goto(path)
    const words = (await scriptOf(page, request, path)).script.flatMap((segment) => segment.words)
    const at = await placeOfWord(page, 0, 3)

    await page.mouse.click(at.x, at.y)
    await expect(slider(page)).toHaveAttribute('aria-valuenow', String(Math.floor(words[3]?.start ?? -1)))
    expect(await spokenWord(page)).toBe(words[3]?.text)
    await page.keyboard.press('Space')

    const later = words.slice(5).map(({ text }) => text)
    await expect.poll(async () => later.includes(await spokenWord(page))).toBe(true)
    await expect(paragraphs(page).first()).toHaveAttribute('aria-current', 'true')
  })

  test('opens at the second of a link, which a selection gives away [FILE-7]', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await signIn(page)
    await page.goto(path)
    const from = await placeOfWord(page, 1, 0)
    const to = await placeOfWord(page, 1, 2)

    await page.mouse.move(from.x - 4, from.y)
    await page.mouse.down()
    await page.mouse.move(to.x, to.y, { steps: 5 })
    await page.mouse.up()
    await page.getByRole('button', { name: 'Ссылка на момент' }).click()
    await expect(page.getByText('Ссылка успешно скопирована!')).toBeVisible()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(link).toMatch(/\/files\/[0-9a-f-]{36}\?t=\d+$/)
    await page.goto(link)

    await expect(slider(page)).toHaveAttribute('aria-valuenow', new URL(link).searchParams.get('t') ?? '')
    await expect(paragraphs(page).nth(1)).toBeInViewport()
  })

  test('finds words in the text and goes from one to the next', async ({ page, request }) => {
    await signIn(page)
    await page.goto(path)
    const [word = ''] = (await paragraphs(page).nth(1).locator('[data-text]').innerText()).match(/\p{L}{5,}/u) ?? []

    // The text is seen a moment before its keys work.
    await expect(async () => {
      await page.keyboard.press('/')
      await expect(page.getByRole('textbox', { name: 'Найти в тексте' })).toBeFocused({ timeout: 500 })
    }).toPass({ timeout: 10_000 })
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

  test('renames the file in place, for its owner and in the list [FILE-5]', async ({ page }) => {
    await signIn(page)
    await page.goto(path)

    await page.getByRole('button', { name: 'Планёрка', exact: true }).click()
    await page.getByRole('textbox', { name: 'Название файла' }).fill('Итоги недели')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Итоги недели' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Итоги недели' })).toBeVisible()
    await page.getByRole('link', { name: 'Мои файлы' }).first().click()

    await expect(page.getByRole('link', { name: /Итоги недели/ })).toBeVisible()
  })

  test('renames a speaker for good: Enter saves, Escape and nothing cancel [FILE-6, FILE-10]', async ({
    page,
    request,
  }) => {
    await signIn(page)
    await page.goto(path)
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
    const saved = page.waitForResponse((response) => response.url().endsWith('/edit-speaker-name') && response.ok())
    await page.keyboard.press('Enter')
    await saved
    await page.reload()

    await expect(name('Анна Ковалёва')).toBeVisible()
    await expect(paragraphs(page).first()).toContainText('АК')
    const { speakerNames, script } = await scriptOf(page, request, path)
    expect(speakerNames).toEqual([{ speakerId: 0, name: 'Анна Ковалёва' }])
    expect(script[0]).toMatchObject({ speaker: 0, speakerName: 'Анна Ковалёва' })
  })

  test('is read, heard and searched by the keyboard alone', async ({ page }) => {
    await signIn(page)
    await page.goto(path)
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
    await expect(page.getByRole('textbox', { name: 'Найти в тексте' })).not.toBeFocused()
    await page.reload()
    await expect(paragraphs(page).first()).toBeVisible()
    await page.keyboard.press('?')
    await expect(dialog).toHaveCount(0)
  })

  test('is read by a visitor while it is shared, and is gone at once when it is closed [FILE-3, FILE-4, SHR-4]', async ({
    page,
    browser,
  }) => {
    await signIn(page)
    await page.goto(path)
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

test.describe('a video with addresses of ten seconds', () => {
  // It plays for half a minute besides being processed.
  test.describe.configure({ timeout: 240_000 })
  let api: Awaited<ReturnType<typeof startShortLivedApi>>

  test.beforeAll(async () => {
    api = await startShortLivedApi(10)
  })
  test.afterAll(() => api.stop())

  test('plays on in its own frame, without a gap, and seeks after its address has ended', async ({ page, request }) => {
    await signIn(page)
    const path = await transcribe(page, 'Лекция.mp4', 'video/mp4', makeVideo(90))
    const addresses = new Set<string>()
    page.on('request', (asked) => {
      if (/X-Amz-Expires=10\b/.test(asked.url())) addresses.add(asked.url())
    })
    await page.goto(`${api.url}/auth/login`)
    await page.getByLabel('E-mail').fill(PAVEL.email)
    await page.getByLabel('Пароль', { exact: true }).fill(PAVEL.password)
    await page.getByRole('button', { name: 'Войти', exact: true }).click()
    await page.waitForURL(`${api.url}/`)
    await page.goto(api.url + path)
    await expect(page.getByRole('region', { name: 'Видео' }).locator('video')).toBeVisible()

    await page.getByRole('button', { name: 'Слушать', exact: true }).click()
    const gaps = await secondsBetweenTicks(page, 16)
    expect(addresses.size).toBeGreaterThan(1)
    expect(Math.max(...gaps)).toBeLessThan(1.6)
    const [first = ''] = addresses
    expect((await request.get(first, { headers: { range: 'bytes=0-9' } })).status()).toBe(403)

    await page.getByRole('button', { name: 'Пауза' }).click()
    const last = [...addresses].at(-1) ?? ''
    const status = async () => (await request.get(last, { headers: { range: 'bytes=0-9' } })).status()
    await expect.poll(status, { timeout: 20_000 }).toBe(403)
    await slider(page).focus()
    await page.keyboard.press('PageUp')
    await page.keyboard.press('Escape')
    const sought = Number(await slider(page).getAttribute('aria-valuenow'))
    await page.getByRole('button', { name: 'Слушать', exact: true }).click()

    await expect.poll(async () => Number(await slider(page).getAttribute('aria-valuenow'))).toBeGreaterThan(sought + 1)
  })

  /** Seconds on the wall between each two seconds of the recording, until so many have been played. */
  function secondsBetweenTicks(page: Page, until: number): Promise<number[]> {
    return slider(page).evaluate(
      (element, end) =>
        new Promise<number[]>((done) => {
          const times: number[] = []
          const observer = new MutationObserver(() => {
            times.push(performance.now() / 1000)
            if (Number(element.getAttribute('aria-valuenow')) < end) return
            observer.disconnect()
            done(times.slice(1).map((time, index) => time - (times[index] ?? 0)))
          })
          observer.observe(element, { attributes: true, attributeFilter: ['aria-valuenow'] })
        }),
      until,
    )
  }
})

// The checker is put into the page by hand, which the page's own policy forbids.
test.describe('can be read and used by everybody', () => {
  test.use({ bypassCSP: true })
  const devices = [
    { name: 'at a desk', viewport: { width: 1440, height: 900 } },
    { name: 'on a phone', viewport: { width: 390, height: 844 } },
  ]
  let path = ''

  test.beforeAll(async ({ browser }) => {
    const page = await browser.newPage()
    await signIn(page)
    path = await transcribe(page, 'Разговор.wav', 'audio/wav', twoParagraphs())
    await page.close()
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const { name, viewport } of devices) {
      test.describe(`${name}, ${colorScheme}`, () => {
        test.use({ colorScheme, viewport })

        test('every state of the page of a file', async ({ page }) => {
          await signIn(page)
          await page.goto(`${path}?t=1`)
          await expect(paragraphs(page).first()).toHaveAttribute('aria-current', 'true')
          expect(await problemsOf(page), 'the text').toEqual([])

          await page.keyboard.press('/')
          await page.keyboard.type('на')
          await expect(page.getByText(/^(1\/\d+|Не\u00a0нашлось)$/).first()).toBeVisible()
          expect(await problemsOf(page), 'finding').toEqual([])
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
