import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'

import { infoOf } from '#test/account-info.ts'
import { openAt } from '#test/app.tsx'
import { stubServer } from '#test/server.ts'
import { signIn } from '#test/session.ts'
import { userOf } from '#test/user.ts'

const USER = userOf({ name: 'Анна', surname: 'Ковалёва', canChangeTariff: false })
const FILE_ID = '3f0c2d3e-8d55-4f5e-9f0a-2f7f5d1d9b11'

describe('the page of an unfinished file', () => {
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
      flaws: [],
      script: [],
      ...change,
    },
  })
  const state = (change: object) => ({
    status: 200,
    body: { status: 'processing', progress: 42.7, stage: 'recognise', etaSeconds: 200, scriptId: FILE_ID, ...change },
  })
  const segment = { start: 0, end: 1, text: 'Всем привет.', speaker: 0, words: [] }

  it.each(['complete', 'completeWithErrors'])('polls the processing until the file is %s [FILE-2]', async (status) => {
    signIn()
    const server = stubServer({
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

    await expect.element(screen.getByText('Всем привет.')).toBeVisible()
    expect(server.calls().filter((call) => call.endsWith('/status'))).toHaveLength(3)
  })

  describe('while it is processed', () => {
    const said = [
      { start: 0, end: 31, text: 'Всем привет.' },
      { start: 31.5, end: 40, text: 'Начинаем лекцию.' },
      { start: 68, end: 70, text: 'После паузы.' },
    ]
    const answers = {
      'GET /api/account': { status: 200, body: { user: USER } },
      [`GET /api/scripts/${FILE_ID}`]: script({ status: 'process', progress: 42, playbackSrc: '/silence.m4a' }),
      [`GET /api/scripts/${FILE_ID}/status`]: state({}),
      [`GET /api/scripts/${FILE_ID}/draft`]: { status: 200, body: { data: said, next: 3 } },
    }

    it('shows what is recognised as paragraphs with their times, above the fold', async () => {
      signIn()
      stubServer(answers)
      await page.viewport(1280, 900)

      const screen = await openAt(`/files/${FILE_ID}`)

      const draft = screen.getByRole('region', { name: 'Уже распознано' })
      await expect.element(draft.getByText('После паузы.')).toBeVisible()
      const times = () =>
        draft
          .getByRole('button')
          .elements()
          .map(({ textContent }) => textContent)
      await expect.poll(times).toEqual(['Слушать с 0:00', 'Слушать с 0:31', 'Слушать с 1:08'])
      await expect.poll(() => draft.element().getBoundingClientRect().top).toBeLessThan(window.innerHeight / 2)
    })

    it.each([
      ['email', true],
      ['push', false],
    ] as const)('promises a mail only to those who get one: %s', async (target, isPromised) => {
      signIn()
      const info = { status: 200, body: infoOf({ notificationTargets: [{ target, formats: ['docx'] }] }) }
      const server = stubServer({ ...answers, 'GET /api/account/info': info })

      const screen = await openAt(`/files/${FILE_ID}`)

      await expect.element(screen.getByText(/Вкладку можно закрыть/)).toBeVisible()
      await vi.waitFor(() => expect(server.calls()).toContain('GET /api/account/info'))
      await expect.poll(() => document.body.textContent.includes('Пришлём письмо, когда закончим')).toBe(isPromised)
    })
  })

  it('cancels the processing after a confirmation, and offers the options again', async () => {
    signIn()
    let file = script({ status: 'process', progress: 42 })
    stubServer({
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
    await expect.element(screen.getByText('Считаем, сколько это займёт')).toBeVisible()
    await screen.getByRole('button', { name: 'Отменить обработку' }).click()
    await screen.getByRole('dialog').getByRole('button', { name: 'Отменить обработку' }).click()

    await expect.element(screen.getByRole('button', { name: 'Начать обработку' })).toBeVisible()
  })

  it('explains why the processing failed, and restarts it', async () => {
    signIn()
    const server = stubServer({
      'GET /api/account': { status: 200, body: { user: USER } },
      [`GET /api/scripts/${FILE_ID}`]: [script({ status: 'error' }), script({ status: 'process', progress: 0 })],
      [`GET /api/scripts/${FILE_ID}/status`]: [
        state({ status: 'error', errorCode: 'noAudioStream' }),
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

  it('offers the options and the start for a file that waits for processing [FILE-2]', async () => {
    signIn()
    const server = stubServer({
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

  it('offers to process as much as the minutes allow, or to buy more [UP-9]', async () => {
    signIn()
    const server = stubServer({
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
