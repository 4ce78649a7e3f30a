import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'

import type { EditingSlots } from '#lib/file-page/editing-slots.ts'
import { signInOnDesktop } from '#test/screen.ts'
import { openFile, said, SLOTS, stubServer } from '#test/transcript.tsx'

const SCRIPT = [said('Меня слышно?', 0), said('Да, слышно.', 2, 1), said('Начинаем.', 5)]

signInOnDesktop(1280, 800)

describe('the name of a file', () => {
  const saved = (fileName: string) => ({ body: { script: { id: 's1', fileName, public: false } } })

  it('is edited in place by its owner: Enter saves it and keeps the extension [FILE-5]', async () => {
    const server = stubServer({ 'PATCH /filename': saved('Планёрка.mp3') })
    const { screen } = await openFile({ fileName: 'Встреча.mp3', script: SCRIPT })

    await screen.getByRole('button', { name: 'Встреча', exact: true }).click()
    await screen.getByRole('textbox', { name: 'Название файла' }).fill('  Планёрка ')
    await userEvent.keyboard('{Enter}')

    await expect.element(screen.getByRole('heading', { name: 'Планёрка' })).toBeVisible()
    await vi.waitFor(() =>
      expect(server.requests).toEqual([{ call: 'PATCH /filename', body: { fileName: 'Планёрка.mp3' } }]),
    )
    expect(document.title).toBe('Планёрка — Дословно')
  })

  it('is also edited from the menu, and Escape keeps the old one [FILE-5]', async () => {
    const server = stubServer({})
    const { screen } = await openFile({ fileName: 'Встреча.mp3', script: SCRIPT })

    await screen.getByRole('button', { name: 'Ещё действия' }).click()
    await screen.getByRole('menuitem', { name: 'Переименовать' }).click()
    const field = screen.getByRole('textbox', { name: 'Название файла' })
    await expect.element(field).toHaveFocus()
    await field.fill('Другое')
    await userEvent.keyboard('{Escape}')

    await expect.element(screen.getByRole('heading', { name: 'Встреча' })).toBeVisible()
    expect(server.requests).toEqual([])
  })

  it('is not saved when empty [FILE-5]', async () => {
    const server = stubServer({})
    const { screen } = await openFile({ fileName: 'Встреча.mp3', script: SCRIPT })

    await screen.getByRole('button', { name: 'Встреча', exact: true }).click()
    await screen.getByRole('textbox', { name: 'Название файла' }).fill('   ')
    await userEvent.keyboard('{Enter}')

    await expect.element(screen.getByRole('heading', { name: 'Встреча' })).toBeVisible()
    expect(server.requests).toEqual([])
  })

  it('is reverted when the server rejects the new one', async () => {
    const seen = Promise.withResolvers<void>()
    stubServer({ 'PATCH /filename': { status: 500, after: seen.promise } })
    const { screen } = await openFile({ fileName: 'Встреча.mp3', script: SCRIPT })

    await screen.getByRole('button', { name: 'Встреча', exact: true }).click()
    await screen.getByRole('textbox', { name: 'Название файла' }).fill('Планёрка')
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('heading', { name: 'Планёрка' })).toBeVisible()
    seen.resolve()

    await expect.element(screen.getByRole('heading', { name: 'Встреча' })).toBeVisible()
  })
})

describe('the name of a speaker', () => {
  async function openName() {
    stubServer({ 'GET /recent-names': { body: { names: [] } } })
    const onNameSpeaker = vi.fn<EditingSlots['onNameSpeaker']>()
    const { screen } = await openFile({ script: SCRIPT }, { editing: { ...SLOTS, onNameSpeaker } })
    await screen.getByRole('button', { name: 'Спикер 1', exact: true }).first().click()
    const field = screen.getByRole('textbox', { name: 'Имя спикера' })
    await expect.element(field).toHaveFocus()
    return { screen, field, onNameSpeaker }
  }
  const names = () => [...document.querySelectorAll('[data-lead] button:first-child')].map((name) => name.textContent)

  it('is saved trimmed by Enter [FILE-6]', async () => {
    const { field, onNameSpeaker } = await openName()

    await field.fill('  Анна ')
    await userEvent.keyboard('{Enter}')

    await expect.element(field).not.toBeInTheDocument()
    expect(onNameSpeaker.mock.calls).toEqual([[0, 'Анна']])
  })

  it('stays the same after Escape, and the focus returns to it [FILE-6]', async () => {
    const { screen, field, onNameSpeaker } = await openName()

    await field.fill('Анна')
    await userEvent.keyboard('{Escape}')

    await expect.element(field).not.toBeInTheDocument()
    await expect.element(screen.getByRole('button', { name: 'Спикер 1', exact: true }).first()).toHaveFocus()
    expect(names()).toEqual(['Спикер 1', 'Спикер 2', 'Спикер 1'])
    expect(onNameSpeaker).not.toHaveBeenCalled()
  })

  it('is not saved when empty [FILE-6]', async () => {
    const { field, onNameSpeaker } = await openName()

    await field.fill('   ')
    await userEvent.keyboard('{Enter}')

    await expect.element(field).not.toBeInTheDocument()
    expect(names()).toEqual(['Спикер 1', 'Спикер 2', 'Спикер 1'])
    expect(onNameSpeaker).not.toHaveBeenCalled()
  })

  it('cannot be changed without the right to edit [FILE-6]', async () => {
    const { screen } = await openFile({ script: SCRIPT, canEdit: false })
    const name = screen.getByText('Спикер 2', { exact: true }).last()

    await expect.element(name).toBeVisible()

    expect(name.element().tagName).toBe('SPAN')
  })
})
