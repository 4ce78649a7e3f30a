import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'

import { talk } from '#test/editing-server.ts'
import { isolateTests, openText } from '#test/editing.tsx'

isolateTests()

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

  async function openReview() {
    const opened = await openText(RISKY)
    await opened.screen.getByRole('button', { name: 'Проверить текст' }).click()
    const card = opened.screen.getByRole('dialog', { name: 'Проверка' })
    await expect.element(card.getByRole('textbox', { name: 'Что слышно' })).toHaveFocus()
    return { ...opened, card }
  }

  it('is done by keyboard alone: Enter accepts, typing corrects, arrows move', async () => {
    const { card, played, server } = await openReview()
    await expect.element(card.getByText('Осталось 4 места, ≈1 мин')).toBeVisible()
    await expect.element(card.getByText('нет такого слова, имя')).toBeVisible()
    expect(played.at(-2)).toMatch(/^loop 9|^loop 0/)

    await userEvent.keyboard('Мымрин{Enter}')
    await vi.waitFor(() => expect(server.texts()[0]).toBe('Это Мымрин пришёл.'))
    await expect.element(card.getByText('Осталось 3 места, ≈1 мин')).toBeVisible()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(card.getByText('смена спикера', { exact: true })).toBeVisible()
    await userEvent.keyboard('{ArrowLeft}{Enter}{Enter}')
    await expect.element(card.getByText('Осталось 1 место, ≈1 мин')).toBeVisible()
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

    await expect.element(card.getByText('Осталось 3 места, ≈1 мин')).toBeVisible()
  })

  it('overwrites the marked word that is clicked', async () => {
    const { card, server } = await openReview()
    await card.getByRole('button', { name: 'Следующее место' }).click()

    await card.getByRole('button', { name: 'не', exact: true }).click()
    await userEvent.keyboard('уже')
    await card.getByRole('button', { name: 'Сохранить' }).click()

    await vi.waitFor(() => expect(server.texts()[1]).toBe('Он уже ушёл совсем.'))
  })
})
