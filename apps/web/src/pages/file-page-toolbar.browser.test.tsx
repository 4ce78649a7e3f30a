import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { isolateTests, openAt } from '#test/app.tsx'
import { fileOf, libraryOf, scriptOf } from '#test/library.ts'
import { type Answer, stubServer } from '#test/server.ts'
import { signIn } from '#test/session.ts'
import { said, silence } from '#test/transcript.tsx'

const SCREENS = [
  { name: 'a desktop', width: 1440, height: 900 },
  { name: 'a phone', width: 390, height: 844 },
]
/** The third of twelve speakers talks most, the others equally. */
const TALK = Array.from({ length: 12 }, (_, speaker) =>
  said(
    speaker === 2 ? 'Это долгая речь о том, как мы будем жить дальше.' : 'Коротко говоря, да.',
    speaker * 10,
    speaker,
  ),
)

isolateTests()
beforeEach(() => signIn())

/** Opens a file of its own: the editor of a file outlives its page. */
async function openOwn(edits: Answer | Answer[] = 'no answer') {
  const file = fileOf(1, { id: crypto.randomUUID() })
  stubServer({
    ...libraryOf([file]),
    [`GET /api/scripts/${file.id}`]: {
      status: 200,
      body: scriptOf(file, { script: TALK, speakers: 12, fileSrc: silence(10) }),
    },
    [`POST /api/scripts/${file.id}/edits`]: edits,
  })
  const screen = await openAt(`/files/${file.id}`)
  await expect.element(screen.getByText('Коротко говоря, да.').first()).toBeVisible()
  return screen
}

const toolbar = () => page.getByRole('group', { name: 'Инструменты текста' })
const chips = () => page.getByRole('group', { name: 'Кто говорит' }).getByRole('button').elements()
const heightOf = () => toolbar().element().getBoundingClientRect().height
const isInside = (inner: Element, outer: Element) => {
  const [one, other] = [inner.getBoundingClientRect(), outer.getBoundingClientRect()]
  return one.left >= other.left - 1 && one.right <= other.right + 1
}

describe.each(SCREENS)('the toolbar of twelve speakers on $name', ({ width, height }) => {
  beforeEach(() => page.viewport(width, height))

  it('is one line that scrolls, and the most talkative comes first', async () => {
    await openOwn()

    expect(chips()).toHaveLength(12)
    expect(new Set(chips().map((chip) => chip.getBoundingClientRect().top)).size).toBe(1)
    expect(
      chips()
        .map(({ textContent }) => textContent?.replaceAll(/\s/g, ' '))
        .slice(0, 3),
    ).toEqual(['Спикер 3 24%', 'Спикер 1 7%', 'Спикер 2 7%'])
    expect(heightOf()).toBeLessThan(80)
    expect(document.documentElement.scrollWidth).toBe(width)
  })

  it('shows the last speaker to the keyboard', async () => {
    await openOwn()
    const line = page.getByRole('group', { name: 'Кто говорит' }).element()
    const last = chips().at(-1) as HTMLElement // there are twelve
    expect(isInside(last, line)).toBe(false)

    ;(chips().at(-2) as HTMLElement).focus()
    await userEvent.tab()

    await expect.element(last).toHaveFocus()
    expect(isInside(last, line)).toBe(true)
    await userEvent.keyboard('{Enter}')
    await expect.element(last).toHaveAttribute('aria-pressed', 'true')
  })

  it.each([
    ['Сохранено', { status: 200, body: { version: 1 } }],
    ['Нет связи, сохраним позже', 'no answer' as const],
  ])('does not grow for «%s», which lies on no tool and no text', async (status, edits) => {
    const screen = await openOwn(edits)
    const before = heightOf()

    await screen.getByRole('button', { name: 'Спикер 1', exact: true }).first().click()
    await screen.getByRole('textbox', { name: 'Имя спикера' }).fill('Анна')
    await userEvent.keyboard('{Enter}')

    await expect.element(screen.getByText(status)).toBeVisible()
    expect(heightOf()).toBe(before)
    const { top, bottom } = screen.getByText(status).element().getBoundingClientRect()
    const tools = toolbar().getByRole('button').elements()
    expect(Math.max(...tools.map((tool) => tool.getBoundingClientRect().bottom))).toBeLessThanOrEqual(top)
    expect(bottom).toBeLessThanOrEqual(toolbar().element().getBoundingClientRect().bottom)
  })
})

describe('the toolbar of an owner', () => {
  it('names its tools where there is room, with the number of places to check', async () => {
    await page.viewport(1440, 900)
    const screen = await openOwn()

    await expect.element(screen.getByText('Заменить', { exact: true })).toBeVisible()
    await expect.element(screen.getByText(/^Проверить · \d+$/)).toBeVisible()
    await page.viewport(780, 900)
    await expect.element(screen.getByText('Заменить', { exact: true })).not.toBeVisible()
    await expect
      .element(screen.getByRole('button', { name: 'Проверить текст' }))
      .toHaveAttribute('aria-description', expect.stringMatching(/^\d+\sмест/))
  })

  it('opens the search in the same line', async () => {
    await page.viewport(390, 844)
    const screen = await openOwn()
    const before = heightOf()

    await screen.getByRole('button', { name: 'Найти в тексте' }).click()

    await expect.element(screen.getByRole('textbox', { name: 'Найти в тексте' })).toHaveFocus()
    expect(heightOf()).toBe(before)
  })
})

describe('a file page at 1440 px', () => {
  it('has one left edge: the logo, the title, the text and the player', async () => {
    await page.viewport(1440, 900)
    const screen = await openOwn()
    await expect.element(screen.getByRole('button', { name: 'Назад на 5 секунд' })).toBeVisible()

    const starts = [
      screen.getByRole('link', { name: 'Дословно, на главную' }).element(),
      screen.getByRole('heading', { level: 1 }).element(),
      document.querySelector('[data-paragraph] > [aria-hidden]'),
      screen.getByRole('button', { name: 'Назад на 5 секунд' }).element().querySelector('svg'),
    ].map((element) => Math.floor(element?.getBoundingClientRect().left ?? 0))

    expect(starts).toEqual([64, 64, 64, 64])
  })
})
