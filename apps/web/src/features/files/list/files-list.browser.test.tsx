import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'

import { live } from '#lib/live/current.ts'
import { atRestUntil, changesAfter } from '#test/fake-clock.ts'
import { button, listAsks, openFiles, row } from '#test/files-page.ts'
import { fileOf, idOf, listOf } from '#test/library.ts'
import { signInOnDesktop } from '#test/screen.ts'
import { userOf } from '#test/user.ts'

signInOnDesktop()

const cellsOf = (name: RegExp) =>
  row(name)
    .getByRole('cell')
    .elements()
    .map((cell) => cell.textContent.replaceAll('\u00a0', ' '))
const actionsOf = (name: RegExp) =>
  row(name)
    .getByRole('button')
    .elements()
    .map((action) => action.getAttribute('aria-label')?.split(': ')[0])

describe('the table', () => {
  it('shows date, whole name, length, size and status of each file [HOME-2]', async () => {
    await openFiles([fileOf(1, { fileName: 'Встреча.mp4', type: 'video' }), fileOf(2, { duration: null })])

    await expect.element(row(/Встреча/)).toBeVisible()
    const heads = page
      .getByRole('columnheader')
      .elements()
      .map((head) => head.textContent)
    expect(heads).toEqual(['Дата', 'Название', 'Длительность', 'Размер', 'Статус', 'Действия'])
    expect(cellsOf(/Встреча/).slice(0, 5)).toEqual(['5.11.2026', 'Встреча.mp4', '4:09', '177 МБ', 'Завершено'])
    await expect.element(row(/Встреча/).getByRole('img', { name: 'Видео' })).toBeVisible()
    expect(cellsOf(/file 2/)[2]).toContain('Длительность пока неизвестна')
  })

  it('lets each file speak: its beginning and voices, the time left, the cost, the flaw', async () => {
    await openFiles([
      fileOf(1, { firstLine: 'Всем привет. Начинаем.', speakers: 3 }),
      fileOf(2, { firstLine: 'Лекция о радуге.', speakers: 1 }),
      fileOf(3, { status: 'process', progress: 12, etaSeconds: 200 }),
      fileOf(4, { status: 'process', progress: 0 }),
      fileOf(5, { status: 'uploaded' }),
      fileOf(6, { status: 'uploaded', isInspected: false }),
      fileOf(7, { status: 'notEnoughMinutes', availableMinutes: 2 }),
      fileOf(8, { status: 'error', errorCode: 'noAudioStream' }),
      fileOf(9, { isExpired: true, speakers: 2, firstLine: 'Старое.' }),
    ])

    await expect.element(row(/file 9/)).toBeVisible()
    const notes = [
      '3 спикераВсем привет. Начинаем.',
      'Лекция о радуге.',
      'Осталось примерно 3 мин',
      'Считаем, сколько это займёт',
      'Спишется 5 мин, останется 37',
      'Проверяем запись',
      'Минут хватит только на начало — 2 мин',
      'Файл не содержит ни одной аудио дорожки',
      '',
    ]
    for (const [index, note] of notes.entries())
      expect(cellsOf(new RegExp(`file ${index + 1}`))[1]).toBe(`file ${index + 1}.mp3${note}`)
  })

  it('says until when a file is kept once that is less than three days ahead', async () => {
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)
    await openFiles([
      fileOf(1, { firstLine: 'Всем привет.', speakers: 3, keepUntil: inHours(71).toISOString() }),
      fileOf(2, { firstLine: 'Всем привет.', keepUntil: inHours(73).toISOString() }),
    ])

    await expect.element(row(/file 2/)).toBeVisible()
    const day = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long' }).format(inHours(71))
    expect(cellsOf(/file 1/)[1]?.replaceAll('\u00a0', ' ')).toContain(`Хранится до ${day}`)
    expect(cellsOf(/file 2/)[1]).toBe('file 2.mp3Всем привет.')
  })

  it('tells no cost where minutes are not limited', async () => {
    const account = { status: 200, body: { user: userOf({ isUnlimited: true }), events: [] } }
    await openFiles([fileOf(5, { status: 'uploaded' })], { answers: { 'GET /api/account': account } })

    await expect.element(row(/file 5/)).toBeVisible()
    expect(cellsOf(/file 5/).join()).not.toContain('Спишется')
  })

  it('shows its date in every row [HOME-2]', async () => {
    const later = new Date(2026, 10, 7, 12).toISOString()
    await openFiles([fileOf(1, { uploadAt: later }), fileOf(2), fileOf(3)])

    await expect.element(row(/file 3/)).toBeVisible()
    expect([1, 2, 3].map((number) => cellsOf(new RegExp(`file ${number}`))[0])).toEqual([
      '7.11.2026',
      '5.11.2026',
      '5.11.2026',
    ])
    const widthOf = (name: RegExp) => row(name).getByText(/2026/).element().getBoundingClientRect().width
    expect(widthOf(/file 2/)).toBeGreaterThan(40)
    expect(widthOf(/file 3/)).toBe(widthOf(/file 2/))
  })

  it('is sorted by its heads, which show the direction [HOME-2] [HOME-7]', async () => {
    const { server } = await openFiles([fileOf(1)])
    const head = (name: string) => page.getByRole('columnheader', { name })
    await expect.element(head('Дата')).toHaveAttribute('aria-sort', 'descending')
    expect(listAsks(server)[0]).toContain('sort=-uploadAt')

    const clicks = [
      ['Название', '%2BfileName'],
      ['Длительность', '-duration'],
      ['Размер', '-fileSize'],
      ['Статус', '-status'],
    ] as const
    for (const [name, sort] of clicks) {
      await button(name).click()
      await vi.waitFor(() => expect(listAsks(server).at(-1)).toContain(`sort=${sort}`), { timeout: 5000 })
    }

    // Cached rows are shown at once.
    await button('Дата').click()
    await expect.element(head('Дата')).toHaveAttribute('aria-sort', 'descending')
    await button('Дата').click()
    await vi.waitFor(() => expect(listAsks(server).at(-1)).toContain('sort=%2BuploadAt'), { timeout: 5000 })

    await expect.element(head('Дата')).toHaveAttribute('aria-sort', 'ascending')
    await expect.element(head('Название')).not.toHaveAttribute('aria-sort')
    expect(location.search).toContain('uploadAt')
  })

  it("offers the actions that suit each file's status [HOME-3] [HOME-14]", async () => {
    const states = ['complete', 'completeWithErrors', 'process', 'error', 'uploaded', 'notEnoughMinutes'] as const
    const files = states.map((status, index) => fileOf(index, { status, fileName: `${status}.mp3` }))
    await openFiles([...files, fileOf(7, { fileName: 'stone.mp3', isExpired: true })])

    await expect.element(row(/stone/)).toBeVisible()
    const taken = ['Настроить доступ', 'Скачать расшифровку', 'Удалить']
    expect(actionsOf(/complete\.mp3 4:09/)).toEqual(taken)
    expect(actionsOf(/completeWithErrors/)).toEqual(taken)
    expect(actionsOf(/process/)).toEqual(['Отменить обработку', 'Удалить'])
    expect(actionsOf(/error\.mp3 4:09/)).toEqual(['Обработать ещё раз', 'Удалить'])
    expect(actionsOf(/uploaded/)).toEqual(['Начать обработку', 'Удалить'])
    expect(actionsOf(/notEnoughMinutes/)).toEqual(['Купить минуты', 'Удалить'])
    expect(actionsOf(/stone/)).toEqual(['Удалить'])
  })

  it('marks public files by the icon [HOME-3]', async () => {
    await openFiles([fileOf(1), fileOf(2, { public: true })])

    await expect.element(row(/file 1/)).toBeVisible()
    const iconOf = (name: RegExp) =>
      row(name)
        .getByRole('button', { name: /Настроить доступ/ })
        .element()
        .querySelector('svg')
    expect(iconOf(/file 1/)).toHaveClass('lucide-share-2')
    expect(iconOf(/file 2/)).toHaveClass('lucide-link-2')
  })

  it('names every status [HOME-10]', async () => {
    const texts = {
      uploaded: 'Готов к обработке',
      process: 'Обработка',
      complete: 'Завершено',
      completeWithErrors: 'Завершено с ошибками',
      error: 'Ошибка',
      notEnoughMinutes: 'Не хватает минут',
    } as const
    const states = Object.keys(texts) as (keyof typeof texts)[] // the keys of the object above
    await openFiles(states.map((status, index) => fileOf(index, { status })))

    await expect.element(row(/file 5/)).toBeVisible()
    for (const [index, status] of states.entries()) expect(cellsOf(new RegExp(`file ${index}`))[4]).toBe(texts[status])
    const failed = row(/file 4/)
      .getByText('Ошибка', { exact: true })
      .element()
    expect(failed.querySelector('svg')).toHaveClass('lucide-circle-alert')
  })

  it('shows progress as a bar with whole percent, updated within 3 s [HOME-9] [HOME-11]', async () => {
    const moving = (progress: number) => fileOf(1, { status: 'process', progress })
    const { server } = await openFiles([], {
      answers: { 'GET /api/scripts': [listOf([moving(64.99)]), listOf([moving(71.2)])] },
    })

    await expect.element(row(/file 1/)).toMatchTextContent(/64% обработано/)
    await expect
      .element(page.getByRole('progressbar', { name: 'Обработка файла' }))
      .toHaveAttribute('aria-valuenow', '64')
    await expect.element(row(/file 1/)).toMatchTextContent(/71% обработано/)
    const times = server.times.filter((_, index) => server.calls()[index] === 'GET /api/scripts')
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(2900)
  })

  it('is asked for rarely while changes are told, and else every 10 s [HOME-9]', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { server } = await openFiles([fileOf(1)], { answers: { 'GET /api/events': 'wait' } })
    const asked = () => listAsks(server).length
    await expect.element(row(/file 1/)).toBeVisible()

    live.isOn.set(true)
    await atRestUntil(() => asked() === 2)
    await changesAfter(60_000, asked)
    live.isOn.set(false)
    await atRestUntil(() => asked() === 4)
    await changesAfter(10_000, asked)
  })

  it('marks expired files', async () => {
    await openFiles([fileOf(1, { isExpired: true })])

    await expect.element(row(/file 1/)).toMatchTextContent(/Срок хранения истек/)
  })

  it('opens a file by a click anywhere on its row [HOME-6]', async () => {
    await openFiles([fileOf(1)], { answers: { [`GET /api/scripts/${idOf(1)}`]: 'wait' } })

    await row(/file 1/)
      .getByText('4:09')
      .click({ force: true })

    await vi.waitFor(() => expect(location.pathname).toBe(`/files/${idOf(1)}`))
  })
})

describe('cards', () => {
  beforeEach(() => page.viewport(390, 844))

  it('are grouped by day on a phone, with the year where it changes [HOME-4]', async () => {
    const now = new Date()
    const ago = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - days, 0, 30).toISOString()
    const old = (day: number) => new Date(now.getFullYear() - 2, 4, day, 12).toISOString()
    await openFiles([ago(0), ago(1), old(9), old(1)].map((uploadAt, index) => fileOf(index + 1, { uploadAt })))

    await expect.element(page.getByRole('heading', { name: 'Сегодня' })).toBeVisible()
    const heads = page
      .getByRole('heading', { level: 2 })
      .elements()
      .map((head) => head.textContent)
    expect(heads).toEqual(['Сегодня', 'Вчера', `9 мая ${now.getFullYear() - 2}`, '1 мая'])
    expect(page.getByRole('table').elements()).toEqual([])
  })

  it('have a sort menu, and stand under their dates in every order [HOME-4] [HOME-7]', async () => {
    const later = fileOf(3, { uploadAt: new Date(2026, 10, 7, 12).toISOString() })
    const { server } = await openFiles([], {
      answers: { 'GET /api/scripts': [listOf([later, fileOf(1), fileOf(2)]), listOf([fileOf(1), fileOf(2), later])] },
    })
    const menu = page.getByRole('combobox', { name: 'Сортировка' })
    await expect.element(menu).toHaveDisplayValue('Сначала новые')
    const choices = [...menu.element().querySelectorAll('option')].map(({ textContent }) => textContent)
    expect(choices).toEqual([
      'Сначала новые',
      'Сначала старые',
      'По названию',
      'По длительности',
      'По размеру',
      'По статусу',
    ])

    await menu.selectOptions('По названию')

    await vi.waitFor(() => expect(listAsks(server).at(-1)).toContain('sort=%2BfileName'))
    const daysAndNames = () =>
      [...document.querySelectorAll('h2, article a')].map(({ textContent }) => textContent.replace(/ \d{4}$/, ''))
    await vi.waitFor(() =>
      expect(daysAndNames()).toEqual(['5 ноября', 'file 1.mp3', 'file 2.mp3', '7 ноября', 'file 3.mp3']),
    )
  })

  it('open their file, and their buttons do not [HOME-3] [HOME-6]', async () => {
    await openFiles([fileOf(1)], { answers: { [`GET /api/scripts/${idOf(1)}`]: 'wait' } })

    await button(/Удалить/).click()
    await expect.element(page.getByRole('dialog', { name: 'Удалить файл?' })).toBeVisible()
    expect(location.pathname).toBe('/')
    await button('Отмена').click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await page.getByText(/177/).click({ force: true })

    await vi.waitFor(() => expect(location.pathname).toBe(`/files/${idOf(1)}`))
  })

  it('never make the page scroll sideways, whatever their names [HOME-4]', async () => {
    await openFiles([fileOf(1, { fileName: `${'длинноеслово'.repeat(12)}.mp3`, status: 'completeWithErrors' })])

    await expect.element(page.getByRole('article')).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  })
})

describe('pagination', () => {
  const pages = () => page.getByRole('navigation', { name: 'Страницы списка' })
  const ten = Array.from({ length: 10 }, (_, index) => fileOf(index))

  it('appears only with more than 10 files [HOME-5]', async () => {
    await openFiles(ten, { total: 10 })

    await expect.element(row(/file 9/)).toBeVisible()
    expect(pages().elements()).toEqual([])
  })

  it('changes pages, and remembers one of four page sizes [HOME-5]', async () => {
    const { server } = await openFiles(ten, { total: 43 })
    await expect.element(pages()).toMatchTextContent(/1–10 из 43/)

    await button('Страница 3').click()
    await vi.waitFor(() => expect(listAsks(server).at(-1)).toContain('page=3&pageSize=10'))
    expect(location.search).toBe('?page=3')
    const size = page.getByLabelText('Файлов на странице')
    expect([...size.element().querySelectorAll('option')].map(({ value }) => value)).toEqual(['10', '20', '50', '100'])
    await size.selectOptions('20')

    await vi.waitFor(() => expect(listAsks(server).at(-1)).toContain('page=2&pageSize=20'))
    expect(localStorage.getItem('pageSize')).toBe('20')
  })

  it('uses the remembered size; with all files on one page only the size remains [HOME-5]', async () => {
    localStorage.setItem('pageSize', '50')
    const { server } = await openFiles(ten, { total: 12 })

    await expect.element(pages()).toMatchTextContent(/1–12 из 12/)
    expect(listAsks(server)[0]).toContain('pageSize=50')
    expect(button(/^Страница/).elements()).toEqual([])
  })

  it('redirects from a missing page to the last one', async () => {
    const { server } = await openFiles(ten, { total: 43, path: '/?page=99' })

    await vi.waitFor(() => expect(listAsks(server).at(-1)).toContain('page=5&'))
    expect(location.search).toBe('?page=5')
  })
})

describe('deleting', () => {
  it('asks first, then reloads the list and the account [HOME-3] [HOME-12] [APP-8]', async () => {
    const { server } = await openFiles([fileOf(1, { fileName: 'Встреча.mp3' })], {
      answers: {
        'GET /api/scripts': [listOf([fileOf(1, { fileName: 'Встреча.mp3' })]), listOf([fileOf(2)])],
        [`DELETE /api/scripts/${idOf(1)}`]: { status: 200 },
      },
    })
    await button(/Удалить/).click()
    const dialog = page.getByRole('dialog', { name: 'Удалить файл?' })
    await expect.element(dialog).toMatchTextContent(/Встреча/)
    expect(server.calls()).not.toContain(`DELETE /api/scripts/${idOf(1)}`)
    const before = server.calls().length

    await dialog.getByRole('button', { name: 'Удалить' }).click()

    await expect.element(row(/file 2/)).toBeVisible()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    const after = server.calls().slice(before)
    expect(after).toEqual(
      expect.arrayContaining([`DELETE /api/scripts/${idOf(1)}`, 'GET /api/scripts', 'GET /api/account']),
    )
  })

  it('leaves the dialog open with an error when it fails [APP-9]', async () => {
    await openFiles([fileOf(1)], { answers: { [`DELETE /api/scripts/${idOf(1)}`]: { status: 500 } } })
    await button(/Удалить/).click()

    await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click()

    await expect.element(page.getByRole('alert')).toMatchTextContent(/Не получилось\. Попробуй ещё раз\./)
    await expect.element(row(/file 1/)).toBeInTheDocument()
  })

  it('is no failure for a file already deleted', async () => {
    await openFiles([fileOf(1)], {
      answers: {
        'GET /api/scripts': [listOf([fileOf(1)]), listOf([])],
        [`DELETE /api/scripts/${idOf(1)}`]: { status: 404 },
      },
    })
    await button(/Удалить/).click()

    await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click()

    await expect.element(page.getByRole('heading', { name: 'Пока здесь пусто' })).toBeVisible()
  })
})
