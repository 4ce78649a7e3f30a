import { describe, expect, it, vi } from 'vitest'

import { signIn } from '#lib/session/test-tokens.ts'

import { cleanAround, openAt } from './test-app.tsx'
import { playServer } from './test-server.ts'

const ID = '3f0c2d3e-8d55-4f5e-9f0a-2f7f5d1d9b11'
const FILE = `GET /api/scripts/${ID}`
const MEDIA = `GET /api/scripts/${ID}/media`
const PROCESS = `POST /api/scripts/${ID}/process`
const ACCOUNT = {
  status: 200,
  body: { user: { id: 'u1', name: 'Анна', email: 'a@b.ru', isSuperuser: false, tariff: { fileSize: 300 } } },
}

const failure = (status: number) => ({ status, body: { error: 'x', code: 'x', message: 'x' } })
const file = (change: object) => ({
  status: 200,
  body: {
    id: ID,
    fileName: 'Встреча.mp3',
    fileSize: 1_000_000,
    type: 'audio',
    duration: 2700,
    uploadAt: '2026-11-15T09:00:00Z',
    status: 'complete',
    isInspected: true,
    isExpired: false,
    public: true,
    canEdit: false,
    fileSrc: null,
    playbackSrc: null,
    srcSeconds: 300,
    speakerNames: [],
    language: 'ru',
    speakers: 1,
    peaks: [],
    version: 0,
    script: [{ start: 0, end: 1, text: 'Всем привет.', speaker: 0, words: [] }],
    ...change,
  },
})

cleanAround()

describe('the page of a public file', () => {
  it('is open to a visitor without a token, with an invitation to register [FILE-3]', async () => {
    const fetched = vi.fn<(headers: Headers) => void>()
    playServer({ [FILE]: file({}) })
    const { fetch } = globalThis
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      fetched(new Headers(init.headers))
      return fetch(url, init)
    })

    const screen = await openAt(`/files/${ID}`)

    await expect.element(screen.getByText('Всем привет.')).toBeVisible()
    await expect.element(screen.getByText(/Расшифруй свою запись/)).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: 'Зарегистрироваться' }))
      .toHaveAttribute('href', '/auth/register')
    await expect.element(screen.getByRole('button', { name: 'Скачать' })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Поделиться' })).not.toBeInTheDocument()
    expect(fetched.mock.calls.map(([headers]) => headers.get('authorization'))).toEqual([null])
  })

  it('invites nobody who has an account, and puts the invitation away when asked to [FILE-3]', async () => {
    playServer({ [FILE]: file({}), 'GET /api/account': ACCOUNT })

    const screen = await openAt(`/files/${ID}`)
    await screen.getByRole('button', { name: 'Закрыть приглашение' }).click()
    await expect.element(screen.getByText(/Расшифруй свою запись/)).not.toBeInTheDocument()
    await screen.unmount()
    signIn()
    const own = await openAt(`/files/${ID}`)

    await expect.element(own.getByText('Всем привет.')).toBeVisible()
    await expect.element(own.getByText(/Расшифруй свою запись/)).not.toBeInTheDocument()
  })

  it('asks search engines to leave it alone', async () => {
    playServer({ [FILE]: file({}) })

    const screen = await openAt(`/files/${ID}`)
    await expect.element(screen.getByText('Всем привет.')).toBeVisible()

    expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex, nofollow')
  })
})

describe('a file that is not there', () => {
  it.each([404, 400])('is said to be unavailable, and there is a way home: %i [FILE-4]', async (status) => {
    playServer({ [FILE]: failure(status) })

    const screen = await openAt(`/files/${ID}`)

    await expect.element(screen.getByRole('heading', { name: 'Файл по данной ссылке недоступен' })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'На главную', exact: true })).toHaveAttribute('href', '/')
  })

  it('is said to be past its time when its storage has expired [FILE-4]', async () => {
    playServer({ [FILE]: failure(410) })

    const screen = await openAt(`/files/${ID}`)

    await expect.element(screen.getByRole('heading', { name: 'Срок хранения файла истек' })).toBeVisible()
  })

  it('is gone for who has it open, as soon as the player asks for the recording again [FILE-4]', async () => {
    playServer({ [FILE]: [file({ fileSrc: '/expired.mp3' }), failure(404)], [MEDIA]: failure(404) })

    const screen = await openAt(`/files/${ID}`)

    await expect.element(screen.getByRole('heading', { name: 'Файл по данной ссылке недоступен' })).toBeVisible()
    await expect.element(screen.getByText('Всем привет.')).not.toBeInTheDocument()
  })

  it('may only be out of reach: then there is another try', async () => {
    playServer({ [FILE]: [failure(500), failure(500), failure(500), file({})] })

    const screen = await openAt(`/files/${ID}`)
    const again = screen.getByRole('button', { name: 'Повторить' })
    await expect.element(again, { timeout: 10_000 }).toBeVisible()
    await again.click()

    await expect.element(screen.getByText('Всем привет.')).toBeVisible()
  })
})

describe("an owner's file", () => {
  async function openMenu() {
    const screen = await openAt(`/files/${ID}`)
    await screen.getByRole('button', { name: 'Ещё действия' }).click()
    return screen
  }

  it('is recognised anew with other options, after the price was told', async () => {
    signIn()
    const server = playServer({
      'GET /api/account': ACCOUNT,
      'GET /api/tools/settings-templates': { status: 200, body: { data: [] } },
      [FILE]: [file({ canEdit: true }), file({ canEdit: true, status: 'process', progress: 0 })],
      [PROCESS]: { status: 200, body: { processId: 'p1' } },
    })
    const screen = await openMenu()

    await screen.getByRole('menuitem', { name: 'Распознать заново' }).click()
    await expect.element(screen.getByText(/^Спишется 45\sмин\./)).toBeVisible()
    await screen.getByText('Лекция').click()
    await screen.getByRole('button', { name: 'Начать обработку' }).click()

    await expect.element(screen.getByRole('progressbar', { name: 'Обработка файла' })).toBeVisible()
    expect(server.requests).toContainEqual({
      call: PROCESS,
      body: {
        mediaType: 'lection',
        speakersCount: -2,
        language: 'auto',
        badQuality: false,
        templateId: null,
        again: true,
      },
    })
  })

  it('keeps its text when there are not enough minutes to recognise it anew', async () => {
    signIn()
    const error = 'Not enough minutes to process video'
    playServer({
      'GET /api/account': ACCOUNT,
      'GET /api/tools/settings-templates': { status: 200, body: { data: [] } },
      [FILE]: file({ canEdit: true }),
      [PROCESS]: { status: 402, body: { error, code: 'notEnoughMinutes', message: error } },
    })
    const screen = await openMenu()

    await screen.getByRole('menuitem', { name: 'Распознать заново' }).click()
    await screen.getByRole('button', { name: 'Начать обработку' }).click()

    await expect.element(screen.getByText('Недостаточно минут для обработки видео')).toBeVisible()
    await expect.element(screen.getByText('Всем привет.')).toBeVisible()
  })

  it('is deleted after a question, and its owner is at home again', async () => {
    signIn()
    const server = playServer({
      'GET /api/account': ACCOUNT,
      'GET /api/scripts': { status: 200, body: { data: [], total: 0 } },
      [FILE]: file({ canEdit: true }),
      [`DELETE /api/scripts/${ID}`]: { status: 200 },
    })
    const screen = await openMenu()

    await screen.getByRole('menuitem', { name: 'Удалить файл' }).click()
    await screen.getByRole('dialog').getByRole('button', { name: 'Удалить', exact: true }).click()

    await vi.waitFor(() => expect(location.pathname).toBe('/'))
    expect(server.calls()).toContain(`DELETE /api/scripts/${ID}`)
  })
})
