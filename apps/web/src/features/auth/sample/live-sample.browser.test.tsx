import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'

import { openAt } from '#test/app.tsx'
import { stubServer } from '#test/server.ts'

/** The sample's data come from the build; every other call goes to the stub. */
function stubAround() {
  const { fetch } = globalThis
  stubServer({ 'GET /api/account/providers': { status: 200, body: [] } })
  const stubbed = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    url.includes('sample') ? fetch(url, init) : stubbed(url, init),
  )
}

describe('the sign-in page', () => {
  it('plays the sample beside the form and lights its words, but only when asked', async () => {
    await page.viewport(1440, 900)
    stubAround()
    const screen = await openAt('/auth/login')

    const play = screen.getByRole('button', { name: 'Слушать пример' })
    await expect.element(play).toBeVisible()
    expect(lit()).toBeNull()
    await play.click()

    await expect.element(screen.getByRole('button', { name: 'Пауза' })).toBeVisible()
    await vi.waitFor(() => expect(lit()).toBe('Это'))
    await screen.getByRole('button', { name: 'Пауза' }).click()
    await expect.element(play).toBeVisible()
    expect(document.querySelector('audio')?.paused).toBe(true)
  })

  it('plays from a pressed word', async () => {
    await page.viewport(1440, 900)
    stubAround()
    const screen = await openAt('/auth/register')

    await screen.getByText('Разведчица', { exact: true }).click()

    await vi.waitFor(() => expect(document.querySelector('audio')?.currentTime).toBeGreaterThan(24))
    await vi.waitFor(() => expect(lit()).toBe('нашла'))
  })

  it('has a link to the sample on a phone, and nothing of it', async () => {
    await page.viewport(390, 844)
    stubAround()
    const screen = await openAt('/auth/login')

    await expect.element(screen.getByRole('link', { name: 'Посмотреть пример' })).toHaveAttribute('href', '/demo')
    expect(document.querySelector('audio')).toBeNull()
  })
})

const lit = () => document.querySelector('[data-now]')?.textContent ?? null
