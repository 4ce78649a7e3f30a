import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { refusal } from '#test/refusal.ts'
import { signIn } from '#test/session.ts'
import { button, heading, openUpload, paidAccount, PROCESS_ID, processAnswer } from '#test/upload-page.ts'

const MB = 1_000_000

beforeEach(signIn)

describe('a link', () => {
  const field = () => page.getByRole('textbox', { name: 'Ссылка на файл' })
  const downloading = { status: 'processing', progress: 37, stage: 'download', title: 'Эфир.mp4', scriptId: undefined }
  const paid = { 'GET /api/account': paidAccount, [`GET /api/processes/${PROCESS_ID}`]: processAnswer(downloading) }
  const taken = { status: 200, body: { processId: PROCESS_ID } }

  it('shows a lock on the free tariff: a press opens the tariff dialog without a request [LINK-4] [TAR-8]', async () => {
    const { server, screen } = await openUpload()
    await field().fill('https://a.ru/x.mp3')
    expect(document.querySelector('form button svg.lucide-lock')).not.toBeNull()

    await button(/Загрузить.*доступно на платных тарифах/).click()

    const dialog = screen.getByRole('dialog', { name: 'Сменить тариф?' })
    await expect.element(dialog.getByText('Загрузка по ссылке доступна на всех платных тарифах')).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: 'Отмена' })).toBeVisible()
    expect(server.calls()).not.toContain('POST /api/scripts/upload-by-link')
    await dialog.getByRole('button', { name: 'Выбрать тариф' }).click()
    await expect.element(heading('Тарифы')).toBeVisible()
    expect(location.pathname).toBe('/tariffs')
    expect(new URLSearchParams(location.search).get('from')).toBe('/upload?link=https%3A%2F%2Fa.ru%2Fx.mp3')
    expect(server.calls()).not.toContain('POST /api/scripts/upload-by-link')
  })

  it('opens the same dialog when the service refuses [LINK-4] [TAR-8]', async () => {
    const { screen } = await openUpload({
      ...paid,
      'POST /api/scripts/upload-by-link': refusal('linkNotAllowed'),
    })
    await field().fill('https://a.ru/x.mp3')

    await button('Загрузить').click()

    await expect.element(screen.getByRole('dialog', { name: 'Сменить тариф?' })).toBeVisible()
  })

  it('cannot be submitted empty, twice, or with an error [LINK-2] [LINK-3]', async () => {
    const { server, screen } = await openUpload({ ...paid, 'POST /api/scripts/upload-by-link': 'wait' })
    await expect.element(button('Загрузить')).toBeDisabled()

    await field().fill('ftp://a.ru/x.mp3')
    await expect.element(screen.getByText('Ошибка: Ссылка должна начинаться на http:// или https://')).toBeVisible()
    await userEvent.keyboard('{Enter}')
    expect(server.calls()).not.toContain('POST /api/scripts/upload-by-link')

    await field().fill('https://a.ru/x.mp3')
    await expect.element(screen.getByText(/^Ошибка: /)).not.toBeInTheDocument()
    await button('Загрузить').click()
    await expect.element(button('Загрузить')).toBeDisabled()
    expect(server.calls().filter((call) => call === 'POST /api/scripts/upload-by-link')).toHaveLength(1)
  })

  it.each([
    ['linkUnsupported', 'Данная ссылка не поддерживается'],
    ['linkAccessDenied', 'Проверь, что файл по ссылке находится в открытом доступе'],
    ['linkFailed', 'Ошибка загрузки ссылки'],
  ] as const)('shows %s under its field until it changes [LINK-2] [LINK-5]', async (code, text) => {
    const { screen } = await openUpload({ ...paid, 'POST /api/scripts/upload-by-link': refusal(code) })
    await field().fill('https://a.ru/x.mp3')
    await button('Загрузить').click()
    await expect.element(screen.getByText(text)).toBeVisible()
    await expect.element(field()).toHaveAttribute('aria-invalid', 'true')

    await field().fill('https://a.ru/y.mp3')

    await expect.element(screen.getByText(text)).not.toBeInTheDocument()
  })

  it('is downloaded with its title and percentage, and can be cancelled [LINK-6] [UP-15]', async () => {
    const { server, screen } = await openUpload({
      ...paid,
      'POST /api/scripts/upload-by-link': taken,
      'POST /api/scripts/cancel-upload-by-link': { status: 200 },
    })
    await field().fill('https://a.ru/x.mp3')
    await button('Загрузить').click()

    await expect.element(screen.getByText('Эфир.mp4')).toBeVisible()
    await expect.element(screen.getByText(/скачиваем по\sссылке · 37%/)).toBeVisible()
    await button('Отменить загрузку').click()

    await expect.element(screen.getByText('Выбери файл')).toBeVisible()
    await vi.waitFor(() =>
      expect(server.requests).toContainEqual({
        call: 'POST /api/scripts/cancel-upload-by-link',
        body: { processId: PROCESS_ID },
      }),
    )
  })

  it('returns to its field with the error when its download fails [LINK-5]', async () => {
    const { screen } = await openUpload({
      ...paid,
      'POST /api/scripts/upload-by-link': taken,
      [`GET /api/processes/${PROCESS_ID}`]: processAnswer({ status: 'error', errorCode: 'linkUnsupported' }),
    })
    await field().fill('https://a.ru/x.mp3')
    await button('Загрузить').click()

    await expect.element(screen.getByText('Данная ссылка не поддерживается')).toBeVisible()
    await expect.element(field()).toHaveValue('https://a.ru/x.mp3')
  })

  it('shows name and both sizes of a file too big [LINK-5]', async () => {
    const { screen } = await openUpload({
      ...paid,
      'POST /api/scripts/upload-by-link': taken,
      [`GET /api/processes/${PROCESS_ID}`]: processAnswer({
        status: 'error',
        errorCode: 'fileTooBig',
        error: { size: 2842 * MB, fileName: 'Эфир.mp4', fileSize: 2000 * MB },
      }),
    })
    await field().fill('https://a.ru/x.mp3')
    await button('Загрузить').click()

    await expect.element(heading('Файл слишком большой')).toBeVisible()
    await expect.element(screen.getByText('Эфир.mp4')).toBeVisible()
    await expect.element(screen.getByText(/2,8\sГБ из\s2\sГБ/)).toBeVisible()
  })

  it('can be pasted anywhere on the page', async () => {
    const { screen } = await openUpload({ ...paid, 'POST /api/scripts/upload-by-link': taken })
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', ' https://a.ru/x.mp3 ')

    window.dispatchEvent(new ClipboardEvent('paste', { clipboardData }))

    await expect.element(screen.getByText(/скачиваем по\sссылке/)).toBeVisible()
  })
})
