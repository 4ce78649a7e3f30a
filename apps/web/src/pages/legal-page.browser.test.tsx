import { describe, expect, it } from 'vitest'

import { openAt } from '#test/app.tsx'
import { stubServer } from '#test/server.ts'

describe('the legal documents', () => {
  const DOCUMENTS = [
    ['/legal/offer', 'Оферта', '16 ноября 2026 г.'],
    ['/legal/privacy', 'Политика конфиденциальности', '17 ноября 2026 г.'],
  ] as const

  it.each(DOCUMENTS)('are open to everybody at %s: %s [APP-3]', async (path, title, date) => {
    stubServer({})

    const screen = await openAt(path)

    await expect.element(screen.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await expect.element(screen.getByText(date)).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'support@doslovno.example' })).toBeVisible()
  })

  it('are linked from the footer of every page', async () => {
    stubServer({})

    const screen = await openAt('/tariffs')

    const links = screen.getByRole('navigation', { name: 'Ссылки' })
    for (const [path, title] of DOCUMENTS)
      await expect.element(links.getByRole('link', { name: title })).toHaveAttribute('href', path)
  })
})
