import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'

import { isolateTests } from '#test/app.tsx'
import { button, openFiles, row } from '#test/files-page.ts'
import { fileOf, idOf, listOf } from '#test/library.ts'
import { signIn } from '#test/session.ts'

isolateTests()
beforeEach(async () => {
  signIn()
  await page.viewport(1280, 900)
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
