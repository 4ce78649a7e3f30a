import { beforeEach, describe, expect, it, vi } from 'vitest'

import { refusal } from '#test/refusal.ts'
import { signIn } from '#test/session.ts'
import {
  account,
  button,
  choose,
  chooseIn,
  file,
  heading,
  openUpload,
  stubStorage,
  processAnswer,
  SCRIPT_ID,
  scriptAnswer,
} from '#test/upload-page.ts'
import { uploadOf } from '#test/upload-service.ts'

beforeEach(signIn)

describe('an upload problem', () => {
  it.each([
    ['noAudioStream', 'Файл не содержит ни одной аудио дорожки'],
    ['mediaBroken', 'Файл не может быть обработан'],
    ['unsupportedFormat', 'Данный формат файла не поддерживается'],
  ] as const)('is reported after the inspection: %s [UP-12]', async (errorCode, title) => {
    stubStorage()
    const { screen } = await openUpload({
      [`GET /api/scripts/${SCRIPT_ID}`]: scriptAnswer({ status: 'error', errorCode }),
    })

    choose(file())

    await expect.element(heading(title)).toBeVisible()
    await expect.element(heading(title)).toHaveFocus()
    await button('Выбрать другой файл').click()
    await expect.element(screen.getByText('Выбери файл')).toBeVisible()
  })

  it('is reported and can be resumed if the upload failed [UP-5] [UP-12]', async () => {
    stubStorage()
    const complete = `POST /api/uploads/${SCRIPT_ID}/complete`
    const { screen } = await openUpload({
      [complete]: [refusal('uploadIncomplete'), { status: 200, body: { script: { id: SCRIPT_ID } } }],
    })

    choose(file())
    await expect.element(heading('Произошла ошибка загрузки')).toBeVisible()
    await button('Продолжить загрузку').click()

    await expect.element(screen.getByText(/загружено/)).toBeVisible()
  })

  it('offers to process the beginning or to buy more if minutes are short [UP-9] [UP-12]', async () => {
    stubStorage()
    const { server, screen } = await openUpload({
      [`GET /api/scripts/${SCRIPT_ID}`]: scriptAnswer({ availableMinutes: 12 }),
    })
    choose(file())

    await expect.element(heading('Недостаточно минут для обработки видео')).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: 'Купить минуты' }))
      .toHaveAttribute('href', '/account#extra-minutes')
    await button(/Обработать 12\sмин/).click()

    await expect.element(heading('Превращаем речь в текст')).toBeVisible()
    expect(server.requests).toContainEqual({
      call: `POST /api/scripts/${SCRIPT_ID}/process`,
      body: expect.objectContaining({ force: true }),
    })
  })

  it('may appear at the start if minutes are short [UP-9] [UP-12]', async () => {
    stubStorage()
    await openUpload({
      [`POST /api/scripts/${SCRIPT_ID}/process`]: refusal('notEnoughMinutes'),
      [`GET /api/scripts/${SCRIPT_ID}`]: [scriptAnswer({}), scriptAnswer({ availableMinutes: 3 })],
    })
    choose(file())
    await button('Начать обработку').click()

    await expect.element(heading('Недостаточно минут для обработки видео')).toBeVisible()
    await expect.element(button(/Обработать 3\sмин/)).toBeVisible()
  })

  it('is reported and can be retried if the processing failed [UP-6] [UP-12]', async () => {
    stubStorage()
    await openUpload({
      [`GET /api/scripts/${SCRIPT_ID}/status`]: [
        processAnswer({ status: 'error', errorCode: 'processingFailed' }),
        processAnswer({}),
      ],
    })
    choose(file())
    await button('Начать обработку').click()
    await expect.element(heading('Ошибка обработки файла')).toBeVisible()

    await button('Обработать ещё раз').click()

    await expect.element(heading('Превращаем речь в текст')).toBeVisible()
  })

  it('sets the uploads left to zero when the service accepts no more [UP-6] [UP-12]', async () => {
    stubStorage()
    const { screen } = await openUpload({
      'POST /api/uploads': refusal('uploadsExceeded'),
    })

    choose(file())

    await expect.element(heading(/Загрузки в\sэтом месяце закончились/)).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Выбрать тариф' })).toBeVisible()
    expect(document.querySelector('input[type=file]')).toBeNull()
  })

  it('is shown at once when no upload is left this month [UP-6]', async () => {
    await openUpload({ 'GET /api/account': account({ availableUploads: 0 }) })

    await expect.element(heading(/Загрузки в\sэтом месяце закончились/)).toBeVisible()
  })
})

describe('an unfinished upload', () => {
  const upload = uploadOf({ id: SCRIPT_ID, fileName: 'meeting.mp3', size: 8, partSize: 4, uploadedBytes: 4 })
  const hash = async (text: string) =>
    Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join('')
  const withUnfinished = async () => ({
    'GET /api/uploads': { status: 200, body: { data: [upload] } },
    [`GET /api/uploads/${SCRIPT_ID}/parts`]: {
      status: 200,
      body: { data: [{ number: 1, size: 4, etag: 'x', sha256: await hash('soun') }] },
    },
  })
  const pick = () => {
    const input = document.querySelectorAll<HTMLInputElement>('input[type=file]')[1]
    if (!input) throw new Error('There is nothing to go on by')
    return input
  }

  it('is listed with its name, size and percentage, and resumes with the same file', async () => {
    const storage = stubStorage()
    const { screen } = await openUpload(await withUnfinished())
    const region = screen.getByRole('region', { name: 'Незаконченные загрузки' })
    await expect.element(region.getByText('Выбери тот же файл, чтобы продолжить')).toBeVisible()
    await expect.element(region.getByText('meeting.mp3')).toBeVisible()
    await expect.element(region.getByText(/^50% из\s8\sБ$/)).toBeVisible()

    chooseIn(pick(), file())

    await expect.element(screen.getByText(/мин · загружено$/)).toBeVisible()
    expect(storage.puts).toEqual([{ url: 'https://storage.example/part', bytes: 4 }])
  })

  it('rejects a different file', async () => {
    const storage = stubStorage()
    await openUpload(await withUnfinished())
    await expect.element(heading('Незаконченные загрузки')).toBeVisible()

    chooseIn(pick(), file('meeting.mp3', 'audio/mpeg', 'SOUNDABC'))

    await expect.element(heading('Это другой файл')).toBeVisible()
    expect(storage.puts).toEqual([])
  })

  it('is discarded after a confirmation', async () => {
    const { server, screen } = await openUpload(await withUnfinished())

    await button('Удалить').click()
    await screen.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click()

    await vi.waitFor(() => expect(server.calls()).toContain(`DELETE /api/uploads/${SCRIPT_ID}`))
  })

  it('is not listed while another tab works on it', async () => {
    const done = Promise.withResolvers<void>()
    void navigator.locks.request(`doslovno.upload.${SCRIPT_ID}`, () => done.promise)
    const { server, screen } = await openUpload(await withUnfinished())

    await vi.waitFor(() => expect(server.calls()).toContain('GET /api/uploads'))
    await expect.element(screen.getByText('Выбери файл')).toBeVisible()
    expect(screen.getByText('Незаконченные загрузки').elements()).toEqual([])
    done.resolve()
  })

  it('is mentioned on the home page', async () => {
    const { screen } = await openUpload(
      { ...(await withUnfinished()), 'GET /api/scripts': { status: 200, body: { data: [], total: 0 } } },
      '/',
    )

    await expect.element(screen.getByText(/1\sзагрузка не\sзакончена/)).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Продолжить' })).toHaveAttribute('href', '/upload')
  })
})
