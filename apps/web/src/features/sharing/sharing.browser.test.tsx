import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { openAt } from '#test/app.tsx'
import { fileOf, idOf, libraryOf, scriptOf } from '#test/library.ts'
import { signInOnDesktop } from '#test/screen.ts'
import { type Answer, stubServer } from '#test/server.ts'

const LECTURE = 'Лекция 7. Теория вероятностей.mp3'
const INK = 'rgb(28, 26, 23)'

signInOnDesktop()

const button = (name: string | RegExp) => page.getByRole('button', { name })
const dialog = () => page.getByRole('dialog', { name: 'Доступ к файлу' })
const answer = (isPublic: boolean, canEdit = true) => ({
  status: 200,
  body: { script: fileOf(1, { fileName: LECTURE, public: isPublic, canEdit }) },
})

async function openAccess({ isPublic = false, canEdit = true, answers = [answer(!isPublic)] } = {}) {
  const file = fileOf(1, { fileName: LECTURE, public: isPublic, canEdit })
  const server = stubServer({ ...libraryOf([file]), [`PATCH /api/scripts/${idOf(1)}`]: answers })
  await openAt('/')
  await button(/Настроить доступ/).click()
  await expect.element(dialog()).toBeVisible()
  const changes = () => server.requests.filter(({ call }) => call.startsWith('PATCH')).map(({ body }) => body)
  return { server, changes }
}

describe('the access dialog', () => {
  it('replaces the link of an open file [SHR-1]', async () => {
    const linkId = idOf(9)
    const renewed = {
      status: 200,
      body: { script: fileOf(1, { fileName: LECTURE, public: true, canEdit: true, linkId }) },
    }
    const { changes } = await openAccess({ isPublic: true, answers: [renewed] })

    await button('Новая ссылка').click()

    const link = dialog().getByRole('textbox', { name: 'Ссылка на файл' })
    await expect.element(link).toHaveValue(`${location.origin}/files/${linkId}`)
    expect(changes()).toEqual([{ publicFlag: true, newLink: true }])
  })

  it('names the file up to the first dot, and shows who may read it [SHR-1]', async () => {
    await openAccess()

    await expect.element(dialog().getByText('«Лекция 7»', { exact: true })).toBeVisible()
    await expect.element(dialog().getByText('Файл доступен только тебе')).toBeVisible()
    await expect.element(button('Открыть доступ')).toHaveFocus()
    expect(dialog().getByRole('textbox').elements()).toEqual([])
  })

  it("changes the access at every press, and shows the server's answer [SHR-1] [SHR-3]", async () => {
    const { changes } = await openAccess({ answers: [answer(true), answer(false), answer(true)] })

    await button('Открыть доступ').click()
    await expect.element(dialog().getByText('Файл доступен для чтения всем по ссылке')).toBeVisible()
    await expect.element(button('Закрыть доступ')).toHaveFocus()
    await button('Закрыть доступ').click()
    await expect.element(dialog().getByText('Файл доступен только тебе')).toBeVisible()
    await button('Открыть доступ').click()
    await expect.element(button('Закрыть доступ')).toBeVisible()

    expect(changes()).toEqual([{ publicFlag: true }, { publicFlag: false }, { publicFlag: true }])
  })

  it("trusts the server's answer, not the press [SHR-3]", async () => {
    await openAccess({ answers: [answer(false)] })

    await button('Открыть доступ').click()

    await expect.element(button('Открыть доступ')).toBeEnabled()
    await expect.element(dialog().getByText('Файл доступен только тебе')).toBeVisible()
  })

  it('updates the list at once [SHR-1] [HOME-3]', async () => {
    await openAccess()
    await button('Открыть доступ').click()
    await expect.element(button('Закрыть доступ')).toBeVisible()

    await userEvent.keyboard('{Escape}')

    await expect.element(dialog()).not.toBeInTheDocument()
    const icon = button(/Настроить доступ/)
      .element()
      .querySelector('svg')
    expect(icon).toHaveClass('lucide-link-2')
    await expect.element(button(/Настроить доступ/)).toHaveFocus()
  })

  it('offers no change without the right to edit [SHR-3]', async () => {
    await openAccess({ isPublic: true, canEdit: false })

    await expect.element(page.getByRole('textbox', { name: 'Ссылка на файл' })).toBeVisible()
    expect(button(/Открыть доступ|Закрыть доступ/).elements()).toEqual([])
  })

  it('explains what readers with the link can do, and Escape closes only that [SHR-2]', async () => {
    await openAccess()
    const help = page.getByText(
      'По ссылке можно слушать запись, смотреть саммари и расшифровку, скачивать результаты. Удалить файл нельзя.',
    )

    await button('Что можно по ссылке').click()
    await expect.element(help).toBeVisible()
    await userEvent.keyboard('{Escape}')

    await expect.element(help).not.toBeInTheDocument()
    await expect.element(dialog()).toBeVisible()
  })

  it('copies the frame of a public file for other pages, and offers none for a closed one', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await openAccess({ isPublic: true, answers: [answer(false)] })

    await button('Код для вставки').click()

    await expect.element(page.getByText('Код для вставки скопирован')).toBeVisible()
    expect(write.mock.calls[0]?.[0]).toContain(`<iframe src="${location.origin}/embed/${idOf(1)}" title="Лекция 7.`)
    await button('Закрыть доступ').click()
    await expect.element(button('Открыть доступ')).toBeVisible()
    expect(button('Код для вставки').elements()).toEqual([])
  })

  it('copies the link of a public file, with a dark toast in the corner [SHR-4] [APP-12]', async () => {
    const copied: string[] = []
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => Promise.resolve(void copied.push(text)))
    document.documentElement.dataset.mantineColorScheme = 'light'
    await openAccess({ isPublic: true })
    const link = `${location.origin}/files/${idOf(1)}`
    await expect.element(page.getByRole('textbox', { name: 'Ссылка на файл' })).toHaveValue(link)

    const pressed = performance.now()
    await button('Копировать').click()

    const toast = page.getByRole('alert').filter({ hasText: 'Ссылка успешно скопирована!' })
    await expect.element(toast).toBeVisible()
    expect(copied).toEqual([link])
    await expect.element(toast).toHaveStyle({ backgroundColor: INK })
    const box = toast.element().getBoundingClientRect()
    expect(box.left).toBeGreaterThan(640)
    expect(box.top).toBeGreaterThan(450)
    await expect.element(toast).not.toBeInTheDocument()
    expect(performance.now() - pressed).toBeGreaterThan(1000)
  })

  it('reports that copying is not allowed', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
    await openAccess({ isPublic: true })

    await button('Копировать').click()

    await expect.element(page.getByText('Не удалось скопировать. Выдели ссылку и скопируй вручную.')).toBeVisible()
  })

  it('reports a failed change, and changes nothing [SHR-3]', async () => {
    await openAccess({ answers: [{ status: 500, body: {} as never }] })

    await button('Открыть доступ').click()

    await expect.element(page.getByRole('alert')).toHaveTextContent('Не удалось изменить доступ. Попробуй ещё раз.')
    await expect.element(dialog().getByText('Файл доступен только тебе')).toBeVisible()
  })
})

describe('«Поделиться»', () => {
  /** Opens the page of a file; returns what was copied. */
  async function openFile(isPublic: boolean, answers: Answer[] = []) {
    const copied: unknown[] = []
    const { clipboard } = navigator
    vi.spyOn(clipboard, 'write').mockImplementation((items) => Promise.resolve(void copied.push(items)))
    vi.spyOn(clipboard, 'writeText').mockImplementation((text) => Promise.resolve(void copied.push(text)))
    const file = fileOf(1, { fileName: LECTURE, public: isPublic })
    stubServer({
      ...libraryOf([file]),
      [`GET /api/scripts/${idOf(1)}`]: { status: 200, body: scriptOf(file) },
      [`PATCH /api/scripts/${idOf(1)}`]: answers,
    })
    await openAt(`/files/${idOf(1)}`)
    await button('Поделиться').click()
    await expect.element(dialog()).toBeVisible()
    return copied
  }
  const link = `${location.origin}/files/${idOf(1)}`

  it('leaves the clipboard alone until the link of a public file is asked for [SHR-4]', async () => {
    const copied = await openFile(true)
    await expect.element(button('Копировать')).toHaveFocus()
    expect(copied).toEqual([])

    await button('Копировать').click()

    await expect.element(page.getByText('Ссылка успешно скопирована!')).toBeVisible()
    expect(copied).toEqual([link])
  })

  it('opens a private file, and copies its link by one more press [SHR-1] [SHR-4]', async () => {
    const copied = await openFile(false, [answer(true)])

    await button('Открыть доступ').click()
    await expect.element(dialog().getByText('Файл доступен для чтения всем по ссылке')).toBeVisible()
    expect(copied).toEqual([])
    await button('Копировать').click()

    await expect.poll(() => copied).toEqual([link])
  })

  it('offers no link when access stays closed [SHR-3]', async () => {
    await openFile(false, [{ status: 500, body: {} }])

    await button('Открыть доступ').click()

    await expect.element(page.getByRole('alert')).toHaveTextContent('Не удалось изменить доступ. Попробуй ещё раз.')
    expect(button('Копировать').elements()).toEqual([])
  })
})
