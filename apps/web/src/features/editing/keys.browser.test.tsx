import type { Transcript } from '@doslovno/domain/editing/transcript.ts'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { openOwnFile } from '#test/editing.tsx'
import { signInOnDesktop } from '#test/screen.ts'
import { said } from '#test/transcript.tsx'

const NAMES = [
  { speakerId: 0, name: 'Анна' },
  { speakerId: 1, name: 'Пётр' },
]

/** A lively talk: no pause keeps its paragraphs apart. */
const TALK: Transcript = {
  segments: [
    said('Полетим ли мы на Марз, говорят, скоро.', 0),
    said('Да, конечно.', 5, 1),
    said('А когда?', 7),
    said('Через год.', 9, 1),
  ],
  speakers: NAMES,
}

signInOnDesktop()

const input = () => document.activeElement as HTMLTextAreaElement
const selected = () => input().value.slice(input().selectionStart, input().selectionEnd)
const spoken = (transcript: Transcript) => transcript.segments.map(({ speaker, text }) => `${speaker} ${text}`)

/** Double-clicks in the middle of a word until the field has it selected: the text may move under the pointer. */
async function doubleClick(word: string) {
  await vi.waitFor(async () => {
    const text = textWith(word)
    await userEvent.dblClick(page.elementLocator(text), { position: middleOf(word, text) })
    expect(selected()).toBe(word)
  })
}

function middleOf(word: string, text: Element) {
  const range = document.createRange()
  const node = text.firstChild as Text
  const from = node.data.indexOf(word)
  range.setStart(node, from)
  range.setEnd(node, from + word.length)
  const own = text.getBoundingClientRect()
  const { x, y, width, height } = range.getBoundingClientRect()
  return { x: x + width / 2 - own.x, y: y + height / 2 - own.y }
}

function textWith(word: string): Element {
  const text = [...document.querySelectorAll('[data-text]')].find((one) => one.textContent.includes(word))
  if (!text) throw new Error(`No paragraph has the word ${word}`)
  return text
}

async function openAt(text: string, caret: number) {
  const opened = await openOwnFile(TALK)
  const paragraph = opened.screen.getByText(text, { exact: true })
  await expect.element(paragraph).toBeVisible()
  ;(paragraph.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(opened.field).toHaveValue(text)
  input().setSelectionRange(caret, caret)
  return opened
}

describe('one double click on a word', () => {
  it('selects it, so that typing replaces it, and Enter saves', async () => {
    const { screen, server, field } = await openOwnFile(TALK)
    await expect.element(screen.getByText('Да, конечно.')).toBeVisible()

    await doubleClick('Марз')
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard('Марс{Enter}')

    await vi.waitFor(() => expect(server.texts()[0]).toBe('Полетим ли мы на Марс, говорят, скоро.'))
    await expect.element(field).not.toBeInTheDocument()
  })

  it('is saved by leaving, too: a double click and the word are all it takes', async () => {
    const { screen, server } = await openOwnFile(TALK)
    await expect.element(screen.getByText('Да, конечно.')).toBeVisible()

    await doubleClick('Марз')
    await userEvent.keyboard('Марс')
    await doubleClick('год')
    await userEvent.keyboard('век')
    await screen.getByRole('button', { name: 'Слушать', exact: true }).click()

    await vi.waitFor(() => expect(server.texts()).toEqual(expect.arrayContaining(['Через век.'])))
    expect(server.texts()[0]).toBe('Полетим ли мы на Марс, говорят, скоро.')
  })
})

describe('keys in an open paragraph', () => {
  it('cross to the neighbours with the arrows and save on the way', async () => {
    const { server, field } = await openAt('Да, конечно.', 12)

    await userEvent.keyboard(' Вот{ArrowRight}')
    await expect.element(field).toHaveValue('А когда?')
    expect(input().selectionStart).toBe(0)
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(field).toHaveValue('Да, конечно. Вот')
    expect(input().selectionStart).toBe(16)
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(field).toHaveValue('Полетим ли мы на Марз, говорят, скоро.')
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(field).toHaveValue('Да, конечно. Вот')

    await vi.waitFor(() => expect(server.texts()[1]).toBe('Да, конечно. Вот'))
  })

  it('stay inside a wrapped paragraph until its edge lines', async () => {
    await page.viewport(390, 844)
    const { field } = await openAt('Полетим ли мы на Марз, говорят, скоро.', 2)

    await userEvent.keyboard('{ArrowDown}')
    await expect.element(field).toHaveValue('Полетим ли мы на Марз, говорят, скоро.')
    expect(input().selectionStart).toBeGreaterThan(2)
    await userEvent.keyboard('{ArrowDown}')

    await expect.element(field).toHaveValue('Да, конечно.')
  })

  it('stay at the ends of the text', async () => {
    const { field } = await openAt('Через год.', 10)

    await userEvent.keyboard('{ArrowRight}{ArrowDown}')

    await expect.element(field).toHaveValue('Через год.')
    await expect.element(field).toHaveFocus()
  })

  it('skip paragraphs that the filter hides', async () => {
    const { screen, field } = await openOwnFile(TALK)
    await screen.getByRole('button', { name: /^Анна/ }).first().click()
    await doubleClick('скоро')

    await userEvent.keyboard('{End}{ArrowRight}')

    await expect.element(field).toHaveValue('А когда?')
  })

  it('join with the paragraph before on Backspace at the beginning, and the caret stays at the joint', async () => {
    const { server, field } = await openAt('Да, конечно.', 0)

    await userEvent.keyboard('{Backspace}')

    await expect.element(field).toHaveValue('Полетим ли мы на Марз, говорят, скоро. Да, конечно. А когда?')
    expect(input().selectionStart).toBe('Полетим ли мы на Марз, говорят, скоро. '.length)
    await vi.waitFor(() => expect(spoken(server.transcript)[1]).toBe('0 Да, конечно.'))
    await userEvent.keyboard('{Escape}{Control>}z{/Control}')
    await vi.waitFor(() => expect(server.transcript).toEqual(TALK))
  })

  it('say why paragraphs of one speaker cannot be joined', async () => {
    const { screen, server, field } = await openOwnFile({
      segments: [said('До паузы.', 0), said('После паузы.', 20)],
      speakers: NAMES,
    })
    await doubleClick('После')
    await userEvent.keyboard('{Home}{Backspace}')

    await expect.element(screen.getByText(/^Эти абзацы не\sсоединить/)).toBeVisible()
    await expect.element(field).toHaveValue('После паузы.')
    expect(server.operations).toEqual([])
  })

  it('split where the caret was put: Enter, then the digit of the speaker', async () => {
    const { screen, server } = await openAt('Полетим ли мы на Марз, говорят, скоро.', 23)

    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByText('Кто говорит дальше?')).toBeVisible()
    await expect.element(screen.getByRole('dialog').getByRole('button', { name: 'Пётр' })).toHaveFocus()
    await userEvent.keyboard('2')

    await vi.waitFor(() =>
      expect(spoken(server.transcript).slice(0, 3)).toEqual([
        '0 Полетим ли мы на Марз,',
        '1 говорят, скоро.',
        '1 Да, конечно.',
      ]),
    )
  })

  it('give the paragraph to another speaker with Alt and a digit, and the user types on', async () => {
    const { server, field } = await openAt('Через год.', 6)

    await userEvent.keyboard('{Alt>}[Digit1]{/Alt}')
    await expect.element(field).toHaveValue('А когда? Через год.')
    expect(input().selectionStart).toBe('А когда? Через '.length)
    await userEvent.keyboard('один ')

    await vi.waitFor(
      () => expect(spoken(server.transcript).slice(2)).toEqual(['0 А когда?', '0 Через один год.']),
      5000,
    )
  })

  it('play and pause without leaving the text, and Tab leads out of it', async () => {
    const { screen, field } = await openAt('Через год.', 6)

    await userEvent.keyboard('{Control>}[Space]{/Control}')
    await expect.element(screen.getByRole('button', { name: 'Пауза' })).toBeVisible()
    await userEvent.keyboard('{Alt>}[KeyK]{/Alt}')
    await expect.element(screen.getByRole('button', { name: 'Слушать', exact: true })).toBeVisible()
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard('{Tab}')

    await expect.element(screen.getByRole('button', { name: 'Сменить спикера' })).toHaveFocus()
  })
})

describe('a digit on a focused paragraph', () => {
  it('gives it to the speaker with this number, keeps the focus, and is undone', async () => {
    const { screen, server } = await openOwnFile(TALK)
    const paragraph = screen.getByText('Через год.', { exact: true })
    await expect.element(paragraph).toBeVisible()
    ;(paragraph.element() as HTMLElement).focus()

    await userEvent.keyboard('1')

    await expect.element(screen.getByText('Теперь говорит Анна')).toBeVisible()
    await vi.waitFor(() => expect(spoken(server.transcript)[3]).toBe('0 Через год.'))
    await expect.element(screen.getByText('А когда? Через год.')).toHaveFocus()
    await userEvent.keyboard('{Control>}z{/Control}')
    await vi.waitFor(() => expect(server.transcript).toEqual(TALK))
  })

  it('does nothing for a number without a speaker', async () => {
    const { screen, server } = await openOwnFile(TALK)
    const paragraph = screen.getByText('Через год.', { exact: true })
    await expect.element(paragraph).toBeVisible()
    ;(paragraph.element() as HTMLElement).focus()

    await userEvent.keyboard('72')

    expect(server.operations).toEqual([])
    await expect.element(paragraph).toHaveFocus()
  })
})

describe('the tools of an open paragraph', () => {
  const LONG = { segments: Array.from({ length: 40 }, (_, n) => said(`Абзац номер ${n}.`, n, n % 2)), speakers: NAMES }

  it.each([
    [1440, 900],
    [390, 844],
  ])('stay above the player, however low the paragraph is: %i×%i', async (width, height) => {
    await page.viewport(width, height)
    const { screen } = await openOwnFile(LONG)
    const player = screen.getByRole('region', { name: 'Плеер' })
    await expect.element(player).toBeVisible()
    const top = () => player.element().getBoundingClientRect().top
    const low = [...document.querySelectorAll('[data-text]')].findLast(
      (one) => one.getBoundingClientRect().bottom < top(),
    )

    await userEvent.dblClick(page.elementLocator(low as Element), { position: { x: 20, y: 10 } })

    const tools = screen.getByRole('group', { name: 'Что сделать с абзацем' })
    await expect.element(tools).toBeVisible()
    await vi.waitFor(() => expect(tools.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(top()))
  })
})

it('lists all keys in the help', async () => {
  const { screen } = await openOwnFile(TALK)
  await expect.element(screen.getByText('Да, конечно.')).toBeVisible()

  await userEvent.keyboard('?')

  const dialog = screen.getByRole('dialog', { name: 'Горячие клавиши' })
  await expect.element(dialog.getByText('Отдать абзац спикеру с этим номером')).toBeVisible()
  const writing = dialog.getByRole('region', { name: 'Пока правишь абзац' })
  for (const key of ['Enter', 'Backspace', 'Alt 1', 'Ctrl Пробел', 'Esc'])
    await expect.element(writing.getByText(key, { exact: true }).first()).toBeVisible()
})

describe('ten wrong words', () => {
  const WORDS = [
    ['карова', 'корова'],
    ['сабака', 'собака'],
    ['малако', 'молоко'],
    ['акно', 'окно'],
    ['вакзал', 'вокзал'],
    ['тилефон', 'телефон'],
    ['мидведь', 'медведь'],
    ['ришение', 'решение'],
    ['паравоз', 'паровоз'],
    ['святильник', 'светильник'],
  ] as const
  const WRONG = { segments: WORDS.map(([wrong], n) => said(`Тут ${wrong} рядом.`, n * 5)), speakers: [] }
  const RIGHT = WORDS.map(([, right]) => `Тут ${right} рядом.`)

  it('are corrected by keyboard alone, with one key more than the letters of each', async () => {
    const { screen, server } = await openOwnFile(WRONG)
    const review = screen.getByRole('button', { name: 'Проверить текст' })
    await expect.element(review).toBeVisible()
    review.element().focus()
    await userEvent.keyboard('{Enter}')
    const card = screen.getByRole('dialog', { name: 'Проверка' })
    let presses = 0
    const life = new AbortController()
    const options = { capture: true, signal: life.signal }
    // The browser under test types Cyrillic letters as input, without a key.
    window.addEventListener('input', () => (presses += 1), options)
    window.addEventListener('keydown', () => (presses += 1), options)

    for (const [wrong, right] of WORDS) {
      await expect.element(card.getByRole('button', { name: wrong })).toBeVisible()
      await userEvent.keyboard(`${right}{Enter}`)
    }

    await vi.waitFor(() => expect(server.texts()).toEqual(RIGHT))
    await expect.element(card.getByText(/^Больше спросить не\sо\sчем\.$/)).toBeVisible()
    life.abort()
    const letters = WORDS.reduce((sum, [, right]) => sum + right.length, 0)
    expect(presses).toBe(letters + WORDS.length)
  })
})
