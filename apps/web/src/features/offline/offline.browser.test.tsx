import { describe, expect, it, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react'

import { session } from '#lib/session/current.ts'
import { openAt } from '#test/app.tsx'
import { fileOf, idOf, scriptOf } from '#test/library.ts'
import { stubServer } from '#test/server.ts'
import { signIn } from '#test/session.ts'
import { userOf } from '#test/user.ts'

const ID = idOf(1)
const account = (id: string) => ({ status: 200, body: { user: userOf({ id, name: 'Анна' }), events: [] } })
const TEXT = [{ start: 0, end: 1, text: 'Всем привет.', speaker: 0, words: [] }]
const FILE = {
  status: 200,
  body: scriptOf(fileOf(1, { fileName: 'Встреча.mp3', canEdit: false }), {
    fileSrc: 'https://media.example/secret',
    script: TEXT,
  }),
}
const ONLINE = { 'GET /api/account': account('u1'), [`GET /api/scripts/${ID}`]: FILE }

/** Everything that is kept in this browser, as text. */
async function keptText(): Promise<string> {
  if (!(await caches.has('doslovno.kept'))) return ''
  const cache = await caches.open('doslovno.kept')
  const texts = await Promise.all((await cache.keys()).map(async (key) => (await cache.match(key))?.text()))
  return texts.join('\n')
}

/** Opens the file with a connection, and closes the page. */
async function readOnce() {
  signIn()
  stubServer(ONLINE)
  const screen = await openAt(`/files/${ID}`)
  await expect.element(screen.getByText('Всем привет.')).toBeVisible()
  await vi.waitFor(async () => expect(await keptText()).toContain('Всем привет.'))
  await cleanup()
}

describe('a file that was opened before', () => {
  it('is read without a connection, and says since when it is kept', async () => {
    await readOnce()
    stubServer({})

    const screen = await openAt(`/files/${ID}`)

    await expect.element(screen.getByText('Всем привет.')).toBeVisible()
    await expect.element(screen.getByText(/^Нет связи: показываем сохранённое сегодня в\s\d\d:\d\d\.$/)).toBeVisible()
  })

  it('is listed in the library without a connection', async () => {
    await readOnce()
    stubServer({})

    const screen = await openAt('/')

    await expect.element(screen.getByRole('link', { name: /^Встреча/ })).toHaveAttribute('href', `/files/${ID}`)
  })

  it('is kept without the addresses of its recording', async () => {
    await readOnce()

    expect(await keptText()).not.toContain('media.example')
  })

  it('is wiped by a logout', async () => {
    await readOnce()
    stubServer({ ...ONLINE, 'POST /api/account/logout': { status: 200 } })
    await openAt(`/files/${ID}`)

    await session.logout()

    await vi.waitFor(async () => expect(await caches.has('doslovno.kept')).toBe(false))
  })

  it('is wiped when the session has ended', async () => {
    await readOnce()
    const refused = { status: 403, body: { error: 'x', code: 'needAuthorization', message: 'x' } }
    stubServer({ 'GET /api/account': refused, 'POST /api/account/update-token': refused })

    await openAt('/')

    await vi.waitFor(async () => expect(await caches.has('doslovno.kept')).toBe(false))
  })

  it('is wiped when somebody else signs in', async () => {
    await readOnce()
    stubServer({ 'GET /api/account': account('u2') })

    await openAt('/')

    await vi.waitFor(async () => expect(await caches.has('doslovno.kept')).toBe(false))
  })

  it('is dropped when it is gone', async () => {
    await readOnce()
    const gone = { status: 404, body: { error: 'x', code: 'notFound', message: 'x' } }
    stubServer({ 'GET /api/account': account('u1'), [`GET /api/scripts/${ID}`]: gone })

    await openAt(`/files/${ID}`)

    await vi.waitFor(async () => expect(await keptText()).not.toContain('Всем привет.'))
  })
})

describe('a visitor', () => {
  it('leaves nothing behind', async () => {
    stubServer({ [`GET /api/scripts/${ID}`]: FILE })

    const screen = await openAt(`/files/${ID}`)

    await expect.element(screen.getByText('Всем привет.')).toBeVisible()
    expect(await keptText()).toBe('')
  })
})
