import { describe, expect, it } from 'vitest'

import { openAt } from '#test/app.tsx'
import { installationOf, SUPPORT } from '#test/installation.ts'
import { stubServer } from '#test/server.ts'

describe('the legal documents', () => {
  const FOOTER = [
    ['/legal/offer', 'Оферта'],
    ['/legal/privacy', 'Политика конфиденциальности'],
  ] as const
  const DOCUMENTS = [...FOOTER, ['/legal/consent', 'Согласие на обработку персональных данных']] as const
  const seller = { name: 'ООО «Ромашка»', inn: '7701234567', ogrn: '1027700132195', address: 'Москва, Лесная, 5' }

  it.each(DOCUMENTS)('are open to everybody at %s: %s [APP-3]', async (path, title) => {
    stubServer(installationOf())

    const screen = await openAt(path)

    await expect.element(screen.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await expect.element(screen.getByText('19 ноября 2026 г.')).toBeVisible()
    await expect.element(screen.getByRole('link', { name: SUPPORT })).toHaveAttribute('href', `mailto:${SUPPORT}`)
  })

  it.each(DOCUMENTS)('name the seller at %s, or say that nobody is named', async (path) => {
    stubServer(installationOf({ seller }))
    const named = await openAt(path)
    await expect
      .element(named.getByText(/^ООО «Ромашка», ИНН\s7701234567, ОГРН\s1027700132195, Москва, Лесная, 5$/))
      .toBeVisible()

    stubServer(installationOf())
    const nameless = await openAt(path)

    await expect.element(nameless.getByText(/^Здесь их не назвали/)).toBeVisible()
  })

  it.each([
    [false, /^Записи — никуда/, /^Расшифровки — никуда/],
    [true, /^Записи: речь распознаёт отдельный сервер/, /^Расшифровки: саммари/],
  ])('say what leaves the servers: other servers are used: %s', async (sends, recordings, texts) => {
    stubServer(installationOf({ sendsRecordings: sends, sendsTexts: sends }))

    const screen = await openAt('/legal/privacy')

    await expect.element(screen.getByText(recordings)).toBeVisible()
    await expect.element(screen.getByText(texts)).toBeVisible()
  })

  it('say what the browser keeps, texts included', async () => {
    stubServer(installationOf())

    const screen = await openAt('/legal/privacy')

    await expect.element(screen.getByText(/последние открытые файлы целиком/)).toBeVisible()
    await expect.element(screen.getByText(/промокод из ссылки.* номера покупок/)).toBeVisible()
  })

  it('are linked from the footer of every page', async () => {
    stubServer({})

    const screen = await openAt('/tariffs')

    const links = screen.getByRole('navigation', { name: 'Ссылки' })
    for (const [path, title] of FOOTER)
      await expect.element(links.getByRole('link', { name: title })).toHaveAttribute('href', path)
  })
})
