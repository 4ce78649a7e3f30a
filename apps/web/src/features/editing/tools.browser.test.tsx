import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { talk } from '#test/editing-server.ts'
import { openText } from '#test/editing.tsx'
import { signInOnDesktop } from '#test/screen.ts'

signInOnDesktop()

describe('find and replace', () => {
  const KETTLES = talk('Котёл стоит.', 'КОТЕЛ греет, а котельная ждёт.', 'Старый котел и новый котёл.')

  async function openDialog() {
    const opened = await openText(KETTLES)
    await opened.screen.getByRole('button', { name: 'Найти и заменить' }).click()
    const dialog = opened.screen.getByRole('dialog', { name: 'Найти и заменить' })
    await dialog.getByRole('textbox', { name: 'Найти' }).fill('котел')
    return { ...opened, dialog }
  }

  it('previews every match, keeps the case, skips unchecked ones, and is one undo step', async () => {
    const { screen, server, dialog } = await openDialog()
    await dialog.getByRole('textbox', { name: 'Заменить на' }).fill('бойлер')
    await expect.element(dialog.getByRole('checkbox', { name: 'Все места: 4' })).toBeChecked()

    await dialog.getByRole('checkbox', { name: /^Заменить в\s0:21: котел/ }).click()
    await dialog.getByRole('button', { name: 'Заменить в 3 местах' }).click()

    await vi.waitFor(() =>
      expect(server.texts()).toEqual([
        'Бойлер стоит.',
        'БОЙЛЕР греет, а котельная ждёт.',
        'Старый котел и новый бойлер.',
      ]),
    )
    await expect.element(screen.getByText('Заменили в 3 местах')).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
    await userEvent.keyboard('{Control>}z{/Control}')
    await vi.waitFor(() => expect(server.transcript).toEqual(KETTLES))
  })

  it('is done without a mouse: Enter leads to the second field, and Enter there replaces', async () => {
    const { server, dialog } = await openDialog()
    const second = dialog.getByRole('textbox', { name: 'Заменить на' })

    await userEvent.keyboard('{Enter}')
    await expect.element(second).toHaveFocus()
    expect(server.operations).toEqual([])
    await userEvent.keyboard('бойлер{Enter}')

    await expect.element(dialog).not.toBeInTheDocument()
    await vi.waitFor(() => expect(server.texts()[2]).toBe('Старый бойлер и новый бойлер.'))
  })

  it('replaces what the field says even if Enter comes before the matches', async () => {
    const { server, dialog } = await openDialog()
    await dialog.getByRole('textbox', { name: 'Заменить на' }).fill('бойлер')
    const find = dialog.getByRole('textbox', { name: 'Найти' })
    await find.click()

    await userEvent.keyboard('{Control>}a{/Control}старый{Enter}')

    await vi.waitFor(() => expect(server.texts()[2]).toBe('Бойлер котел и новый котёл.'))
    expect(server.texts()[0]).toBe('Котёл стоит.')
  })

  it('has checkboxes of one size under each other', async () => {
    const { dialog } = await openDialog()
    await expect.element(dialog.getByRole('checkbox', { name: 'Все места: 4' })).toBeVisible()

    const boxes = dialog
      .getByRole('checkbox')
      .elements()
      .map((box) => box.getBoundingClientRect())

    expect(boxes).toHaveLength(6)
    expect(new Set(boxes.map(({ x, width, height }) => `${Math.round(x)} ${width} ${height}`)).size).toBe(1)
  })

  it('matches parts of words on demand, says when there are none, and names a removal', async () => {
    const { dialog } = await openDialog()
    await expect.element(dialog.getByRole('button', { name: 'Удалить в 4 местах' })).toBeVisible()

    await dialog.getByRole('checkbox', { name: 'Только слово целиком' }).click()
    await expect.element(dialog.getByRole('checkbox', { name: 'Все места: 5' })).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Найти' }).fill('чайник')

    await expect.element(dialog.getByText('Такого в тексте нет')).toBeVisible()
  })

  it('renders a hundred matches at a time and replaces all of them', async () => {
    const { screen, server } = await openText(talk(...Array.from({ length: 250 }, () => 'Вот лес.')))
    await screen.getByRole('button', { name: 'Найти и заменить' }).click()
    await screen.getByRole('textbox', { name: 'Найти' }).fill('лес')
    await screen.getByRole('textbox', { name: 'Заменить на' }).fill('бор')
    await expect.element(screen.getByRole('button', { name: 'Заменить в 250 местах' })).toBeVisible()
    const rows = () => document.querySelectorAll('del').length
    expect(rows()).toBe(100)

    await screen.getByRole('button', { name: 'Показать ещё 100 мест' }).click()
    await vi.waitFor(() => expect(rows()).toBe(200))
    await screen.getByRole('button', { name: 'Заменить в 250 местах' }).click()

    await vi.waitFor(() => expect(new Set(server.texts())).toEqual(new Set(['Вот бор.'])))
  })
})

describe('the review', () => {
  const RISKY = talk('Это Мымрен пришёл.', 'Он не ушёл совсем.', 'Тут всё тихо.', 'Стоит 15 рублей.')

  async function openReview(transcript = RISKY) {
    const opened = await openText(transcript)
    await opened.screen.getByRole('button', { name: 'Проверить текст' }).click()
    const card = opened.screen.getByRole('dialog', { name: 'Проверка' })
    await expect.element(card.getByRole('textbox', { name: 'Что слышно' })).toHaveFocus()
    return { ...opened, card }
  }

  it('is done by keyboard alone: Enter accepts, typing corrects, arrows move', async () => {
    const { card, played, server } = await openReview()
    await expect.element(card.getByText('1 из 4, ≈1 мин')).toBeVisible()
    await expect.element(card.getByText('нет такого слова, имя')).toBeVisible()
    expect(played.at(-2)).toMatch(/^loop 9|^loop 0/)

    await userEvent.keyboard('Мымрин{Enter}')
    await vi.waitFor(() => expect(server.texts()[0]).toBe('Это Мымрин пришёл.'))
    await expect.element(card.getByText('2 из 4, ≈1 мин')).toBeVisible()
    await expect.element(card.getByText('число, смена спикера')).toBeVisible()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await expect.element(card.getByText('смена спикера', { exact: true })).toBeVisible()
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{Enter}{Enter}')
    await expect.element(card.getByText('4 из 4, ≈1 мин')).toBeVisible()
    await userEvent.keyboard('{Enter}')

    await expect.element(card.getByText('Рискованных мест больше нет.')).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(card).not.toBeInTheDocument()
    expect(played.at(-1)).toBe('loop nothing')
  })

  it('cancels a correction by Escape, and the review by another Escape', async () => {
    const { card, server, played } = await openReview()

    await userEvent.keyboard('Не')
    expect(played.slice(-2)).toEqual(['loop nothing', 'pause'])
    await userEvent.keyboard('{Escape}')
    await expect.element(card.getByRole('button', { name: 'Мымрен' })).toBeVisible()
    await userEvent.keyboard('{Escape}')

    await expect.element(card).not.toBeInTheDocument()
    expect(server.operations).toEqual([])
  })

  it('skips places accepted before', async () => {
    const { screen, card } = await openReview()
    await userEvent.keyboard('{Enter}{Escape}')
    await expect.element(card).not.toBeInTheDocument()

    await screen.getByRole('button', { name: 'Проверить текст' }).click()

    await expect.element(card.getByText('1 из 3, ≈1 мин')).toBeVisible()
  })

  it('overwrites the marked word that is clicked', async () => {
    const { card, server } = await openReview()
    await card.getByRole('button', { name: 'Следующее место' }).click()
    await card.getByRole('button', { name: 'Следующее место' }).click()

    await card.getByRole('button', { name: 'не', exact: true }).click()
    await userEvent.keyboard('уже')
    await card.getByRole('button', { name: 'Сохранить' }).click()

    await vi.waitFor(() => expect(server.texts()[1]).toBe('Он уже ушёл совсем.'))
  })

  it('asks who speaks where the speaker changes: a digit answers, and letters overwrite nothing', async () => {
    const { card, server } = await openReview()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
    const voices = card.getByRole('group', { name: 'Кто говорит с этого места?' })
    await expect.element(voices.getByRole('button', { name: 'Anna' })).toHaveAttribute('aria-pressed', 'true')

    await userEvent.keyboard('Не')
    await expect.element(card.getByRole('button', { name: 'Верно' })).toBeVisible()
    await userEvent.keyboard('2')

    await vi.waitFor(() => expect(server.transcript.segments.map(({ speaker }) => speaker)).toEqual([0, 1, 1, 1]))
    expect(server.texts()).toEqual(RISKY.segments.map(({ text }) => text))
  })

  it('takes the speaker by a click too, and goes on when nothing else is asked', async () => {
    const { card, server } = await openReview()
    await card.getByRole('button', { name: 'Следующее место' }).click()
    await expect.element(card.getByText('число, смена спикера')).toBeVisible()

    await card.getByRole('button', { name: 'Anna' }).click()

    await vi.waitFor(() => expect(server.transcript.segments[3]?.speaker).toBe(0))
    await expect.element(card.getByRole('button', { name: 'Anna' })).toHaveAttribute('aria-pressed', 'true')
    await expect.element(card.getByText('число, смена спикера')).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(card.getByText('есть ли «не», смена спикера')).toBeVisible()
  })

  it('selects the number, not the word that another speaker begins', async () => {
    const { card, server } = await openReview()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(card.getByText('число, смена спикера')).toBeVisible()

    await userEvent.keyboard('16{Enter}')

    await vi.waitFor(() => expect(server.texts()[3]).toBe('Стоит 16 рублей.'))
  })

  it('is done on a phone by thumb: «Исправить» opens the word for typing', async () => {
    await page.viewport(390, 844)
    const opened = await openText(RISKY)
    opened.slots().onReview()
    const card = opened.screen.getByRole('dialog', { name: 'Проверка' })
    const button = card.getByRole('button', { name: 'Исправить' })
    await expect.element(button).toBeInViewport({ ratio: 1 })
    const field = card.getByRole('textbox', { name: 'Что слышно' })
    await expect.element(field).toHaveAttribute('inputmode', 'none')

    await button.click()
    await expect.element(field).toHaveAttribute('inputmode', 'text')
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard('Мымрин')
    await card.getByRole('button', { name: 'Сохранить' }).click()

    await vi.waitFor(() => expect(opened.server.texts()[0]).toBe('Это Мымрин пришёл.'))
  })

  it('is as long as the user wants: five minutes at first, or everything', async () => {
    const { screen, card } = await openReview(talk(...Array.from({ length: 60 }, (_, n) => `Мы не взяли ${n} штук.`)))
    await expect.element(card.getByText(/^1 из\s1\d, ≈5\sмин$/)).toBeVisible()
    await expect.element(card.getByRole('button', { name: '5 минут' })).toHaveAttribute('aria-pressed', 'true')

    await card.getByRole('button', { name: 'Всё' }).click()

    await expect.element(card.getByText(/^1 из\s60, ≈1\d\sмин$/)).toBeVisible()
    await expect.element(screen.getByRole('textbox', { name: 'Что слышно' })).toHaveFocus()
  })

  it('offers no choice of length when all of it is short', async () => {
    const { card } = await openReview()

    await expect.element(card.getByRole('button', { name: '5 минут' })).not.toBeInTheDocument()
  })
})

describe('a speaker named like another', () => {
  const speakers = ({ server }: Awaited<ReturnType<typeof openText>>) =>
    server.transcript.segments.map(({ speaker }) => speaker)

  it('is merged with it on request, and undo separates them', async () => {
    const opened = await openText(talk('Раз.', 'Два.', 'Три.'))
    const offer = opened.screen.getByRole('region', { name: /^Два спикера с\sодним именем$/ })
    opened.slots().onNameSpeaker(1, 'anna')
    await expect.element(offer.getByText(/^Теперь два спикера с\sименем «anna»\. Это один человек\?$/)).toBeVisible()

    await offer.getByRole('button', { name: 'Объединить' }).click()

    await vi.waitFor(() => expect(speakers(opened)).toEqual([0, 0, 0]))
    await expect.element(offer).not.toBeInTheDocument()
    await userEvent.keyboard('{Control>}z{/Control}')
    await vi.waitFor(() => expect(speakers(opened)).toEqual([0, 1, 0]))
  })

  it('stays separate on request, and another name offers no merge', async () => {
    const opened = await openText(talk('Раз.', 'Два.'))
    const offer = opened.screen.getByRole('region', { name: /^Два спикера с\sодним именем$/ })
    opened.slots().onNameSpeaker(1, 'Anna')

    await offer.getByRole('button', { name: 'Разные люди' }).click()

    await expect.element(offer).not.toBeInTheDocument()
    opened.slots().onNameSpeaker(1, 'Борис')
    await vi.waitFor(() => expect(opened.server.transcript.speakers).toContainEqual({ speakerId: 1, name: 'Борис' }))
    await expect.element(offer).not.toBeInTheDocument()
    expect(speakers(opened)).toEqual([0, 1])
  })
})
