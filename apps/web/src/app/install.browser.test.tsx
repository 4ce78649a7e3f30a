import { describe, expect, it, vi } from 'vitest'

import { openAt } from '#test/app.tsx'
import { stubServer } from '#test/server.ts'
import { signIn } from '#test/session.ts'
import { userOf } from '#test/user.ts'

async function openMenu() {
  signIn()
  stubServer({ 'GET /api/account': { status: 200, body: { user: userOf(), events: [] } } })
  const screen = await openAt('/legal/offer')
  await screen.getByRole('button', { name: 'Меню аккаунта' }).click()
  await expect.element(screen.getByRole('menuitem', { name: 'Выйти' })).toBeVisible()
  return { item: screen.getByRole('menuitem', { name: 'Установить приложение' }) }
}

describe('the installation', () => {
  it('is not offered by a browser that cannot', async () => {
    const { item } = await openMenu()

    expect(item.elements()).toEqual([])
  })

  it('waits in the menu until somebody wants it', async () => {
    const prompt = vi.fn<() => Promise<unknown>>(() => Promise.resolve())
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
    const { item } = await openMenu()

    window.dispatchEvent(offer)
    expect(offer.defaultPrevented).toBe(true)
    await item.click()

    expect(prompt).toHaveBeenCalledOnce()
  })
})
