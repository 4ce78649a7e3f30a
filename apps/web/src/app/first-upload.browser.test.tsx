import { describe, expect, it } from 'vitest'

import {
  account,
  button,
  carrying,
  choose,
  cleanUploads,
  file,
  heading,
  openUpload,
  paidAccount,
  playStorage,
  PROCESS_ID,
  processAnswer,
} from './test-upload.ts'

cleanUploads()

describe('the home of somebody who has uploaded nothing yet', () => {
  const nothing = { 'GET /api/scripts': { status: 200, body: { data: [], total: 0 } } }

  it('offers a file, «или» and a link under its own heading [HOME-13]', async () => {
    const { screen } = await openUpload(nothing, '/')

    await expect.element(heading('Загрузи свой первый аудио или видео файл')).toBeVisible()
    await expect.element(screen.getByText('Выбери файл')).toBeVisible()
    await expect.element(screen.getByText('или', { exact: true })).toBeVisible()
    await expect.element(screen.getByPlaceholder('Вставь ссылку на аудио/видео файл')).toBeVisible()
  })

  it('hands a file over to the upload page [HOME-13]', async () => {
    playStorage('hangs')
    const { screen } = await openUpload(nothing, '/')
    await expect.element(screen.getByText('Выбери файл')).toBeVisible()

    choose(file())

    await expect.element(heading('Новая расшифровка')).toBeVisible()
    expect(location.pathname).toBe('/upload')
    await expect.element(screen.getByText('meeting.mp3')).toBeVisible()
  })

  it('hands a link over, and it is sent once [HOME-13]', async () => {
    const { server, screen } = await openUpload(
      {
        ...nothing,
        'GET /api/account': paidAccount,
        'POST /api/scripts/upload-by-link': { status: 200, body: { processId: PROCESS_ID } },
        [`GET /api/processes/${PROCESS_ID}`]: processAnswer({ stage: 'download' }),
      },
      '/',
    )
    await screen.getByRole('textbox', { name: 'Ссылка на файл' }).fill('https://a.ru/x.mp3')
    await button('Загрузить').click()

    await expect.element(screen.getByText(/скачиваем по\sссылке/)).toBeVisible()
    expect(location.pathname).toBe('/upload')
    expect(server.requests.filter(({ call }) => call === 'POST /api/scripts/upload-by-link')).toEqual([
      { call: 'POST /api/scripts/upload-by-link', body: { url: 'https://a.ru/x.mp3' } },
    ])
  })

  it('is the list again once everything was deleted [HOME-13]', async () => {
    await openUpload({ ...nothing, 'GET /api/account': account({ availableUploads: 9 }) }, '/')

    await expect.element(heading('Пока здесь пусто')).toBeVisible()
  })
})

describe('the list of files', () => {
  it('takes a file that is dropped anywhere on it', async () => {
    playStorage('hangs')
    const { screen } = await openUpload(
      {
        'GET /api/scripts': { status: 200, body: { data: [], total: 0 } },
        'GET /api/account': account({ availableUploads: 9 }),
      },
      '/',
    )
    await expect.element(heading('Пока здесь пусто')).toBeVisible()
    const dataTransfer = carrying([file()])

    window.dispatchEvent(new DragEvent('dragover', { dataTransfer, cancelable: true }))
    await expect.element(screen.getByText('Перетащи файл сюда')).toBeVisible()
    window.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }))

    await expect.element(heading('Новая расшифровка')).toBeVisible()
  })
})
