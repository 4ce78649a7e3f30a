import type { Script } from '@doslovno/contract/scripts.ts'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { openAt } from '#test/app.tsx'
import { fileOf, idOf, scriptOf } from '#test/library.ts'
import { refusal } from '#test/refusal.ts'
import { type Answer, stubServer } from '#test/server.ts'
import { signIn } from '#test/session.ts'
import { openTalk } from '#test/summaries.tsx'
import { userOf } from '#test/user.ts'

const ID = idOf(1)
const FILE = `GET /api/scripts/${ID}`
const MEDIA = `GET /api/scripts/${ID}/media`
const PROCESS = `POST /api/scripts/${ID}/process`
const ACCOUNT = {
  status: 200,
  body: { user: userOf({ name: 'Анна' }), events: [] },
}

const failure = (status: number) => ({ status, body: { error: 'x', code: 'x', message: 'x' } })
const file = (change: Partial<Script>) => ({
  status: 200,
  body: scriptOf(fileOf(1, { fileName: 'Встреча.mp3', duration: 2700, public: true, canEdit: false }), {
    script: [{ start: 0, end: 1, text: 'Всем привет.', speaker: 0, words: [] }],
    ...change,
  }),
})

describe('the page of a public file', () => {
  it('is open to a visitor without a token, with an invitation to register [FILE-3]', async () => {
    const fetched = vi.fn<(headers: Headers) => void>()
    stubServer({ [FILE]: file({}) })
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
    expect(new Set(fetched.mock.calls.map(([headers]) => headers.get('authorization')))).toEqual(new Set([null]))
  })

  it('does not invite users, and hides the invitation on demand [FILE-3]', async () => {
    stubServer({ [FILE]: file({}), 'GET /api/account': ACCOUNT })

    const screen = await openAt(`/files/${ID}`)
    await screen.getByRole('button', { name: 'Закрыть приглашение' }).click()
    await expect.element(screen.getByText(/Расшифруй свою запись/)).not.toBeInTheDocument()
    await screen.unmount()
    signIn()
    const own = await openAt(`/files/${ID}`)

    await expect.element(own.getByText('Всем привет.')).toBeVisible()
    await expect.element(own.getByText(/Расшифруй свою запись/)).not.toBeInTheDocument()
  })

  it('asks search engines not to index it', async () => {
    stubServer({ [FILE]: file({}) })

    const screen = await openAt(`/files/${ID}`)
    await expect.element(screen.getByText('Всем привет.')).toBeVisible()

    expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex, nofollow')
  })
})

describe('a missing file', () => {
  it.each([404, 400])('is reported as unavailable, with a link home: %i [FILE-4]', async (status) => {
    stubServer({ [FILE]: failure(status) })

    const screen = await openAt(`/files/${ID}`)

    await expect.element(screen.getByRole('heading', { name: 'Файл по данной ссылке недоступен' })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'На главную', exact: true })).toHaveAttribute('href', '/')
  })

  it('is reported as expired [FILE-4]', async () => {
    stubServer({ [FILE]: failure(410) })

    const screen = await openAt(`/files/${ID}`)

    await expect.element(screen.getByRole('heading', { name: 'Срок хранения файла истек' })).toBeVisible()
  })

  it('disappears for an open reader once the player requests the recording again [FILE-4]', async () => {
    stubServer({ [FILE]: [file({ fileSrc: '/expired.mp3' }), failure(404)], [MEDIA]: failure(404) })

    const screen = await openAt(`/files/${ID}`)

    await expect.element(screen.getByRole('heading', { name: 'Файл по данной ссылке недоступен' })).toBeVisible()
    await expect.element(screen.getByText('Всем привет.')).not.toBeInTheDocument()
  })

  it('may be temporarily unreachable: then it offers a retry', async () => {
    stubServer({ [FILE]: [failure(500), failure(500), failure(500), file({})] })

    const screen = await openAt(`/files/${ID}`)
    const again = screen.getByRole('button', { name: 'Повторить' })
    await expect.element(again).toBeVisible()
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

  it('is recognised again with other options, after telling the price', async () => {
    signIn()
    const server = stubServer({
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

  it('keeps its text when the minutes do not suffice to recognise it again', async () => {
    signIn()
    const error = 'Not enough minutes to process video'
    stubServer({
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

  it('is deleted after a confirmation, and the owner returns home', async () => {
    signIn()
    const server = stubServer({
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

  it('ends with the footer, above the player [APP-6]', async () => {
    await page.viewport(1440, 900)
    signIn()
    const { screen } = await openTalk()
    const player = screen.getByRole('region', { name: 'Плеер' })
    await expect.element(player).toBeVisible()

    onTestFinished(() => window.scrollTo(0, 0))
    const gap = () => {
      window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
      const footer = screen.getByRole('contentinfo').element().getBoundingClientRect()
      return player.element().getBoundingClientRect().top - footer.bottom
    }

    await expect.poll(gap).toBeGreaterThanOrEqual(0)
  })

  it('has a menu that keeps 8 px inside the window of a phone on its side, and scrolls [APP-13]', async () => {
    await page.viewport(844, 390)
    onTestFinished(() => page.viewport(1440, 900))
    signIn()
    stubServer({ 'GET /api/account': ACCOUNT, [FILE]: file({ canEdit: true }) })
    const screen = await openMenu()
    const menu = screen.getByRole('menu')
    await expect.element(menu).toBeVisible()

    const { top, bottom } = menu.element().getBoundingClientRect()
    expect(top).toBeGreaterThanOrEqual(8)
    expect(bottom).toBeCloseTo(382, 0)
    expect(menu.element().scrollHeight).toBeGreaterThan(menu.element().clientHeight)
  })
})

describe('the name of a speaker', () => {
  const talk = [
    { start: 0, end: 1, text: 'Меня слышно?', speaker: 0, words: [] },
    { start: 2, end: 3, text: 'Да, слышно.', speaker: 1, words: [] },
    { start: 4, end: 5, text: 'Начинаем.', speaker: 0, words: [] },
  ]
  const names = () => [...document.querySelectorAll('[data-lead] button:first-child')].map((name) => name.textContent)

  /** Names the first speaker of a file of its own: the editor of a file outlives its page. */
  async function nameFirst(name: string, edited: Answer[]) {
    signIn()
    const id = crypto.randomUUID()
    const server = stubServer({
      'GET /api/account': ACCOUNT,
      [`GET /api/scripts/${id}`]: file({ id, canEdit: true, speakers: 2, script: talk }),
      [`POST /api/scripts/${id}/edits`]: edited,
    })
    const screen = await openAt(`/files/${id}`)
    await screen.getByRole('button', { name: 'Спикер 1', exact: true }).first().click()
    await screen.getByRole('textbox', { name: 'Имя спикера' }).fill(name)
    await userEvent.keyboard('{Enter}')
    const edits = () => server.requests.flatMap(({ call, body }) => (call.endsWith('/edits') ? [body] : []))
    return { screen, edits }
  }

  it('changes everywhere at once and is saved with the version of the text [FILE-6] [FILE-10]', async () => {
    const { screen, edits } = await nameFirst('  Анна ', [{ status: 200, body: { version: 1 } }])

    await vi.waitFor(() => expect(names()).toEqual(['Анна', 'Спикер 2', 'Анна']))
    await expect.element(screen.getByText('Сохранено')).toBeVisible()
    const operation = { kind: 'nameSpeaker', speaker: { speakerId: 0, name: 'Анна' } }
    expect(edits()).toMatchObject([{ version: 0, operation }])
  })

  it('is undone and redone like other edits', async () => {
    const { screen } = await nameFirst(
      'Анна',
      [1, 2, 3].map((version) => ({ status: 200, body: { version } })),
    )
    await vi.waitFor(() => expect(names()[0]).toBe('Анна'))

    await screen.getByRole('button', { name: 'Отменить', exact: true }).click()
    await vi.waitFor(() => expect(names()).toEqual(['Спикер 1', 'Спикер 2', 'Спикер 1']))
    await screen.getByRole('button', { name: 'Повторить' }).click()

    await vi.waitFor(() => expect(names()).toEqual(['Анна', 'Спикер 2', 'Анна']))
  })

  it('is kept and can be sent again when the server rejects it', async () => {
    const { screen } = await nameFirst('Анна', [refusal('notFound'), { status: 200, body: { version: 1 } }])

    await expect.element(screen.getByText(/^Не\sсохранилось$/)).toBeVisible()
    expect(names()[0]).toBe('Анна')
    await screen.getByRole('button', { name: 'Попробовать ещё раз' }).click()

    await expect.element(screen.getByText('Сохранено')).toBeVisible()
  })
})
