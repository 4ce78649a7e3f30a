import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { openAt } from '#test/app.tsx'
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

beforeEach(signIn)

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
const speakers = () => page.getByRole('group', { name: 'Кто говорит' })
const chips = () => speakers().getByRole('button').elements()
const middleOf = (box: Element) => box.getBoundingClientRect().top + box.getBoundingClientRect().height / 2
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
    expect(new Set(chips().map(middleOf)).size).toBe(1)
    await expect.element(speakers().getByRole('button').nth(0)).toHaveAccessibleName(/Спикер 3 24%$/)
    await expect.element(speakers().getByRole('button').nth(1)).toHaveAccessibleName(/Спикер 1 7%$/)
    expect(heightOf()).toBeLessThan(80)
    expect(document.documentElement.scrollWidth).toBe(width)
  })

  it('shows the last speaker to the keyboard', async () => {
    await openOwn()
    const line = speakers().element()
    const last = chips().at(-1) as HTMLElement // there are twelve

    ;(chips()[0] as HTMLElement).focus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(chips()[1] as HTMLElement).toHaveFocus()
    await userEvent.keyboard('{End}')

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

describe('twelve speakers at 1440 px', () => {
  beforeEach(() => page.viewport(1440, 900))

  it('are all in view, before an edit and after it', async () => {
    const screen = await openOwn({ status: 200, body: { version: 1 } })
    const outside = () => chips().filter((chip) => !isInside(chip, speakers().element()))
    await expect.poll(outside).toEqual([])

    await screen.getByRole('button', { name: 'Спикер 3', exact: true }).first().click()
    await screen.getByRole('textbox', { name: 'Имя спикера' }).fill('Анна')
    await userEvent.keyboard('{Enter}')

    await expect.element(screen.getByRole('button', { name: 'Отменить' })).toBeVisible()
    await expect.element(screen.getByText(/^Проверить · \d+$/)).toBeVisible()
    await expect.poll(outside).toEqual([])
  })

  it('say who they are on hover, and are as large as a finger needs', async () => {
    await openOwn()

    await expect.element(speakers().getByRole('button').nth(4)).toHaveAttribute('title', 'Только Спикер 5 · 7%')
    for (const chip of chips()) {
      const { width, height } = chip.getBoundingClientRect()
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(24)
    }
  })
})

describe('the toolbar at every width', () => {
  it('has one row of tools that do not touch, while it says that nothing is saved', async () => {
    const screen = await openOwn('no answer')
    await screen.getByRole('button', { name: 'Спикер 1', exact: true }).first().click()
    await screen.getByRole('textbox', { name: 'Имя спикера' }).fill('Анна')
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByText('Нет связи, сохраним позже')).toBeVisible()

    for (const width of [390, 560, 720, 860, 1000, 1200, 1440, 1920]) {
      await page.viewport(width, 800)
      // The speakers give way to the tools a moment after the window changes.
      await vi.waitFor(() => expectOneRow(width))
    }
  })

  function expectOneRow(width: number) {
    const tools = [...toolbar().element().querySelectorAll('button')]
      .filter((tool) => tool.checkVisibility() && !speakers().element().contains(tool))
      .filter((tool) => tool.getAttribute('aria-hidden') !== 'true')
      .map((tool) => tool.getBoundingClientRect())
    const line = speakers().element().getBoundingClientRect()
    const boxes = [line, ...tools].toSorted((one, other) => one.left - other.left)

    const middles = boxes.map(({ top, bottom }) => Math.round((top + bottom) / 2))
    expect(Math.max(...middles) - Math.min(...middles), `${width} px`).toBeLessThanOrEqual(1)
    for (const [index, box] of boxes.entries())
      expect(box.left, `${width} px`).toBeGreaterThanOrEqual((boxes[index - 1]?.right ?? 0) - 1)
    expect(boxes.at(-1)?.right, `${width} px`).toBeLessThanOrEqual(width)
    expect(line.width, `${width} px`).toBeGreaterThanOrEqual(96)
  }
})

describe('the toolbar of an owner', () => {
  it('names the review with its number of questions, and the rest where there is room', async () => {
    await page.viewport(1440, 900)
    const screen = await openOwn()

    await expect.element(screen.getByText('Заменить', { exact: true })).not.toBeVisible()
    await expect.element(screen.getByText(/^Проверить · \d+$/)).toBeVisible()
    await page.viewport(780, 900)
    await expect.element(screen.getByText(/^Проверить · \d+$/)).toBeVisible()
    await expect
      .element(screen.getByRole('button', { name: 'Проверить текст' }))
      .toHaveAttribute('aria-description', expect.stringMatching(/^\d+\sвопрос/))
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
