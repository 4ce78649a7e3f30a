import { afterEach, describe, expect, it } from 'vitest'

import { openAt } from '#test/app.tsx'
import { type Reply, stubServer } from '#test/server.ts'

const ID = '3f0c2d3e-8d55-4f5e-9f0a-2f7f5d1d9b11'
const FILE = `GET /api/scripts/${ID}`

afterEach(() => firstScreen()?.remove())

const firstScreen = () => document.getElementById('first-screen')

/** As index.html has it; `text`: as the server fills it for a public file. */
function showFirstScreen(text?: string) {
  const screen = document.body.appendChild(document.createElement('div'))
  screen.id = 'first-screen'
  screen.appendChild(document.createElement(text ? 'article' : 'div')).textContent = text ?? ''
}

describe('the first screen', () => {
  it('gives way to the page once that is drawn', async () => {
    stubServer({})
    showFirstScreen()

    const screen = await openAt('/auth/login')

    await expect.element(screen.getByRole('heading', { name: 'С возвращением' })).toBeVisible()
    await expect.poll(firstScreen).toBeNull()
  })

  it('keeps the text of a file until the page of the file has it too', async () => {
    let reply: Reply = { status: 503 }
    const asked: string[] = []
    stubServer({ [FILE]: () => (asked.push('file'), reply) })
    showFirstScreen('Всем привет.')

    const screen = await openAt(`/files/${ID}`)
    await expect.poll(() => asked.length).toBeGreaterThan(0)
    expect(firstScreen()).toHaveTextContent('Всем привет.')
    reply = { status: 404 }

    await expect.element(screen.getByRole('heading', { name: 'Файл по данной ссылке недоступен' })).toBeVisible()
    expect(firstScreen()).toBeNull()
  })

  it('gives way on an unknown page too', async () => {
    stubServer({})
    showFirstScreen()

    const screen = await openAt('/no-such-page')

    await expect.element(screen.getByRole('heading', { name: 'Страница не найдена' })).toBeVisible()
    await expect.poll(firstScreen).toBeNull()
  })
})
