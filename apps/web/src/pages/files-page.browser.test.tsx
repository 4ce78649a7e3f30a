import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'

import { button, listAsks, openFiles, row } from '#test/files-page.ts'
import { fileOf, idOf, listOf, scriptOf } from '#test/library.ts'
import { signInOnDesktop } from '#test/screen.ts'

signInOnDesktop()

describe('the files page', () => {
  it('has a search and an upload button in its head [HOME-1]', async () => {
    await openFiles([fileOf(1)])

    await expect.element(page.getByRole('heading', { level: 1, name: 'Мои файлы' })).toBeVisible()
    await expect.element(button('Поиск')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Загрузить файл' })).toHaveAttribute('href', '/upload')
  })

  it('explains an empty list, and keeps the search and the upload button in its head [HOME-1]', async () => {
    await openFiles([])

    await expect.element(page.getByRole('heading', { name: 'Пока здесь пусто' })).toBeVisible()
    await expect.element(button('Поиск')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Загрузить файл' })).toBeVisible()
    expect(page.getByRole('table').elements()).toEqual([])
  })

  it('keeps stale rows when a reload fails, and retries on demand [HOME-1]', async () => {
    const { server } = await openFiles([fileOf(1)], {
      answers: { 'GET /api/scripts': [listOf([fileOf(1, { progress: 3, status: 'process' })]), { status: 400 }] },
    })

    await expect.element(page.getByRole('alert')).toMatchTextContent(/Не удалось загрузить список/)
    await expect.element(row(/file 1/)).toBeVisible()
    const asked = listAsks(server).length
    await button('Повторить').click()
    await vi.waitFor(() => expect(listAsks(server).length).toBeGreaterThan(asked))
  })
})

describe('processing from the list', () => {
  it('is cancelled after a confirmation', async () => {
    const moving = fileOf(1, { status: 'process', progress: 5 })
    const { server } = await openFiles([], {
      answers: {
        'GET /api/scripts': [listOf([moving]), listOf([fileOf(1, { status: 'uploaded' })])],
        [`POST /api/scripts/${idOf(1)}/cancel`]: { status: 200 },
      },
    })
    await button(/Отменить обработку/).click()

    await page.getByRole('dialog').getByRole('button', { name: 'Отменить обработку' }).click()

    await expect.element(row(/file 1/)).toMatchTextContent(/Готов к обработке/)
    expect(server.calls()).toContain(`POST /api/scripts/${idOf(1)}/cancel`)
  })

  it('is started from the list with the last options', async () => {
    localStorage.setItem('uploadOptions', JSON.stringify({ mediaType: 'lection', language: 'ru' }))
    const { server } = await openFiles([], {
      answers: {
        'GET /api/scripts': [
          listOf([fileOf(1, { status: 'uploaded' })]),
          listOf([fileOf(1, { status: 'process', progress: 0 })]),
        ],
        [`POST /api/scripts/${idOf(1)}/process`]: { status: 200, body: { processId: 'p1' } },
      },
    })

    await button(/Начать обработку/).click()

    await expect.element(row(/file 1/)).toMatchTextContent(/0% обработано/)
    const started = server.requests.find(({ call }) => call.endsWith('/process'))
    expect(started?.body).toMatchObject({ mediaType: 'lection', language: 'ru', force: false })
  })

  it.each([{ isInspected: false }, { availableMinutes: 2 }])('is not started from the list if %o', async (change) => {
    await openFiles([fileOf(1, { status: 'uploaded', ...change })])

    await expect.element(row(/file 1/)).toBeVisible()
    const actions = row(/file 1/)
      .getByRole('button')
      .elements()
      .map((action) => action.getAttribute('aria-label'))
    expect(actions).toEqual(['Удалить: file 1.mp3'])
  })

  it('is retried with the last options', async () => {
    localStorage.setItem('uploadOptions', JSON.stringify({ mediaType: 'meeting', language: 'ru' }))
    const { server } = await openFiles([], {
      answers: {
        'GET /api/scripts': [
          listOf([fileOf(1, { status: 'error' })]),
          listOf([fileOf(1, { status: 'process', progress: 0 })]),
        ],
        [`POST /api/scripts/${idOf(1)}/process`]: { status: 200, body: { processId: 'p1' } },
      },
    })

    await button(/Обработать ещё раз/).click()

    await expect.element(row(/file 1/)).toMatchTextContent(/0% обработано/)
    const started = server.requests.find(({ call }) => call.endsWith('/process'))
    expect(started?.body).toMatchObject({ mediaType: 'meeting', language: 'ru', force: false })
  })

  it('reports that the minutes do not suffice for a retry', async () => {
    const error = 'Not enough minutes to process video'
    await openFiles([fileOf(1, { status: 'error' })], {
      answers: {
        [`POST /api/scripts/${idOf(1)}/process`]: {
          status: 402,
          body: { error, code: 'notEnoughMinutes', message: error },
        },
      },
    })

    await button(/Обработать ещё раз/).click()

    await expect.element(page.getByText('Недостаточно минут для обработки видео')).toBeVisible()
  })
})

describe('a file in the list', () => {
  it('is downloaded once its text is loaded [EXP-2] [HOME-3]', async () => {
    const text = { start: 0, end: 2, text: 'Всем привет.', speaker: 0, words: [] }
    const { server } = await openFiles([fileOf(1)], {
      answers: { [`GET /api/scripts/${idOf(1)}`]: { status: 200, body: scriptOf(fileOf(1), { script: [text] }) } },
    })
    expect(server.calls()).not.toContain(`GET /api/scripts/${idOf(1)}`)

    await button(/Скачать расшифровку/).click()

    await expect.element(button('Скачать DOCX')).toBeVisible()
    expect(server.calls()).toContain(`GET /api/scripts/${idOf(1)}`)
  })

  it('reports a failed load of its text, and can be retried', async () => {
    await openFiles([fileOf(1)], {
      answers: { [`GET /api/scripts/${idOf(1)}`]: [{ status: 404 }, { status: 200, body: scriptOf(fileOf(1)) }] },
    })
    await button(/Скачать расшифровку/).click()

    await expect.element(page.getByRole('alert')).toMatchTextContent(/Не удалось загрузить расшифровку\./)
    await button('Повторить').click()

    await expect.element(button('Скачать DOCX')).toBeVisible()
  })
})
