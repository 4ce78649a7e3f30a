import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import type { MarkActions } from '#lib/file-page/marks.ts'
import { signInOnDesktop } from '#test/screen.ts'
import { openFile, said, SLOTS, word } from '#test/transcript.tsx'

const TERM = '3f0c2d3e-8d55-4f5e-9f0a-2f7f5d1d9b22'
const MARKED = {
  ...said('Вот Мюллер, сказал.', 7),
  words: [word('Вот', 7), { ...word('Мюллер,', 7.5), heard: 'нюлер,', termId: TERM }, word('сказал.', 8)],
}
const ASKED = {
  ...said('Это мюле ром.', 14),
  words: [{ ...word('Это', 14) }, { ...word('мюле', 14.5), maybe: { text: 'Мюллером', words: 2, termId: TERM } }, word('ром.', 15)], // prettier-ignore
}
const SCRIPT = [said('Всем привет.', 0), MARKED, ASKED]

signInOnDesktop(1280, 800)

const painted = (name: string) => [...(CSS.highlights.get(name) ?? [])].map(textOf)

function textOf({ startContainer, startOffset, endOffset }: AbstractRange): string {
  return startContainer.textContent?.slice(startOffset, endOffset) ?? ''
}

async function openMarked() {
  const marks = {
    undo: vi.fn<MarkActions['undo']>(),
    undoAll: vi.fn<MarkActions['undoAll']>(),
    never: vi.fn<MarkActions['never']>(),
    reform: vi.fn<MarkActions['reform']>(),
    formsOf: async () => ['Мюллера', 'Мюллеру'],
  }
  const onReview = vi.fn<() => void>()
  const { screen } = await openFile({ script: SCRIPT }, { editing: { ...SLOTS, marks, onReview } })
  await expect.element(screen.getByText('Вот Мюллер, сказал.')).toBeVisible()
  return { screen, marks, onReview, bar: screen.getByRole('dialog', { name: 'Слово из словаря' }) }
}

/** The middle of a word on the page, relative to its paragraph. */
function within(text: string, part: string): { x: number; y: number } {
  const paragraph = [...document.querySelectorAll('[data-text]')].find(({ textContent }) => textContent === text)
  const node = paragraph?.firstChild as Text
  const range = new Range()
  range.setStart(node, text.indexOf(part))
  range.setEnd(node, text.indexOf(part) + part.length)
  const [own, all] = [range.getBoundingClientRect(), paragraph?.getBoundingClientRect() ?? new DOMRect()]
  return { x: own.x - all.x + own.width / 2, y: own.y - all.y + own.height / 2 }
}

describe('a word that the vocabulary put in', () => {
  it('is underlined, and the mouse finds what was heard and takes it back', async () => {
    const { screen, marks, bar } = await openMarked()
    await vi.waitFor(() => expect(painted('replaced-word')).toEqual(['Мюллер,']))

    const text = screen.getByText('Вот Мюллер, сказал.')
    await userEvent.hover(text, { position: within('Вот Мюллер, сказал.', 'Мюллер') })
    await expect.element(bar.getByText('Распознано: нюлер', { exact: true })).toBeVisible()
    expect(painted('mark-now')).toEqual(['Мюллер,'])
    await bar.getByRole('button', { name: 'Вернуть' }).click()

    expect(marks.undo).toHaveBeenCalledExactlyOnceWith({ paragraph: 1, word: 1 })
    await expect.element(bar).not.toBeInTheDocument()
  })

  it('closes its actions when the mouse goes elsewhere', async () => {
    const { screen, bar } = await openMarked()
    const text = screen.getByText('Вот Мюллер, сказал.')
    await userEvent.hover(text, { position: within('Вот Мюллер, сказал.', 'Мюллер') })
    await expect.element(bar).toBeVisible()

    await userEvent.hover(text, { position: within('Вот Мюллер, сказал.', 'сказал') })

    await expect.element(bar).not.toBeInTheDocument()
  })

  it('is reached, heard and changed by keyboard', async () => {
    const { screen, marks, bar } = await openMarked()
    const stop = screen.getByRole('button', { name: 'Мюллер', exact: true })
    await expect.element(stop).toHaveAttribute('aria-description', expect.stringContaining('Распознано: нюлер.'))

    screen.getByText('Вот Мюллер, сказал.').element().focus()
    await userEvent.keyboard('{Tab}')
    await expect.element(stop).toHaveFocus()
    await expect.element(bar).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(bar.getByRole('button', { name: 'Вернуть' })).toHaveFocus()
    await userEvent.keyboard('{Tab}{Enter}')
    await bar.getByRole('group', { name: 'Формы слова' }).getByRole('button', { name: 'Мюллеру' }).click()

    expect(marks.reform).toHaveBeenCalledExactlyOnceWith({ paragraph: 1, word: 1 }, 'Мюллеру')
    await expect.element(screen.getByText('Вот Мюллер, сказал.')).toHaveFocus()
  })

  it('lets the keyboard go by Escape and by Tab', async () => {
    const { screen, marks, bar } = await openMarked()
    const stop = screen.getByRole('button', { name: 'Мюллер', exact: true })
    stop.element().focus()
    await userEvent.keyboard('{Enter}{Escape}')
    await expect.element(stop).toHaveFocus()
    await expect.element(bar).not.toBeInTheDocument()

    await userEvent.keyboard('{Enter}')
    await expect.element(bar).not.toBeInTheDocument()
    screen.getByText('Вот Мюллер, сказал.').element().focus()
    await userEvent.keyboard('{Tab}{Enter}{Tab}{Tab}')
    await expect.element(bar.getByRole('button', { name: 'Больше не заменять' })).toHaveFocus()
    await userEvent.keyboard('{Tab}')

    await expect.element(stop).toHaveFocus()
    expect(marks.never).not.toHaveBeenCalled()
  })

  it('has its actions over the player on a phone', async () => {
    await page.viewport(390, 800)
    const { screen, marks, bar } = await openMarked()
    screen.getByRole('button', { name: 'Мюллер', exact: true }).element().focus()

    await bar.getByRole('button', { name: 'Больше не заменять' }).click()

    expect(marks.never).toHaveBeenCalledExactlyOnceWith({ paragraph: 1, word: 1 })
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  })

  it('opens on a long press', async () => {
    const { screen, bar } = await openMarked()
    const text = screen.getByText('Вот Мюллер, сказал.').element()
    const { x, y } = text.getBoundingClientRect()
    const at = within('Вот Мюллер, сказал.', 'Мюллер')
    const touch = { pointerType: 'touch', bubbles: true, clientX: x + at.x, clientY: y + at.y }

    text.dispatchEvent(new PointerEvent('pointerdown', touch))

    await expect.element(bar).toBeVisible()
    document.body.dispatchEvent(new PointerEvent('pointerdown', { ...touch, clientX: 1, clientY: 1 }))
    await expect.element(bar).not.toBeInTheDocument()
  })

  it('is not marked for readers', async () => {
    const { screen } = await openFile({ script: SCRIPT, canEdit: false })
    await expect.element(screen.getByText('Вот Мюллер, сказал.')).toBeVisible()

    await expect.element(screen.getByRole('button', { name: 'Мюллер', exact: true })).not.toBeInTheDocument()
    expect(painted('replaced-word')).toEqual([])
  })
})

describe('the line of the vocabulary', () => {
  it('counts its words, filters them and leads to its questions', async () => {
    const { screen, onReview } = await openMarked()

    await screen.getByRole('button', { name: 'Словарь исправил 1 слово' }).click()
    await expect.element(screen.getByText('Всем привет.')).not.toBeVisible()
    await expect.element(screen.getByText('Вот Мюллер, сказал.')).toBeVisible()
    await screen.getByRole('button', { name: 'об одном спросит' }).click()

    expect(onReview).toHaveBeenCalledOnce()
    await expect.element(screen.getByText('Всем привет.')).toBeVisible()
  })

  it('takes everything back from its menu', async () => {
    const { screen, marks } = await openMarked()

    await screen.getByRole('button', { name: 'Что сделать с исправленным' }).click()
    await screen.getByRole('menuitem', { name: 'Вернуть всё' }).click()

    expect(marks.undoAll).toHaveBeenCalledOnce()
  })

  it('is not there without marks', async () => {
    const { screen } = await openFile({ script: [said('Всем привет.', 0)] }, { editing: SLOTS })
    await expect.element(screen.getByText('Всем привет.')).toBeVisible()

    await expect.element(screen.getByRole('group', { name: 'Словарь в этом файле' })).not.toBeInTheDocument()
  })
})

describe('a word that does not exist', () => {
  const isKnown = (text: string) => !/мюле/iu.test(text)

  it('is marked if the engine gives no confidence', async () => {
    const { screen } = await openFile({ script: SCRIPT }, { editing: { ...SLOTS, isKnown } })
    await expect.element(screen.getByText('Это мюле ром.')).toBeVisible()

    await vi.waitFor(() => expect(painted('unknown-word')).toEqual(['мюле']))
  })

  it('is not marked if it does', async () => {
    const sure = { ...said('Всем мюле.', 0), words: [word('Всем', 0, 0.9), word('мюле.', 0.5, 0.9)] }
    const { screen } = await openFile({ script: [sure] }, { editing: { ...SLOTS, isKnown } })
    await expect.element(screen.getByText('Всем мюле.')).toBeVisible()

    expect(painted('unknown-word')).toEqual([])
  })
})
