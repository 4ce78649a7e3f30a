import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { signIn } from '#lib/session/test-tokens.ts'

import { cleanAround } from './test-app.tsx'
import { type Answers, button, openFiles, row, searchAsks, shownNames } from './test-files-page.ts'
import { fileOf, idOf } from './test-library.ts'
import { type Answer } from './test-server.ts'

cleanAround()
beforeEach(async () => {
  signIn()
  await page.viewport(1280, 900)
})

describe('the search', () => {
  const forest = fileOf(1, { fileName: 'Лес и люди.mp3' })
  const hit = fileOf(2, {
    fileName: 'Интервью.mp3',
    matched: { text: 'В лесу росли берёзы.', start: 61.84, end: 65 },
  })
  const found: Answers = { 'GET /api/scripts/search': { status: 200, body: { data: [forest, hit] } } }
  const field = () => page.getByRole('textbox', { name: 'Поиск по файлам' })
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

  it('does not open by a slash where such keys are switched off', async () => {
    localStorage.setItem('readerLetterKeys', 'off')
    await openFiles(files)
    await expect.element(row(/Собрание/)).toBeVisible()

    await userEvent.keyboard('/')

    await expect.element(button('Поиск')).toBeVisible()
  })

  it('matches names at hand at once, in whatever case, then shows what the server finds [HOME-8]', async () => {
    const { server } = await openFiles(files, { answers: found })
    await expect.element(row(/Собрание/)).toBeVisible()
    await button('Поиск').click()
    await field().fill('ЛЕС')
    const typed = performance.now()

    await expect.element(row(/Собрание/)).not.toBeInTheDocument()
    expect(shownNames()).toEqual(['Лес и люди'])
    expect(searchAsks(server)).toEqual([])
    await expect.element(page.getByText('Нашлось: 2 файла')).toBeVisible()

    const asked = server.times[server.calls().indexOf('GET /api/scripts/search')] ?? 0
    expect(asked - typed).toBeGreaterThan(950)
    expect(searchAsks(server)).toEqual([`/api/scripts/search?${new URLSearchParams({ search: 'ЛЕС' })}`])
    expect(shownNames()).toHaveLength(3)
  })

  it('looks through the names of a later page of the list too [HOME-8]', async () => {
    await openFiles(files, { answers: { 'GET /api/scripts/search': 'wait' }, path: '/?page=2', total: 12 })
    await expect.element(row(/Собрание/)).toBeVisible()

    await button('Поиск').click()
    await field().fill('собр')

    await expect.element(row(/Лес/)).not.toBeInTheDocument()
    expect(shownNames()).toEqual(['Собрание'])
  })

  it('asks only once the typing has paused, and only from three characters [HOME-8]', async () => {
    const { server } = await openFiles(files, { answers: found })
    await button('Поиск').click()

    await field().fill('ле')
    await expect.element(page.getByText('Введи хотя бы 3 символа')).toBeVisible()
    await expect.element(row(/Собрание/)).toBeVisible()
    for (const text of ['лес', 'лесн', 'лесни', 'лесник']) await field().fill(text)
    await expect.element(page.getByText('Нашлось: 2 файла')).toBeVisible()

    expect(searchAsks(server)).toEqual([`/api/scripts/search?${new URLSearchParams({ search: 'лесник' })}`])
  })

  it('shows the words where they are said, marked, and opens the file there [HOME-8]', async () => {
    await openFiles(files, { answers: { ...found, [`GET /api/scripts/${idOf(2)}`]: 'wait' }, path: '/?q=лесах' })
    const place = page.getByRole('link', { name: /1:01/ })

    await expect.element(place).toMatchTextContent(/1:01 В лесу росли берёзы\./)
    expect([...place.element().querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['лесу'])
    await place.click()

    await vi.waitFor(() => expect(location.pathname + location.search).toBe(`/files/${idOf(2)}?t=61.84`))
  })

  it('says when nothing was found, and leads back to all files [HOME-8]', async () => {
    await openFiles(files, {
      answers: { 'GET /api/scripts/search': { status: 200, body: { data: [] } } },
      path: '/?q=ничего',
    })

    await expect.element(page.getByRole('heading', { name: 'Ничего не нашлось' })).toBeVisible()
    await button('Сбросить поиск').click()

    await expect.element(row(/Собрание/)).toBeVisible()
    await vi.waitFor(() => expect(location.search).toBe(''))
    await expect.element(button('Поиск')).toBeVisible()
  })

  it('that fails keeps the names at hand and can be tried again [HOME-8]', async () => {
    const answer = [{ status: 400 }, found['GET /api/scripts/search']].flat() as Answer[]
    await openFiles(files, { answers: { 'GET /api/scripts/search': answer }, path: '/?q=лес' })

    await expect.element(page.getByRole('alert')).toMatchTextContent(/Не удалось найти/)
    expect(shownNames()).toEqual(['Лес и люди'])
    await button('Повторить').click()

    await expect.element(page.getByText('Нашлось: 2 файла')).toBeVisible()
  })

  it('has pages like the list when it finds more than 10 [HOME-5]', async () => {
    const many = Array.from({ length: 12 }, (_, index) => fileOf(index, { fileName: `лес ${index}.mp3` }))
    await openFiles(files, {
      answers: { 'GET /api/scripts/search': { status: 200, body: { data: many } } },
      path: '/?q=лес',
    })

    await expect.element(page.getByText('1–10 из 12')).toBeVisible()
    expect(shownNames()).toHaveLength(10)
    await button('Страница 2').click()

    await expect.element(page.getByText('11–12 из 12')).toBeVisible()
    expect(shownNames()).toHaveLength(2)
  })

  it('ends when somebody goes to all files by the menu', async () => {
    await openFiles(files, { answers: found, path: '/?q=лес' })
    await expect.element(page.getByText('Нашлось: 2 файла')).toBeVisible()

    await page.getByRole('navigation', { name: 'Главное меню' }).getByRole('link', { name: 'Мои файлы' }).click()

    await expect.element(row(/Собрание/)).toBeVisible()
    await expect.element(button('Поиск')).toBeVisible()
    expect(location.search).toBe('')
  })
})
