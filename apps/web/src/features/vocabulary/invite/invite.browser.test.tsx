import type { VocabularyInvite } from '@doslovno/contract/vocabularies.ts'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { account, done, refused, textOf } from '#test/account-page.ts'
import { openAt } from '#test/app.tsx'
import { type Answer, stubServer } from '#test/server.ts'
import { signIn } from '#test/session.ts'
import { sharedVocabularyOf, SHARED_ID } from '#test/vocabulary.ts'

const OPEN = 'POST /api/vocabularies/invite/open'
const JOIN = 'POST /api/vocabularies/invite/join'
const TOKEN = 'secret-of-the-link'

function inviteOf(change: Partial<VocabularyInvite> = {}): VocabularyInvite {
  return {
    vocabularyId: SHARED_ID,
    name: 'Редакция',
    ownerName: 'Пётр Ким',
    terms: 42,
    role: 'use',
    isMember: false,
    ...change,
  }
}

const invite = (change: Partial<VocabularyInvite> = {}) => done({ invite: inviteOf(change) })

async function open(
  opened: Answer | Answer[],
  joined: Answer = done({ vocabulary: sharedVocabularyOf({ name: 'Редакция' }) }),
  address = `#${TOKEN}`,
) {
  signIn()
  const server = stubServer({ 'GET /api/account': account(), [OPEN]: opened, [JOIN]: joined })
  const screen = await openAt(`/vocabulary/invite${address}`)
  return { server, screen, heading: screen.getByRole('heading', { level: 1 }) }
}

describe('an invite', () => {
  it('says who invites where, what one may do there and what the owner sees, and joins nobody by itself', async () => {
    const { screen, heading, server } = await open(invite())

    await expect.poll(() => textOf(heading)).toMatch(/^Пётр Ким зовёт тебя в.словарь «Редакция»$/)
    await expect.element(screen.getByText(/В.нём 42.термина\. Ты сможешь применять их к.своим файлам\. /)).toBeVisible()
    await expect.element(screen.getByText(/Владелец увидит твоё имя и.почту\./)).toBeVisible()
    expect(server.calls()).not.toContain(JOIN)
  })

  it('is accepted by keyboard', async () => {
    const { screen, heading, server } = await open(invite({ role: 'edit' }))
    await expect.element(screen.getByText(/добавлять и.менять/)).toBeVisible()

    screen.getByRole('button', { name: 'Присоединиться' }).element().focus()
    await userEvent.keyboard('{Enter}')

    await expect.poll(() => textOf(heading)).toMatch(/^Словарь «Редакция» теперь и.твой$/)
    await expect
      .element(screen.getByRole('link', { name: 'Открыть словарь' }))
      .toHaveAttribute('href', '/account#vocabulary')
    expect(server.requests).toContainEqual({ call: JOIN, body: { token: TOKEN } })
  })

  it.each([`#${TOKEN}`, `?token=${TOKEN}`])('leaves its token in no address: %s', async (address) => {
    const { screen, server } = await open(invite(), undefined, address)

    await expect.element(screen.getByRole('button', { name: 'Присоединиться' })).toBeVisible()

    expect(server.requests).toContainEqual({ call: OPEN, body: { token: TOKEN } })
    expect([...server.urls, ...server.addresses, location.href].filter((url) => url.includes(TOKEN))).toEqual([])
  })

  it('waits for a visitor who signs in first, whose way back does not tell the token', async () => {
    stubServer({ 'GET /api/account': refused(403, 'needAuthorization') })
    await openAt(`/vocabulary/invite#${TOKEN}`)

    await expect.poll(() => location.pathname).toBe('/auth/login')
    expect(new URLSearchParams(location.search).get('next')).toBe('/vocabulary/invite')
    expect(location.href).not.toContain(TOKEN)
  })

  it('only shows the way to a vocabulary one has already', async () => {
    const { screen, heading } = await open(invite({ isMember: true }))

    await expect.poll(() => textOf(heading)).toMatch(/^Словарь «Редакция» уже у.тебя$/)
    await expect.element(screen.getByRole('button', { name: 'Присоединиться' })).not.toBeInTheDocument()
  })

  it('says what to do if it was revoked', async () => {
    const { screen, heading } = await open(refused(404, 'notFound'))

    await expect.poll(() => textOf(heading)).toMatch(/^Приглашение не.действует$/)
    await expect.element(screen.getByText(/Попроси у.владельца словаря новую/)).toBeVisible()
  })

  it('asks the server nothing without a token', async () => {
    const { heading, server } = await open(invite(), undefined, '')

    await expect.poll(() => textOf(heading)).toMatch(/^Приглашение не.действует$/)
    expect(server.calls()).not.toContain(OPEN)
  })

  it('is tried again if it could not be accepted', async () => {
    const { screen } = await open(invite(), refused(429, 'tooManyRequests'))

    await screen.getByRole('button', { name: 'Присоединиться' }).click()

    await expect.element(screen.getByRole('alert')).toHaveTextContent('Не получилось. Попробуй ещё раз.')
    await expect.element(screen.getByRole('button', { name: 'Присоединиться' })).toBeVisible()
  })

  it('says what to do about one vocabulary too many', async () => {
    const { screen } = await open(invite(), refused(409, 'tooManyVocabularies'))

    await screen.getByRole('button', { name: 'Присоединиться' }).click()

    await expect.poll(() => textOf(screen.getByRole('alert'))).toMatch(/Выйди из.лишнего/)
  })

  it('gives way to another one opened in the same tab', async () => {
    const { heading } = await open([invite(), invite({ name: 'Клиника' })])
    await expect.poll(() => textOf(heading)).toMatch('Редакция')

    location.hash = 'another'

    await expect.poll(() => textOf(heading)).toMatch('Клиника')
    expect(location.hash).toBe('')
  })

  it('fits a narrow screen', async () => {
    await page.viewport(390, 844)
    await open(invite({ name: 'Очень длинное название общего словаря редакции' }))

    await expect.element(page.getByRole('button', { name: 'Присоединиться' })).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  })
})
