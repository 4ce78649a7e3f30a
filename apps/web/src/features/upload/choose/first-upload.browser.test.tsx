import { beforeEach, describe, expect, it } from 'vitest'

import { signIn } from '#test/session.ts'
import {
  account,
  button,
  carrying,
  choose,
  file,
  heading,
  openUpload,
  paidAccount,
  stubStorage,
  PROCESS_ID,
  processAnswer,
} from '#test/upload-page.ts'

beforeEach(signIn)

describe('the home page of a new user', () => {
  const nothing = { 'GET /api/scripts': { status: 200, body: { data: [], total: 0 } } }

  it('offers a file, «или» and a link under its own heading [HOME-13]', async () => {
    const { screen } = await openUpload(nothing, '/')

    await expect.element(heading('Загрузи свой первый аудио или видео файл')).toBeVisible()
    await expect.element(screen.getByText('Выбери файл')).toBeVisible()
    await expect.element(screen.getByText('или', { exact: true })).toBeVisible()
    await expect.element(screen.getByPlaceholder('Вставь ссылку на аудио/видео файл')).toBeVisible()
  })

  it('promises the minutes of the free tariff and the bonus apart [AUTH-20] [TAR-5]', async () => {
    const { screen } = await openUpload(nothing, '/')

    await expect.element(screen.getByText(/^30\sминут в\sмесяц и\sещё\s30 в\sподарок$/)).toBeVisible()
  })

  it('promises no free minutes to a customer', async () => {
    const customer = account({}, { id: 3, name: 'PRO', isFree: false })
    const { screen } = await openUpload({ ...nothing, 'GET /api/account': customer }, '/')

    await expect.element(screen.getByText('Файлы видишь только ты')).toBeVisible()
    expect(screen.getByText(/в\sподарок/).elements()).toEqual([])
  })

  it.each([
    [8, 'До\u00a010\u00a0минут на\u00a0час записи'],
    [21, 'Сейчас до\u00a021\u00a0минуты на\u00a0час записи'],
  ])('promises ten minutes per hour only if recent files kept it: %i [UP-13]', async (minutesPerHour, text) => {
    const recent = { status: 200, body: { data: [], total: 0, minutesPerHour } }
    const { screen } = await openUpload({ 'GET /api/scripts': recent }, '/')

    await expect.element(screen.getByText(text, { exact: true })).toBeVisible()
  })

  it('promises no speed before the first file of the installation [UP-13]', async () => {
    const { screen } = await openUpload(nothing, '/')

    await expect.element(screen.getByText('Файлы видишь только ты')).toBeVisible()
    expect(document.body.textContent).not.toContain('на\u00a0час записи')
  })

  it('hands a file to the upload page [HOME-13]', async () => {
    stubStorage('hangs')
    const { screen } = await openUpload(nothing, '/')
    await expect.element(screen.getByText('Выбери файл')).toBeVisible()

    choose(file())

    await expect.element(heading('Новая расшифровка')).toBeVisible()
    expect(location.pathname).toBe('/upload')
    await expect.element(screen.getByText('meeting.mp3')).toBeVisible()
  })

  it('hands a link to the upload page, which submits it once [HOME-13]', async () => {
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

  it.each([
    ['on a tariff without a limit', account({ hasUploaded: true, availableUploads: null }, { limitFileCount: null })],
    ['in a new month', account({ hasUploaded: true, availableUploads: 10 }, { limitFileCount: 10 })],
  ])('is the list again once everything is deleted, %s [HOME-1] [HOME-13]', async (_when, answer) => {
    await openUpload({ ...nothing, 'GET /api/account': answer }, '/')

    await expect.element(heading('Пока здесь пусто')).toBeVisible()
  })

  it('is shown on a tariff without a limit too [HOME-13]', async () => {
    const unlimited = account({ availableUploads: null }, { limitFileCount: null })
    await openUpload({ ...nothing, 'GET /api/account': unlimited }, '/')

    await expect.element(heading('Загрузи свой первый аудио или видео файл')).toBeVisible()
  })
})

describe('the list of files', () => {
  it('accepts a file dropped anywhere on it', async () => {
    stubStorage('hangs')
    const { screen } = await openUpload(
      {
        'GET /api/scripts': { status: 200, body: { data: [], total: 0 } },
        'GET /api/account': account({ hasUploaded: true }),
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
