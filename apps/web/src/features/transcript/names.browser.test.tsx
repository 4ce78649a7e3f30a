import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'

import { cleanAround, openFile, playServer, said } from './test-file.tsx'

const SCRIPT = [said('Меня слышно?', 0), said('Да, слышно.', 2, 1), said('Начинаем.', 5)]

cleanAround()

describe('the name of a file', () => {
  const saved = (fileName: string) => ({ body: { script: { id: 's1', fileName, public: false } } })

  it('is edited in place by its owner: Enter saves it and keeps the extension [FILE-5]', async () => {
    const server = playServer({ 'PATCH /filename': saved('Планёрка.mp3') })
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

  it('is edited from the menu too, and Escape leaves it as it was [FILE-5]', async () => {
    const server = playServer({})
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

  it('of nothing is not saved [FILE-5]', async () => {
    const server = playServer({})
    const { screen } = await openFile({ fileName: 'Встреча.mp3', script: SCRIPT })

    await screen.getByRole('button', { name: 'Встреча', exact: true }).click()
    await screen.getByRole('textbox', { name: 'Название файла' }).fill('   ')
    await userEvent.keyboard('{Enter}')

    await expect.element(screen.getByRole('heading', { name: 'Встреча' })).toBeVisible()
    expect(server.requests).toEqual([])
  })

  it('comes back when the server does not take the new one', async () => {
    const seen = Promise.withResolvers<void>()
    playServer({ 'PATCH /filename': { status: 500, after: seen.promise } })
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
  const CALL = 'POST /edit-speaker-name'

  async function openName() {
    const { screen } = await openFile({ script: SCRIPT })
    await screen.getByRole('button', { name: 'Спикер 1', exact: true }).first().click()
    const field = screen.getByRole('textbox', { name: 'Имя спикера' })
    await expect.element(field).toHaveFocus()
    return { screen, field }
  }
  const names = () => [...document.querySelectorAll('[data-lead] button:first-child')].map((name) => name.textContent)

  it('is changed everywhere at once: Enter saves it, trimmed [FILE-6] [FILE-10]', async () => {
    const server = playServer({ [CALL]: { body: { speakers: [{ speakerId: 0, name: 'Анна' }] } } })
    const { field } = await openName()

    await field.fill('  Анна ')
    await userEvent.keyboard('{Enter}')

    await vi.waitFor(() => expect(names()).toEqual(['Анна', 'Спикер 2', 'Анна']))
    await vi.waitFor(() => expect(server.requests).toEqual([{ call: CALL, body: { speakerId: 0, name: 'Анна' } }]))
  })

  it('stays when Escape is pressed, and the focus goes back to it [FILE-6]', async () => {
    const server = playServer({})
    const { screen, field } = await openName()

    await field.fill('Анна')
    await userEvent.keyboard('{Escape}')

    await expect.element(field).not.toBeInTheDocument()
    await expect.element(screen.getByRole('button', { name: 'Спикер 1', exact: true }).first()).toHaveFocus()
    expect(names()).toEqual(['Спикер 1', 'Спикер 2', 'Спикер 1'])
    expect(server.requests).toEqual([])
  })

  it('of nothing cancels [FILE-6]', async () => {
    const server = playServer({})
    const { field } = await openName()

    await field.fill('   ')
    await userEvent.keyboard('{Enter}')

    await expect.element(field).not.toBeInTheDocument()
    expect(names()).toEqual(['Спикер 1', 'Спикер 2', 'Спикер 1'])
    expect(server.requests).toEqual([])
  })

  it('cannot be changed by who may not edit [FILE-6]', async () => {
    const { screen } = await openFile({ script: SCRIPT, canEdit: false })
    const name = screen.getByText('Спикер 2', { exact: true }).last()

    await expect.element(name).toBeVisible()

    expect(name.element().tagName).toBe('SPAN')
  })

  it('comes back when the server does not take the new one', async () => {
    const seen = Promise.withResolvers<void>()
    playServer({ [CALL]: { status: 500, after: seen.promise } })
    const { field } = await openName()

    await field.fill('Анна')
    await userEvent.keyboard('{Enter}')
    await vi.waitFor(() => expect(names()[0]).toBe('Анна'))
    seen.resolve()

    await vi.waitFor(() => expect(names()[0]).toBe('Спикер 1'))
  })
})
