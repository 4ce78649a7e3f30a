import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'

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
