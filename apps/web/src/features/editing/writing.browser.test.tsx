import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { talk } from '#test/editing-server.ts'
import { openText } from '#test/editing.tsx'
import { pressAsSafari } from '#test/safari.ts'
import { signInOnDesktop } from '#test/screen.ts'

const TALK = talk('Добрый день.', 'Меня зовут Мымрен.', 'Мы говорим о лесе.', 'Мымрену это нравится.')

signInOnDesktop()

async function openParagraph(text = TALK.segments[1]?.text ?? '') {
  const opened = await openText(TALK)
  await userEvent.dblClick(opened.screen.getByText(text, { exact: true }))
  const field = opened.screen.getByRole('textbox', { name: 'Текст абзаца' })
  await expect.element(field).toHaveFocus()
  return { ...opened, field }
}

const saved = (texts: () => string[], text: string) =>
  vi.waitFor(() => expect(texts()).toContain(text), { timeout: 5000 })

describe('a paragraph', () => {
  it('is edited in place: Enter saves, the status shows it, the focus stays', async () => {
    const { screen, server, field, paragraphs } = await openParagraph()
    await expect.element(field).toHaveValue('Меня зовут Мымрен.')

    await userEvent.keyboard('{Control>}a{/Control}Меня зовут Пётр.{Enter}')

    await expect.element(screen.getByText('Сохранено')).toBeVisible()
    expect(server.texts()[1]).toBe('Меня зовут Пётр.')
    expect(paragraphs()[1]).toBe('Меня зовут Пётр.')
    await expect.element(screen.getByText('Меня зовут Пётр.')).toHaveFocus()
  })

  it('is also saved by Ctrl+Enter and on blur', async () => {
    const { screen, server } = await openParagraph()
    await userEvent.keyboard('{End} Да.{Control>}{Enter}{/Control}')
    await saved(server.texts, 'Меня зовут Мымрен. Да.')

    await userEvent.dblClick(screen.getByText('Добрый день.'))
    await userEvent.keyboard('{End} Все.')
    await screen.getByText('Мы говорим о лесе.').click()

    await saved(server.texts, 'Добрый день. Все.')
    await expect.element(screen.getByRole('textbox', { name: 'Текст абзаца' })).not.toBeInTheDocument()
  })

  it('autosaves during a pause, and Escape restores the original', async () => {
    const { screen, server } = await openParagraph()

    await userEvent.keyboard('{End} Не то')
    await saved(server.texts, 'Меня зовут Мымрен. Не то')
    await expect.element(screen.getByRole('textbox', { name: 'Текст абзаца' })).toBeVisible()
    await userEvent.keyboard(' совсем{Escape}')

    await vi.waitFor(() => expect(server.transcript).toEqual(TALK))
  })

  it('pauses the player while the user types and resumes it afterwards', async () => {
    const { played } = await openParagraph()

    expect(played).toEqual([])
    await userEvent.keyboard('а')
    expect(played).toEqual(['pause'])
    await userEvent.keyboard('{Enter}')

    expect(played).toEqual(['pause', 'resume'])
  })

  it('is split at the caret, and the rest goes to a new speaker', async () => {
    const { screen, server, field } = await openParagraph('Мы говорим о лесе.')
    const input = field.element() as HTMLTextAreaElement
    input.setSelectionRange(3, 3)

    await userEvent.keyboard('{Shift>}{Enter}{/Shift}')
    await screen.getByRole('textbox', { name: 'Новый спикер' }).fill('Ия')
    await userEvent.keyboard('{Enter}')

    await vi.waitFor(() =>
      expect(server.transcript.segments.map(({ text, speaker }) => `${speaker} ${text}`)).toEqual([
        '0 Добрый день.',
        '1 Меня зовут Мымрен.',
        '0 Мы',
        '2 говорим о лесе.',
        '1 Мымрену это нравится.',
      ]),
    )
    expect(server.transcript.speakers).toContainEqual({ speakerId: 2, name: 'Ия' })
    await screen.getByRole('button', { name: 'Отменить' }).click()
    await vi.waitFor(() => expect(server.transcript).toEqual(TALK))
  })

  it('is split only after a choice of speaker: Escape returns to the text, another one closes it', async () => {
    const { screen, server, field } = await openParagraph('Мы говорим о лесе.')

    await screen.getByRole('button', { name: 'Разделить здесь' }).click()
    await expect.element(screen.getByText('Кто говорит дальше?')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard('{Escape}')

    await expect.element(field).not.toBeInTheDocument()
    expect(server.operations).toEqual([])
  })

  it('is left for another paragraph by a double click on that one', async () => {
    const { screen, server, field } = await openParagraph('Мы говорим о лесе.')
    await userEvent.keyboard('{End} Да.')

    await userEvent.dblClick(screen.getByText('Добрый день.'))

    await expect.element(field).toHaveValue('Добрый день.')
    await saved(server.texts, 'Мы говорим о лесе. Да.')
    await userEvent.keyboard('{End} Нет.{Enter}')
    await saved(server.texts, 'Добрый день. Нет.')
  })

  it("is assigned to another speaker, alone or with all of the speaker's paragraphs", async () => {
    const { screen, server } = await openParagraph()
    const speakers = () => server.transcript.segments.map(({ speaker }) => speaker)

    await screen.getByRole('button', { name: 'Сменить спикера' }).click()
    await screen.getByRole('button', { name: 'Anna', exact: true }).click()
    await vi.waitFor(() => expect(speakers()).toEqual([0, 0, 0, 1]))
    await userEvent.dblClick(screen.getByText('Мымрену это нравится.'))
    await screen.getByRole('button', { name: 'Сменить спикера' }).click()
    await screen.getByRole('button', { name: /Везде: .* — это Anna/ }).click()

    await vi.waitFor(() => expect(speakers()).toEqual([0, 0, 0, 0]))
    await userEvent.keyboard('{Control>}zz{/Control}')
    await vi.waitFor(() => expect(server.transcript).toEqual(TALK))
  })

  it('stays open for its tools in Safari, where a pressed button takes the focus away and does not get it', async () => {
    const { screen, server } = await openParagraph()
    pressAsSafari()

    await screen.getByRole('button', { name: 'Сменить спикера' }).click()
    await screen.getByRole('button', { name: 'Anna', exact: true }).click()

    await vi.waitFor(() => expect(server.transcript.segments[1]?.speaker).toBe(0))
  })

  it('restores its recognised text', async () => {
    const { screen, server } = await openParagraph()
    await userEvent.keyboard('{Control>}a{/Control}Другое.{Enter}')
    await saved(server.texts, 'Другое.')

    await userEvent.dblClick(screen.getByText('Другое.'))
    await screen.getByRole('button', { name: 'Вернуть распознанное' }).click()

    await vi.waitFor(() => expect(server.transcript).toEqual(TALK))
    await userEvent.dblClick(screen.getByText('Добрый день.'))
    await screen.getByRole('button', { name: 'Вернуть распознанное' }).click()
    await expect.element(screen.getByText('Этот абзац и так распознан слово в слово')).toBeVisible()
  })
})

describe('the whole text', () => {
  it('is restored to the recognised text, undoably', async () => {
    const { screen, server } = await openParagraph()
    await userEvent.keyboard('{Control>}a{/Control}Другое.{Enter}')
    await saved(server.texts, 'Другое.')

    await screen.getByRole('button', { name: 'restore' }).click()
    await screen.getByRole('button', { name: 'Вернуть', exact: true }).click()
    await vi.waitFor(() => expect(server.transcript).toEqual(TALK))
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    await userEvent.keyboard('{Control>}z{/Control}')

    await saved(server.texts, 'Другое.')
  })

  it('is undone and redone by keys in any layout, and scrolls to the change', async () => {
    const { server, played } = await openParagraph('Мы говорим о лесе.')
    await userEvent.keyboard('{End} Да.{Enter}')
    await saved(server.texts, 'Мы говорим о лесе. Да.')

    window.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyZ', key: 'я', ctrlKey: true }))
    await vi.waitFor(() => expect(server.transcript).toEqual(TALK))
    window.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyZ', key: 'Я', ctrlKey: true, shiftKey: true }))

    await saved(server.texts, 'Мы говорим о лесе. Да.')
    expect(played).toEqual(expect.arrayContaining(['reveal 2', 'reveal 2']))
  })

  it('reports a lost connection, keeps the change and sends it later', async () => {
    const { screen, server } = await openParagraph()
    server.isDown = true

    await userEvent.keyboard('{End} Да.{Enter}')
    await expect.element(screen.getByText('Нет связи, сохраним позже')).toBeVisible()
    expect(Object.keys(localStorage).filter((key) => key.startsWith('unsentEdits:'))).toHaveLength(1)
    server.isDown = false
    window.dispatchEvent(new Event('online'))

    await expect.element(screen.getByText('Сохранено')).toBeVisible()
    expect(server.texts()[1]).toBe('Меня зовут Мымрен. Да.')
    expect(Object.keys(localStorage).filter((key) => key.startsWith('unsentEdits:'))).toEqual([])
  })
})

describe('a paragraph changed by another tab', () => {
  async function inConflict() {
    const opened = await openParagraph('Мы говорим о лесе.')
    opened.server.change({ kind: 'editText', at: 2, count: 1, text: 'Мы говорим о море.' })
    // The autosave finds the conflict. Keys pressed after it would go to the dialog.
    await opened.field.fill('Мы говорим о горах.')
    const dialog = opened.screen.getByRole('dialog', { name: 'Этот абзац изменили в другой вкладке' })
    await expect.element(dialog).toBeVisible()
    return { ...opened, dialog }
  }

  it.each([
    ['Оставить мой', 'Мы говорим о горах.'],
    ['Взять другой', 'Мы говорим о море.'],
    ['Оставить оба', 'Мы говорим о море. Мы говорим о горах.'],
  ])('shows both texts and lets the user choose: %s', async (name, text) => {
    const { server, dialog, paragraphs } = await inConflict()
    await expect.element(dialog.getByText('Мы говорим о горах.')).toBeVisible()
    await expect.element(dialog.getByText('Мы говорим о море.')).toBeVisible()

    await dialog.getByRole('button', { name }).click()

    await vi.waitFor(() => expect(server.texts()[2]).toBe(text))
    await vi.waitFor(() => expect(paragraphs()[2]).toBe(text))
  })
})

describe('after a correction', () => {
  it('offers the same word elsewhere, in its own form, and replaces the checked ones as one step', async () => {
    await page.viewport(1280, 900)
    const { screen, server } = await openParagraph()
    await userEvent.keyboard('{Control>}a{/Control}Меня зовут Мымрин.{Enter}')
    await expect.element(screen.getByText('«Мымрен» → «Мымрин». Заменить ещё в 1 месте?')).toBeVisible()

    await screen.getByRole('button', { name: 'Показать' }).click()
    await expect.element(screen.getByText('Мымрину', { exact: true })).toBeVisible()
    await screen.getByRole('button', { name: 'Заменить в 1 месте' }).click()

    await saved(server.texts, 'Мымрину это нравится.')
    await userEvent.keyboard('{Control>}z{/Control}')
    await saved(server.texts, 'Мымрену это нравится.')
    expect(server.texts()[1]).toBe('Меня зовут Мымрин.')
  })
})
