import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { atRestUntil, changesAfter, staysFor } from '#test/fake-clock.ts'
import { type Answers, button, openFiles, row, searchAsks, shownNames } from '#test/files-page.ts'
import { fileOf, idOf } from '#test/library.ts'
import { signInOnDesktop } from '#test/screen.ts'
import { type Answer } from '#test/server.ts'

signInOnDesktop()

describe('the search', () => {
  const forest = fileOf(1, { fileName: 'Лес и люди.mp3' })
  const hit = fileOf(2, {
    fileName: 'Интервью.mp3',
    matched: { text: 'В лесу росли берёзы.', start: 61.84, end: 65 },
  })
  const found: Answers = { 'GET /api/scripts/search': { status: 200, body: { data: [forest, hit], total: 2 } } }
  const field = () => page.getByRole('textbox', { name: 'Поиск по файлам' })
  /** At once: `fill` moves a fake clock while it waits. */
  const type = (text: string) => {
    const input = field().element()
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const searchUrl = (search: string, page = 1, sort = '-uploadAt') =>
    `/api/scripts/search?${new URLSearchParams({ search, page: String(page), pageSize: '10', sort })}`
  const files = [forest, fileOf(3, { fileName: 'Собрание.mp3' })]

  it('opens by its button and by a slash in either layout, and closes by Escape [HOME-1] [HOME-8]', async () => {
    await openFiles(files)
    await expect.element(row(/Собрание/)).toBeVisible()

    await button('Поиск').click()
    await expect.element(field()).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(button('Поиск')).toHaveFocus()
    await userEvent.keyboard('/')
    await expect.element(field()).toHaveFocus()
    await expect.element(field()).toHaveValue('')
    await userEvent.keyboard('{Escape}')
    window.dispatchEvent(new KeyboardEvent('keydown', { key: '.', code: 'Slash' }))

    await expect.element(field()).toHaveFocus()
  })

  it('does not open by a slash when single-character shortcuts are off', async () => {
    localStorage.setItem('readerLetterKeys', 'off')
    await openFiles(files)
    await expect.element(row(/Собрание/)).toBeVisible()

    await userEvent.keyboard('/')

    await expect.element(button('Поиск')).toBeVisible()
  })

  it("matches loaded names at once, case-insensitively, then shows the server's results [HOME-8]", async () => {
    const { server } = await openFiles(files, { answers: found })
    await expect.element(row(/Собрание/)).toBeVisible()
    await button('Поиск').click()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    type('ЛЕС')

    await atRestUntil(() => row(/Собрание/).elements().length === 0)
    expect(shownNames()).toEqual(['Лес и люди.mp3'])
    await changesAfter(1000, () => searchAsks(server).length)
    await expect.element(page.getByText('Нашлось: 2 файла')).toBeVisible()

    expect(searchAsks(server)).toEqual([searchUrl('ЛЕС')])
    expect(shownNames()).toHaveLength(3)
  })

  it('matches the names of a later page of the list too [HOME-8]', async () => {
    await openFiles(files, { answers: { 'GET /api/scripts/search': 'wait' }, path: '/?page=2', total: 12 })
    await expect.element(row(/Собрание/)).toBeVisible()

    await button('Поиск').click()
    await field().fill('собр')

    await expect.element(row(/Лес/)).not.toBeInTheDocument()
    expect(shownNames()).toEqual(['Собрание.mp3'])
  })

  it('queries only when typing pauses, and only from three characters [HOME-8]', async () => {
    const { server } = await openFiles(files, { answers: found })
    await button('Поиск').click()

    await field().fill('ле')
    await expect.element(page.getByText('Введи хотя бы 3 символа')).toBeVisible()
    await expect.element(row(/Собрание/)).toBeVisible()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const asks = () => searchAsks(server).length
    for (const text of ['лес', 'лесн', 'лесни']) {
      type(text)
      await staysFor(999, asks)
    }
    type('лесник')
    await changesAfter(1000, asks)
    await expect.element(page.getByText('Нашлось: 2 файла')).toBeVisible()

    expect(searchAsks(server)).toEqual([searchUrl('лесник')])
  })

  it('queries at once by Enter [HOME-8]', async () => {
    const { server } = await openFiles(files, { answers: found })
    await button('Поиск').click()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

    await field().fill('лесник')
    await userEvent.keyboard('{Enter}')

    await expect.element(page.getByText('Нашлось: 2 файла')).toBeVisible()
    expect(searchAsks(server)).toEqual([searchUrl('лесник')])
  })

  it('shows the matching sentence with marks, and opens the file there [HOME-8]', async () => {
    await openFiles(files, { answers: { ...found, [`GET /api/scripts/${idOf(2)}`]: 'wait' }, path: '/?q=лесах' })
    const match = page.getByRole('link', { name: /1:01/ })

    await expect.element(match).toMatchTextContent(/1:01 В лесу росли берёзы\./)
    expect([...match.element().querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['лесу'])
    await match.click()

    await vi.waitFor(() => expect(location.pathname + location.search).toBe(`/files/${idOf(2)}?t=61.84`))
  })

  it('says that nothing was found, and leads back to all files [HOME-8]', async () => {
    await openFiles(files, {
      answers: { 'GET /api/scripts/search': { status: 200, body: { data: [], total: 0 } } },
      path: '/?q=ничего',
    })

    await expect.element(page.getByRole('heading', { name: 'Ничего не нашлось' })).toBeVisible()
    await button('Сбросить поиск').click()

    await expect.element(row(/Собрание/)).toBeVisible()
    await vi.waitFor(() => expect(location.search).toBe(''))
    await expect.element(button('Поиск')).toBeVisible()
  })

  it('keeps the loaded names when it fails, and can be retried [HOME-8]', async () => {
    const answer = [{ status: 400 }, found['GET /api/scripts/search']].flat() as Answer[]
    await openFiles(files, { answers: { 'GET /api/scripts/search': answer }, path: '/?q=лес' })

    await expect.element(page.getByRole('alert')).toMatchTextContent(/Не удалось найти/)
    expect(shownNames()).toEqual(['Лес и люди.mp3'])
    await button('Повторить').click()

    await expect.element(page.getByText('Нашлось: 2 файла')).toBeVisible()
  })

  it('asks the server for further pages and other orders, like the list [HOME-5] [HOME-8]', async () => {
    const some = (from: number, count: number) => ({
      status: 200,
      body: { data: Array.from({ length: count }, (_, index) => fileOf(from + index)), total: 62 },
    })
    const answers = [some(10, 10), some(70, 2), some(80, 10)]
    const { server } = await openFiles(files, { answers: { 'GET /api/scripts/search': answers }, path: '/?q=лес' })

    await expect.element(page.getByText('1–10 из 62')).toBeVisible()
    await expect.element(page.getByText('Нашлось: 62 файла')).toBeVisible()
    await button('Страница 7').click()
    await expect.element(page.getByText('61–62 из 62')).toBeVisible()
    await expect.element(row(/file 71/)).toBeVisible()
    expect(shownNames()).toEqual(['file 70.mp3', 'file 71.mp3'])
    await button('Название').click()
    await expect.element(row(/file 89/)).toBeVisible()

    expect(searchAsks(server)).toEqual([searchUrl('лес'), searchUrl('лес', 7), searchUrl('лес', 1, '+fileName')])
  })

  it('keeps the results on screen while another page of them loads [HOME-5]', async () => {
    const found = { status: 200, body: { data: [forest, hit], total: 12 } }
    await openFiles(files, { answers: { 'GET /api/scripts/search': [found, 'wait'] }, path: '/?q=лес' })
    await expect.element(row(/Интервью/)).toBeVisible()

    await button('Страница 2').click()

    await vi.waitFor(() => expect(location.search).toContain('page=2'))
    await expect.element(row(/Интервью/)).toBeVisible()
    await expect.element(page.getByText('Нашлось: 12 файлов')).toBeVisible()
  })

  it('redirects from a missing page of results to the last one', async () => {
    const found = { status: 200, body: { data: [], total: 12 } }
    const { server } = await openFiles(files, {
      answers: { 'GET /api/scripts/search': [found, { status: 200, body: { data: [forest, hit], total: 12 } }] },
      path: '/?q=лес&page=9',
    })

    await expect.element(row(/Интервью/)).toBeVisible()
    expect(searchAsks(server)).toEqual([searchUrl('лес', 9), searchUrl('лес', 2)])
  })

  it('ends when the user opens all files from the menu', async () => {
    await openFiles(files, { answers: found, path: '/?q=лес' })
    await expect.element(page.getByText('Нашлось: 2 файла')).toBeVisible()

    await page.getByRole('navigation', { name: 'Главное меню' }).getByRole('link', { name: 'Мои файлы' }).click()

    await expect.element(row(/Собрание/)).toBeVisible()
    await expect.element(button('Поиск')).toBeVisible()
    expect(location.search).toBe('')
  })
})
