import { describe, expect, it, vi } from 'vitest'

import { signIn, tokenEndingIn } from '#lib/session/test-tokens.ts'

import { cleanAround, openAt } from './test-app.tsx'
import { playServer } from './test-server.ts'

const USER = {
  id: 'u1',
  name: 'Анна',
  surname: 'Ковалёва',
  email: 'a@b.ru',
  isSuperuser: false,
  tariff: { fileSize: 300 },
}
const FILE_ID = '3f0c2d3e-8d55-4f5e-9f0a-2f7f5d1d9b11'
const NO_FILES = { status: 200, body: { data: [], total: 0 } }

cleanAround()

describe('a visitor', () => {
  it('is led from a closed page to the sign-in, and after it to where they were going [APP-3] [APP-4]', async () => {
    playServer({
      'POST /api/account/login': {
        status: 200,
        body: { accessToken: tokenEndingIn(900, Date.now()), refreshToken: 'r0' },
      },
      'GET /api/account': { status: 200, body: { user: USER } },
    })

    const screen = await openAt('/upload')
    await expect.element(screen.getByRole('heading', { name: 'С возвращением' })).toBeVisible()
    expect(location.pathname).toBe('/auth/login')
    await screen.getByLabelText('E-mail').fill('a@b.ru')
    await screen.getByLabelText('Пароль', { exact: true }).fill('secret')
    await screen.getByRole('button', { name: 'Войти' }).click()

    await expect.element(screen.getByRole('heading', { name: 'Загрузи аудио или видео' })).toBeVisible()
    expect(location.pathname).toBe('/upload')
  })

  it('sees the 404 page with a way home on a path that does not exist [APP-2] [APP-3]', async () => {
    playServer({})

    const screen = await openAt('/no-such-page')

    await expect.element(screen.getByRole('heading', { name: 'Страница не найдена' })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'На главную', exact: true })).toHaveAttribute('href', '/')
    expect(location.pathname).toBe('/no-such-page')
  })

  it('may open the address of a file, and hears when there is none [APP-3]', async () => {
    playServer({ [`GET /api/scripts/${FILE_ID}`]: { status: 404 } })

    const screen = await openAt(`/files/${FILE_ID}`)

    await expect.element(screen.getByRole('heading', { name: 'Файл по данной ссылке недоступен' })).toBeVisible()
    expect(location.pathname).toBe(`/files/${FILE_ID}`)
  })
})

describe('a user', () => {
  it('sees the 404 page too, and gets home by its button [APP-2]', async () => {
    signIn()
    playServer({ 'GET /api/account': { status: 200, body: { user: USER } }, 'GET /api/scripts': NO_FILES })

    const screen = await openAt('/no-such-page')
    await expect.element(screen.getByRole('heading', { name: 'Страница не найдена' })).toBeVisible()
    await screen.getByRole('link', { name: 'На главную', exact: true }).click()

    await expect.element(screen.getByRole('heading', { name: 'Мои файлы' })).toBeVisible()
    await expect.element(screen.getByRole('heading', { name: 'Мои файлы' })).toHaveFocus()
  })

  it('is spoken to in Russian and as «ты» [APP-4]', async () => {
    signIn()
    playServer({ 'GET /api/account': { status: 200, body: { user: USER } } })

    const screen = await openAt('/upload')

    await expect.element(screen.getByRole('heading', { name: 'Загрузи аудио или видео' })).toBeVisible()
    await expect.element(screen.getByText('Выбери файл')).toBeVisible()
    await expect.element(screen.getByText(/Загружая файл, ты подтверждаешь/)).toBeVisible()
  })

  it('goes to their files instead of the sign-in', async () => {
    signIn()
    playServer({ 'GET /api/account': { status: 200, body: { user: USER } }, 'GET /api/scripts': NO_FILES })

    const screen = await openAt('/auth/login')

    await expect.element(screen.getByRole('heading', { name: 'Мои файлы' })).toBeVisible()
    expect(location.pathname).toBe('/')
  })

  it('logs out after a question, and the sign-in forgets the page they were on [SESS-3]', async () => {
    signIn()
    const server = playServer({
      'GET /api/account': { status: 200, body: { user: USER } },
      'POST /api/account/logout': { status: 200 },
    })

    const screen = await openAt('/upload')
    await screen.getByRole('button', { name: 'Меню аккаунта' }).click()
    await screen.getByRole('menuitem', { name: 'Выйти' }).click()
    await screen.getByRole('dialog').getByRole('button', { name: 'Выйти' }).click()

    await expect.element(screen.getByRole('heading', { name: 'С возвращением' })).toBeVisible()
    expect(location.pathname + location.search).toBe('/auth/login')
    expect(localStorage.getItem('refreshToken')).toBeNull()
    await vi.waitFor(() => expect(server.calls()).toContain('POST /api/account/logout'))
  })

  it('is told that the service is not available, and comes in when it is again [SESS-2]', async () => {
    signIn()
    playServer({
      'GET /api/account': [{ status: 503 }, { status: 200, body: { user: USER } }],
      'GET /api/scripts': NO_FILES,
    })

    const screen = await openAt('/')
    await expect.element(screen.getByRole('heading', { name: 'Сервис недоступен' })).toBeVisible()
    await screen.getByRole('button', { name: 'Проверить сейчас' }).click()

    await expect.element(screen.getByRole('heading', { name: 'Мои файлы' })).toBeVisible()
  })
})

describe('the page of a file', () => {
  const script = (change: object) => ({
    status: 200,
    body: {
      id: FILE_ID,
      fileName: 'Встреча.mp3',
      fileSize: 1_000_000,
      type: 'audio',
      duration: 10,
      uploadAt: '2026-11-15T09:00:00Z',
      isInspected: true,
      isExpired: false,
      public: false,
      canEdit: true,
      fileSrc: null,
      playbackSrc: null,
      srcSeconds: 3600,
      speakerNames: [],
      language: 'ru',
      speakers: 1,
      peaks: [],
      script: [],
      ...change,
    },
  })
  const state = (change: object) => ({
    status: 200,
    body: { status: 'processing', progress: 42.7, stage: 'recognise', etaSeconds: 200, scriptId: FILE_ID, ...change },
  })
  const segment = { start: 0, end: 1, text: 'Всем привет.', speaker: 0, words: [] }

  it.each(['complete', 'completeWithErrors'])(
    'shows the processing and keeps asking until the file is %s [FILE-2]',
    async (status) => {
      signIn()
      const server = playServer({
        'GET /api/account': { status: 200, body: { user: USER } },
        [`GET /api/scripts/${FILE_ID}`]: [
          script({ status: 'process', progress: 42 }),
          script({ status, script: [segment] }),
        ],
        [`GET /api/scripts/${FILE_ID}/status`]: [
          state({}),
          state({ progress: 80 }),
          state({ status: 'complete', progress: 100 }),
        ],
      })

      const screen = await openAt(`/files/${FILE_ID}`)
      await expect.element(screen.getByRole('heading', { name: 'Превращаем речь в текст' })).toBeVisible()
      await expect.element(screen.getByText('42%')).toBeVisible()

      await expect.element(screen.getByText('Всем привет.'), { timeout: 8000 }).toBeVisible()
      expect(server.calls().filter((call) => call.endsWith('/status'))).toHaveLength(3)
    },
  )

  it('calls the processing off after a question, and offers the options again', async () => {
    signIn()
    let file = script({ status: 'process', progress: 42 })
    playServer({
      'GET /api/account': { status: 200, body: { user: USER } },
      [`GET /api/scripts/${FILE_ID}`]: () => file,
      [`GET /api/scripts/${FILE_ID}/status`]: state({ etaSeconds: null }),
      [`GET /api/scripts/${FILE_ID}/draft`]: { status: 200, body: { data: [], next: 0 } },
      [`POST /api/scripts/${FILE_ID}/cancel`]: () => {
        file = script({ status: 'uploaded' })
        return { status: 200 }
      },
      'GET /api/tools/settings-templates': { status: 200, body: { data: [] } },
    })

    const screen = await openAt(`/files/${FILE_ID}`)
    await expect.element(screen.getByText('Скоро скажем, сколько осталось')).toBeVisible()
    await screen.getByRole('button', { name: 'Отменить обработку' }).click()
    await screen.getByRole('dialog').getByRole('button', { name: 'Отменить обработку' }).click()

    await expect.element(screen.getByRole('button', { name: 'Начать обработку' })).toBeVisible()
  })

  it('tells why the processing has failed and starts it again', async () => {
    signIn()
    const server = playServer({
      'GET /api/account': { status: 200, body: { user: USER } },
      [`GET /api/scripts/${FILE_ID}`]: [script({ status: 'error' }), script({ status: 'process', progress: 0 })],
      [`GET /api/scripts/${FILE_ID}/status`]: [
        state({ status: 'error', error: "MediaFile doesn't contain audio stream" }),
        state({ progress: 1 }),
      ],
      [`POST /api/scripts/${FILE_ID}/process`]: { status: 200, body: { processId: 'p1' } },
    })

    const screen = await openAt(`/files/${FILE_ID}`)
    await expect.element(screen.getByRole('heading', { name: 'Файл не содержит ни одной аудио дорожки' })).toBeVisible()
    await screen.getByRole('button', { name: 'Обработать ещё раз' }).click()

    await expect.element(screen.getByRole('progressbar', { name: 'Обработка файла' })).toBeVisible()
    expect(server.requests).toContainEqual({
      call: `POST /api/scripts/${FILE_ID}/process`,
      body: {
        mediaType: 'other',
        speakersCount: -2,
        language: 'auto',
        badQuality: false,
        templateId: null,
        force: false,
      },
    })
  })

  it('offers the options and the start of a file that waits for its processing [FILE-2]', async () => {
    signIn()
    const server = playServer({
      'GET /api/account': { status: 200, body: { user: USER } },
      [`GET /api/scripts/${FILE_ID}`]: [
        script({ status: 'uploaded', isInspected: false }),
        script({ status: 'uploaded' }),
        script({ status: 'process', progress: 0 }),
      ],
      [`GET /api/scripts/${FILE_ID}/status`]: state({ progress: 1 }),
      [`POST /api/scripts/${FILE_ID}/process`]: { status: 200, body: { processId: 'p1' } },
    })

    const screen = await openAt(`/files/${FILE_ID}`)
    await expect.element(screen.getByRole('heading', { name: 'Проверяем запись' })).toBeVisible()
    await screen.getByText('Лекция').click()
    await screen.getByRole('button', { name: 'Начать обработку' }).click()

    await expect.element(screen.getByRole('progressbar', { name: 'Обработка файла' })).toBeVisible()
    expect(server.requests).toContainEqual({
      call: `POST /api/scripts/${FILE_ID}/process`,
      body: expect.objectContaining({ mediaType: 'lection', force: false }),
    })
  })

  it('offers to process what there are minutes for, or to buy more [UP-9]', async () => {
    signIn()
    const server = playServer({
      'GET /api/account': { status: 200, body: { user: { ...USER, canChangeTariff: true } } },
      [`GET /api/scripts/${FILE_ID}`]: [
        script({ status: 'notEnoughMinutes', availableMinutes: 12 }),
        script({ status: 'process', progress: 0 }),
      ],
      [`GET /api/scripts/${FILE_ID}/status`]: state({ progress: 1 }),
      [`POST /api/scripts/${FILE_ID}/process`]: { status: 200, body: { processId: 'p1' } },
    })

    const screen = await openAt(`/files/${FILE_ID}`)
    await expect.element(screen.getByRole('heading', { name: 'Недостаточно минут для обработки видео' })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Купить минуты' })).toBeVisible()
    await screen.getByRole('button', { name: /Обработать 12\sмин/ }).click()

    await expect.element(screen.getByRole('progressbar', { name: 'Обработка файла' })).toBeVisible()
    expect(server.requests).toContainEqual({
      call: `POST /api/scripts/${FILE_ID}/process`,
      body: expect.objectContaining({ force: true }),
    })
  })
})
