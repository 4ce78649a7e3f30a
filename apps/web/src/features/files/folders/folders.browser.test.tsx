import type { Folder } from '@doslovno/contract/folders.ts'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { type Answers, button, listAsks, openFiles, row } from '#test/files-page.ts'
import { fileOf, idOf } from '#test/library.ts'
import { refusal } from '#test/refusal.ts'
import { signInOnDesktop } from '#test/screen.ts'

signInOnDesktop(1440)

const LECTURES: Folder = { id: idOf(900), name: 'Лекции', files: 2 }
const MEETINGS: Folder = { id: idOf(901), name: 'Встречи', files: 0 }
const DONE = { status: 200, body: {} }
const foldersOf = (...folders: Folder[]) => ({ status: 200, body: { data: folders } })
const files = [fileOf(1, { folderId: LECTURES.id }), fileOf(2), fileOf(3), fileOf(4)]

const openLibrary = (answers: Answers = {}, path = '/') =>
  openFiles(files, { path, answers: { 'GET /api/folders': foldersOf(LECTURES, MEETINGS), ...answers } })
const rail = () => page.getByRole('navigation', { name: 'Папки' })
const folder = (name: string) => rail().getByRole('link', { name: new RegExp(`^${name}`) })
const bar = () => page.getByRole('toolbar')
const box = (number: number) => page.getByRole('checkbox', { name: `Выбрать: file ${number}.mp3` })
const sent = (server: { requests: { call: string; body: unknown }[] }, call: string) =>
  server.requests.filter((request) => request.call === call).map(({ body }) => body)
const MOVE = 'POST /api/scripts/move'

describe('folders', () => {
  it('are one quiet entry until the first is created', async () => {
    const { server } = await openFiles(files, {
      answers: {
        'GET /api/folders': [foldersOf(), foldersOf(LECTURES)],
        'POST /api/folders': { status: 200, body: { folder: LECTURES } },
      },
    })
    await expect.element(button('Новая папка')).toBeVisible()
    expect(rail().elements()).toEqual([])

    await button('Новая папка').click()
    await page.getByRole('textbox', { name: 'Название папки' }).fill(' Лекции ')
    await userEvent.keyboard('{Enter}')

    await expect.element(folder('Лекции')).toBeVisible()
    expect(sent(server, 'POST /api/folders')).toEqual([{ name: 'Лекции' }])
  })

  it('are not offered before there are files', async () => {
    await openFiles([])

    await expect.element(page.getByRole('heading', { name: 'Пока здесь пусто' })).toBeVisible()
    expect(button('Новая папка').elements()).toEqual([])
  })

  it('open by the address, and narrow the list', async () => {
    const { server } = await openFiles(files, {
      answers: { 'GET /api/folders': foldersOf(LECTURES, MEETINGS) },
    })
    await folder('Лекции').click()

    await expect.element(page.getByRole('heading', { level: 1, name: 'Лекции' })).toBeVisible()
    await expect.element(folder('Лекции')).toHaveAttribute('aria-current', 'page')
    expect(location.search).toBe(`?folder=${LECTURES.id}`)
    expect(listAsks(server).at(-1)).toContain(`folder=${LECTURES.id}`)
  })

  it('lead to the whole list if they do not exist', async () => {
    await openLibrary({}, `/?folder=${idOf(999)}`)

    await vi.waitFor(() => expect(location.search).toBe(''))
  })

  it('keep a taken name in its field, with the reason', async () => {
    await openLibrary({ 'POST /api/folders': refusal('folderExists') })

    await button('Новая папка').click()
    await page.getByRole('textbox', { name: 'Название папки' }).fill('Лекции')
    await userEvent.keyboard('{Enter}')

    await expect.element(page.getByText('Такая папка уже есть')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(button('Новая папка')).toBeVisible()
  })

  it('say when they are deleted that their files stay', async () => {
    const { server } = await openLibrary({ [`DELETE /api/folders/${LECTURES.id}`]: DONE })

    await button(/Что сделать с.папкой «Лекции»/).click()
    await page.getByRole('menuitem', { name: 'Удалить папку' }).click()
    await expect.element(page.getByText(/Файлы не.удалятся/)).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Удалить папку' }).click()

    await vi.waitFor(() => expect(sent(server, `DELETE /api/folders/${LECTURES.id}`)).toHaveLength(1))
  })

  it('are named beside files of the whole list only', async () => {
    await openLibrary()

    await expect.element(row(/file 1/)).toMatchTextContent(/Лекции/)
    await expect.element(row(/file 2/)).not.toMatchTextContent(/Лекции/)
  })
})

describe('selected files', () => {
  it('are counted; Shift selects a range and Escape none', async () => {
    await openLibrary()
    await box(1).click()
    await box(3).click({ modifiers: ['Shift'] })

    await expect.element(bar()).toMatchTextContent(/Выбрано 3/)
    await userEvent.keyboard('{Escape}')
    await vi.waitFor(() => expect(bar().elements()).toEqual([]))
  })

  it('are all by Ctrl+A on a row', async () => {
    await openLibrary()
    await expect.element(row(/file 1/)).toBeVisible()

    page.getByRole('link', { name: 'file 2.mp3' }).element().focus()
    await userEvent.keyboard('{Control>}a{/Control}')

    await expect.element(bar()).toMatchTextContent(/Выбрано 4/)
  })

  it('are moved to a folder, and back by the toast', async () => {
    const { server } = await openLibrary({ [MOVE]: DONE })
    await box(1).click()
    await box(2).click()

    await button('Переместить').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Встречи' }).click()
    await expect.element(page.getByText(/2.файла теперь в.папке «Встречи»/)).toBeVisible()
    await button('Вернуть').click()

    await vi.waitFor(() => expect(sent(server, MOVE)).toHaveLength(3))
    expect(sent(server, MOVE)).toEqual([
      { scriptIds: [idOf(1), idOf(2)], folderId: MEETINGS.id },
      { scriptIds: [idOf(1)], folderId: LECTURES.id },
      { scriptIds: [idOf(2)], folderId: null },
    ])
  })

  it('are moved to a folder that is made on the way', async () => {
    const { server } = await openLibrary({
      [MOVE]: DONE,
      'POST /api/folders': { status: 200, body: { folder: { id: idOf(902), name: 'Осень', files: 0 } } },
    })
    await box(2).click()

    await button('Переместить').click()
    await page.getByRole('textbox', { name: 'Новая папка' }).fill('Осень')
    await userEvent.keyboard('{Enter}')

    await vi.waitFor(() => expect(sent(server, MOVE)).toEqual([{ scriptIds: [idOf(2)], folderId: idOf(902) }]))
  })

  it('are deleted after one question', async () => {
    const { server } = await openLibrary({ 'POST /api/scripts/delete': DONE })
    await box(2).click()
    await box(3).click()

    await button('Удалить').click()
    await expect.element(page.getByRole('dialog', { name: /Удалить 2.файла\?/ })).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click()

    await vi.waitFor(() =>
      expect(sent(server, 'POST /api/scripts/delete')).toEqual([{ scriptIds: [idOf(2), idOf(3)] }]),
    )
  })

  it('are asked for as one archive', async () => {
    const { server } = await openLibrary({ 'POST /api/scripts/export': { status: 400 } })
    await box(2).click()
    await box(3).click()

    await bar().getByRole('button', { name: 'Скачать' }).click()
    await page.getByText('SRT').click()
    await button(/Скачать SRT в.ZIP/).click()

    await expect.element(page.getByText('Не удалось собрать файл. Попробуй ещё раз.')).toBeVisible()
    expect(sent(server, 'POST /api/scripts/export')[0]).toMatchObject({ scriptIds: [idOf(2), idOf(3)], format: 'srt' })
  })
})

describe('on a phone', () => {
  it('a tap selects a card once selecting has begun', async () => {
    await page.viewport(390, 844)
    await openLibrary()

    await button('Выбрать').click()
    await page.getByRole('article').getByText('file 2.mp3').click()

    await expect.element(bar()).toMatchTextContent(/Выбрано 1/)
    expect(location.pathname).toBe('/')
  })
})
