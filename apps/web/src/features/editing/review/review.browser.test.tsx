import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { talk } from '#test/editing-server.ts'
import { openText } from '#test/editing.tsx'
import { signInOnDesktop } from '#test/screen.ts'

const RISKY = talk('Это Мымрен пришёл.', 'Он не ушёл совсем.', 'Тут всё тихо.', 'Стоит 15 рублей.')
const DONE = /^Больше спросить не\sо\sчем\.$/

signInOnDesktop()

async function openReview(transcript = RISKY, change: Parameters<typeof openText>[3] = {}) {
  const opened = await openText(transcript, {}, [], change)
  await opened.screen.getByRole('button', { name: 'Проверить текст' }).click()
  const card = opened.screen.getByRole('dialog', { name: 'Проверка' })
  const field = card.getByRole('textbox', { name: 'Что слышно' })
  const selected = () => {
    const input = field.element() as HTMLTextAreaElement
    return input.value.slice(input.selectionStart, input.selectionEnd)
  }
  return { ...opened, card, field, selected }
}

async function openQuestion(transcript = RISKY) {
  const opened = await openReview(transcript)
  await expect.element(opened.field).toHaveFocus()
  return opened
}

describe('the review by keyboard', () => {
  it('takes Enter for right, typing for wrong, and ends when nothing is left', async () => {
    const { card, played, server } = await openQuestion()
    await expect.element(card.getByText('1 из 5, ≈1 мин')).toBeVisible()
    await expect.element(card.getByText('нет такого слова')).toBeVisible()
    expect(played.at(-2)).toMatch(/^loop 0/)

    await userEvent.keyboard('Мымрин{Enter}')
    await vi.waitFor(() => expect(server.texts()[0]).toBe('Это Мымрин пришёл.'))
    await expect.element(card.getByText('число', { exact: true })).toBeVisible()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
    await expect.element(card.getByText('точно ли здесь «не»?')).toBeVisible()
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
    for (const number of [3, 4, 5]) {
      await userEvent.keyboard('{Enter}')
      await expect.element(card.getByText(`${number} из 5, ≈1 мин`)).toBeVisible()
    }
    await userEvent.keyboard('{Enter}')

    await expect.element(card.getByText(DONE)).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(card).not.toBeInTheDocument()
    expect(played.at(-1)).toBe('loop nothing')
  })

  it('leads from word to word, so that a sentence is put right without a mouse', async () => {
    const { server, selected } = await openQuestion(talk('Там карова и сабака спят.'))
    expect(selected()).toBe('карова')

    await userEvent.keyboard('корова{ArrowRight}')
    expect(selected()).toBe('и')
    await userEvent.keyboard('{ArrowRight}')
    expect(selected()).toBe('сабака')
    await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}')
    expect(selected()).toBe('сабака спят')
    await userEvent.keyboard('собака спит{Enter}')

    await vi.waitFor(() => expect(server.texts()[0]).toBe('Там корова и собака спит.'))
  })

  it('types beside a word after Ctrl and an arrow', async () => {
    const { server } = await openQuestion(talk('Там карова.'))

    await userEvent.keyboard('{Control>}{ArrowLeft}{/Control}одна {Enter}')

    await vi.waitFor(() => expect(server.texts()[0]).toBe('Там одна карова.'))
  })

  it('takes a suggestion by its digit', async () => {
    const { card, server } = await openQuestion(talk('Там карова.'))
    const suggestions = card.getByRole('group', { name: 'Может быть, это' })
    await expect.element(suggestions.getByRole('button', { name: 'корова' })).toBeVisible()

    await userEvent.keyboard('1')
    await expect.element(card.getByRole('button', { name: 'Сохранить' })).toBeVisible()
    await userEvent.keyboard('{Enter}')

    await vi.waitFor(() => expect(server.texts()[0]).toBe('Там корова.'))
  })

  it('cancels a correction by Escape, and the review by another Escape', async () => {
    const { card, server, played } = await openQuestion()

    await userEvent.keyboard('Не')
    expect(played.slice(-2)).toEqual(['loop nothing', 'pause'])
    await userEvent.keyboard('{Escape}')
    await expect.element(card.getByRole('button', { name: 'Мымрен' })).toBeVisible()
    await userEvent.keyboard('{Escape}')

    await expect.element(card).not.toBeInTheDocument()
    expect(server.operations).toEqual([])
  })
})

describe('one answer', () => {
  const SPIES = talk('Вот штирлец вошёл.', 'Нет штирлеца тут.', 'Где штирлец сейчас?', 'И Штирлеца ждут.')

  it('puts a name right in all of its forms, and is one step to undo', async () => {
    const { card, server } = await openQuestion(SPIES)
    await expect.element(card.getByRole('button', { name: /^4\sместа, ответ один на\sвсе$/ })).toBeVisible()

    await userEvent.keyboard('Штирлица{Enter}')

    await vi.waitFor(() =>
      expect(server.texts()).toEqual([
        'Вот Штирлиц вошёл.',
        'Нет Штирлица тут.',
        'Где Штирлиц сейчас?',
        'И Штирлица ждут.',
      ]),
    )
    // The server refuses any other keys.
    expect(server.operations.at(-1)).toEqual({
      kind: 'replaceMany',
      replacements: [
        { at: 0, from: 4, to: 11, text: 'Штирлиц' },
        { at: 2, from: 4, to: 11, text: 'Штирлиц' },
        { at: 3, from: 2, to: 10, text: 'Штирлица' },
      ],
    })
    await userEvent.keyboard('{Escape}')
    await expect.element(card).not.toBeInTheDocument()
    await userEvent.keyboard('{Control>}z{/Control}')
    await vi.waitFor(() => expect(server.transcript).toEqual(SPIES))
  })

  it('is for this place alone with Shift, and the others are asked about again', async () => {
    const { card, server } = await openQuestion(SPIES)

    await userEvent.keyboard('Штирлица{Shift>}{Enter}{/Shift}')

    await vi.waitFor(() => expect(server.texts()[1]).toBe('Нет Штирлица тут.'))
    expect(server.texts()[2]).toBe('Где штирлец сейчас?')
    await expect.element(card.getByRole('button', { name: /^3\sместа/ })).toBeVisible()
  })

  it('shows its places, each to be played', async () => {
    const { card, played } = await openQuestion(SPIES)

    await card.getByRole('button', { name: /^4\sместа/ }).click()
    await card.getByRole('list', { name: 'Все места' }).getByRole('button', { name: /Где штирлец сейчас/ }).click() // prettier-ignore

    expect(played.slice(-2)).toEqual([expect.stringMatching(/^loop 19/), 'reveal 2'])
  })

  it('is remembered: what was called right is not asked about again', async () => {
    const { screen, card } = await openQuestion(SPIES)
    await userEvent.keyboard('{Enter}{Escape}')
    await expect.element(card).not.toBeInTheDocument()

    await screen.getByRole('button', { name: 'Проверить текст' }).click()

    await expect.element(card.getByText('нет такого слова')).not.toBeInTheDocument()
  })
})

it('never asks about a word that a person typed, wherever it stands', async () => {
  const text = talk('Это Скайлс пришёл.', 'Опять Скайльс тут.', 'Тут Мымрин стоит.')
  const opened = await openText(text, {}, [{ kind: 'editText', at: 0, count: 1, text: 'Это Скайльс пришёл.' }])

  await opened.screen.getByRole('button', { name: 'Проверить текст' }).click()

  const card = opened.screen.getByRole('dialog', { name: 'Проверка' })
  await expect.element(card.getByRole('button', { name: 'Мымрин' })).toHaveAttribute('aria-pressed', 'true')
  await expect.element(card.getByText(/^1 из\s[23],/)).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  await expect.element(card.getByRole('button', { name: 'Скайльс' })).not.toBeInTheDocument()
})

describe('speech without words', () => {
  it('comes first: it plays, may be heard again, and is left by Enter', async () => {
    const { card, played } = await openReview(RISKY, { unheard: [{ start: 24, end: 28 }] })
    const place = card.getByRole('group', { name: 'Здесь говорят, но слов нет' })
    await expect.element(place.getByText(/0:24–0:28 не\sразобрали/)).toBeVisible()
    await expect.element(place.getByRole('button', { name: 'Дальше' })).toHaveFocus()
    expect(played).toContain('loop 24–28')
    await expect.element(place.getByRole('button', { name: 'Разобрать ещё раз' })).toBeVisible()

    await userEvent.keyboard('{Enter}')

    await expect.element(card.getByText('нет такого слова')).toBeVisible()
  })
})

describe('who speaks', () => {
  it('is answered by a digit, and letters overwrite nothing', async () => {
    const { card, server } = await openQuestion()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
    const voices = card.getByRole('group', { name: /^Кто говорит с\sэтого места\?$/ })
    await expect.element(voices.getByRole('button', { name: 'Anna' })).toHaveAttribute('aria-pressed', 'true')

    await userEvent.keyboard('Не')
    await expect.element(card.getByRole('button', { name: 'Верно' })).toBeVisible()
    await userEvent.keyboard('2')

    await vi.waitFor(() => expect(server.transcript.segments[2]?.speaker).toBe(1))
    expect(server.texts()).toEqual(RISKY.segments.map(({ text }) => text))
  })
})

describe('the card', () => {
  it.each([
    [1440, 900],
    [390, 844],
  ])('takes less than half of the screen: %i×%i', async (width, height) => {
    await page.viewport(width, height)
    const opened = await openText(RISKY)
    opened.slots().onReview()
    const card = opened.screen.getByRole('dialog', { name: 'Проверка' })
    await expect.element(card.getByRole('button', { name: 'Верно' })).toBeInViewport({ ratio: 1 })

    expect(card.element().getBoundingClientRect().height).toBeLessThan(height / 2)
  })

  it('is used by thumb: «Исправить» opens the word for typing', async () => {
    await page.viewport(390, 844)
    const opened = await openText(RISKY)
    opened.slots().onReview()
    const card = opened.screen.getByRole('dialog', { name: 'Проверка' })
    const field = card.getByRole('textbox', { name: 'Что слышно' })
    await expect.element(field).toHaveAttribute('inputmode', 'none')

    await card.getByRole('button', { name: 'Исправить' }).click()
    await expect.element(field).toHaveAttribute('inputmode', 'text')
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard('Мымрин')
    await card.getByRole('button', { name: 'Сохранить' }).click()

    await vi.waitFor(() => expect(opened.server.texts()[0]).toBe('Это Мымрин пришёл.'))
  })

  it('selects the word that is clicked', async () => {
    const { card, server } = await openQuestion()

    await card.getByRole('button', { name: 'пришёл' }).click()
    await userEvent.keyboard('ушёл')
    await card.getByRole('button', { name: 'Сохранить' }).click()

    await vi.waitFor(() => expect(server.texts()[0]).toBe('Это Мымрен ушёл.'))
  })

  it('asks as much as the user wants: five minutes at first, or everything', async () => {
    const { card, field } = await openQuestion(talk(...Array.from({ length: 60 }, (_, n) => `Мы тут взяли ${n} штук.`)))
    await expect.element(card.getByText(/^1 из\s[23]\d, ≈5\sмин$/)).toBeVisible()
    await expect.element(card.getByRole('button', { name: '5 минут' })).toHaveAttribute('aria-pressed', 'true')

    await card.getByRole('button', { name: 'Всё' }).click()

    await expect.element(card.getByText(/^1 из\s6\d, ≈1\d\sмин$/)).toBeVisible()
    await expect.element(field).toHaveFocus()
  })

  it('offers no choice of length when all of it is short', async () => {
    const { card } = await openQuestion()

    await expect.element(card.getByRole('button', { name: '5 минут' })).not.toBeInTheDocument()
  })
})
