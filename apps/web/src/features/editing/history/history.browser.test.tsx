import type { Operation } from '@doslovno/domain/editing/operations.ts'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { talk } from '#test/editing-server.ts'
import { openText } from '#test/editing.tsx'
import { signInOnDesktop } from '#test/screen.ts'

signInOnDesktop()

const TALK = talk('Добрый день.', 'Меня зовут Мымрин.', 'Мы говорим о лесе.')
const write = (at: number, text: string): Operation => ({ kind: 'editText', at, count: 1, text })
/** Each edit comes an hour after the one before. */
const EARLIER = [write(0, 'Доброе утро.'), write(2, 'Мы говорим о море.')]

async function openHistory() {
  const opened = await openText(TALK, {}, EARLIER)
  await opened.screen.getByRole('button', { name: 'history' }).click()
  const dialog = opened.screen.getByRole('dialog', { name: 'История версий' })
  return { ...opened, dialog }
}

describe('undo after a reload', () => {
  it('works by key and by button', async () => {
    const { screen, server } = await openText(TALK, {}, EARLIER)
    const undo = screen.getByRole('button', { name: 'Отменить' })

    await userEvent.keyboard('{Control>}z{/Control}')
    await vi.waitFor(() => expect(server.texts()[2]).toBe('Мы говорим о лесе.'))
    await undo.click()
    await vi.waitFor(() => expect(server.transcript).toEqual(TALK))

    await expect.element(undo).toHaveAttribute('aria-disabled', 'true')
    await screen.getByRole('button', { name: 'Повторить' }).click()
    await vi.waitFor(() => expect(server.texts()[0]).toBe('Доброе утро.'))
  })

  it('shows no tools for a text that nobody has edited', async () => {
    const { screen } = await openText(TALK)

    await expect.element(screen.getByRole('group', { name: 'Правка текста' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Отменить' }).query()).toBeNull()
  })
})

describe('the history', () => {
  it('lists versions with author, time and changed words, down to the recognised text', async () => {
    const { dialog } = await openHistory()
    const versions = dialog.getByRole('list', { name: 'Версии' }).getByRole('button')

    await expect.element(versions.first()).toBeVisible()

    const texts = versions.elements().map(({ textContent }) => textContent)
    expect(texts).toHaveLength(3)
    expect(texts[0]).toMatch(/Сейчас.*изменено: 1\sслово/)
    expect(texts[1]).toMatch(/изменено: 2\sслова/)
    expect(texts[2]).toMatch(/^Распознано/)
  })

  it('marks removed and added words by elements of their own', async () => {
    const { dialog } = await openHistory()

    await dialog.getByRole('button', { name: /^Распознано/ }).click()

    const view = dialog.getByRole('region', { name: 'Распознано' })
    await expect.element(view.getByText('Добрый день.')).toBeVisible()
    const marked = (tag: string) => [...view.element().querySelectorAll(`li ${tag}`)].map((one) => one.textContent)
    expect(marked('del')).toEqual(['Добрый день.', 'лесе.'])
    expect(marked('ins')).toEqual(['Доброе утро.', 'море.'])
    const [removed] = view.element().querySelectorAll('li del')
    expect(removed && getComputedStyle(removed).textDecorationLine).toBe('line-through')
  })

  it('brings a version back as a change that can be undone', async () => {
    const { screen, server, dialog } = await openHistory()
    const before = server.transcript
    await dialog.getByRole('list', { name: 'Версии' }).getByRole('button').nth(1).click()

    await dialog.getByRole('button', { name: 'Вернуть эту версию' }).click()

    await expect.element(dialog).not.toBeInTheDocument()
    await vi.waitFor(() => expect(server.texts()).toEqual(['Доброе утро.', 'Меня зовут Мымрин.', 'Мы говорим о лесе.']))
    await userEvent.keyboard('{Control>}z{/Control}')
    await vi.waitFor(() => expect(server.transcript).toEqual(before))
    await screen.getByRole('button', { name: 'history' }).click()
    await expect.element(dialog.getByText('Возврат к версии').first()).toBeVisible()
  })

  it('brings back the recognised text and what was being typed stays in the history', async () => {
    const { screen, server } = await openText(TALK, {}, EARLIER)
    await screen.getByText('Меня зовут Мымрин.').dblClick()
    await screen.getByRole('textbox', { name: 'Текст абзаца' }).fill('Меня зовут Пётр.')
    await screen.getByRole('button', { name: 'history' }).click()
    const dialog = screen.getByRole('dialog', { name: 'История версий' })
    await vi.waitFor(() => expect(server.texts()[1]).toBe('Меня зовут Пётр.'))
    await expect.element(dialog.getByRole('list', { name: 'Версии' }).getByRole('button').nth(3)).toBeVisible()

    await dialog.getByRole('button', { name: /^Распознано/ }).click()
    await dialog.getByRole('button', { name: 'Вернуть эту версию' }).click()

    await vi.waitFor(() => expect(server.transcript.segments).toEqual(TALK.segments))
  })

  it('keeps a name for a version', async () => {
    const { dialog } = await openHistory()
    await dialog.getByRole('button', { name: 'Назвать' }).click()

    await dialog.getByRole('textbox', { name: 'Название версии' }).fill('До отправки')
    await userEvent.keyboard('{Enter}')

    await expect.element(dialog.getByRole('heading', { name: 'До отправки' })).toBeVisible()
    await expect
      .element(dialog.getByRole('list', { name: 'Версии' }).getByRole('button', { name: /^До отправки/ }))
      .toBeVisible()
    await expect.element(dialog.getByRole('button', { name: 'Переименовать' })).toBeVisible()
  })

  it('is a sheet on a phone: the list, then a version, and back', async () => {
    await page.viewport(390, 844)
    const { dialog } = await openHistory()
    const list = dialog.getByRole('list', { name: 'Версии' })
    await expect.element(list).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Вернуть эту версию' }).query()).toBeNull()

    await list.getByRole('button', { name: /^Распознано/ }).click()
    await expect.element(dialog.getByRole('button', { name: 'Вернуть эту версию' })).toBeVisible()
    const { bottom, width } = dialog.element().getBoundingClientRect()
    expect([Math.round(bottom), Math.round(width)]).toEqual([844, 390])

    await dialog.getByRole('button', { name: 'К списку версий' }).click()
    await expect.element(list).toBeVisible()
  })

  it('opens by Ctrl+Alt+H, and says when there is nothing yet', async () => {
    const { screen } = await openText(TALK)

    await userEvent.keyboard('{Control>}{Alt>}h{/Alt}{/Control}')

    await expect.element(screen.getByText('Здесь появятся версии, когда поправишь текст.')).toBeVisible()
  })

  it('says that it could not be loaded, and tries again', async () => {
    const { screen, server } = await openText(TALK, {}, EARLIER)
    server.isRefusing = true
    await screen.getByRole('button', { name: 'history' }).click()
    await expect.element(screen.getByRole('alert').getByText(/^История не\sзагрузилась/)).toBeVisible()

    server.isRefusing = false
    await screen.getByRole('button', { name: 'Попробовать ещё раз' }).click()

    await expect.element(screen.getByRole('list', { name: 'Версии' })).toBeVisible()
  })

  it('shows a place on the page', async () => {
    const { dialog, played } = await openHistory()

    await dialog.getByRole('button', { name: '0:23, показать в тексте' }).click()

    await expect.element(dialog).not.toBeInTheDocument()
    expect(played).toContain('reveal 2')
  })
})
