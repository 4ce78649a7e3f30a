import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'

import { uploader } from '#features/upload/index.ts'
import { atRestUntil, changesAfter } from '#test/fake-clock.ts'
import { signInOnDesktop } from '#test/screen.ts'
import {
  button,
  carrying,
  choose,
  file,
  heading,
  openUpload,
  paidAccount,
  stubStorage,
  processAnswer,
  SCRIPT_ID,
  scriptAnswer,
} from '#test/upload-page.ts'

const MB = 1_000_000

signInOnDesktop()

describe('the choice of a recording', () => {
  it('offers a file, a drop and a link, with the largest size [UP-1] [UP-2] [UP-4] [LINK-1]', async () => {
    const { screen } = await openUpload()

    await expect.element(screen.getByText('Выбери файл')).toBeVisible()
    await expect.element(screen.getByText('или перетащи сюда')).toBeVisible()
    await expect.element(screen.getByText(/^До\s300\sМБ/)).toBeVisible()
    await expect.element(screen.getByText('или', { exact: true })).toBeVisible()
    await expect.element(screen.getByPlaceholder('Вставь ссылку на аудио/видео файл')).toBeVisible()
    await expect
      .element(screen.getByText('Загружая файл, ты подтверждаешь, что у тебя есть права на его обработку'))
      .toBeVisible()
  })

  it('accepts video and audio of every kind in the file picker, several at once [UP-3]', async () => {
    await openUpload()

    const accepted = document.querySelector('input[type=file]')?.getAttribute('accept')?.split(',')
    expect(accepted).toEqual(
      expect.arrayContaining([
        'video/*',
        'video/mp4',
        'video/x-m4v',
        'video/quicktime',
        'video/x-matroska',
        '.mkv',
        'video/webm',
        'audio/*',
        'audio/mpeg',
        'audio/wav',
        '.m4a',
        '.m4b',
      ]),
    )
    expect(document.querySelector('input[type=file]')?.hasAttribute('multiple')).toBe(true)
  })

  it('has the largest size of a paid tariff [UP-4]', async () => {
    const { screen } = await openUpload({ 'GET /api/account': paidAccount })
    await expect.element(screen.getByText(/^До\s2\sГБ/)).toBeVisible()
    const drop = (megabytes: number) => {
      const big = file(`${megabytes}.mp4`, 'video/mp4')
      Object.defineProperty(big, 'size', { value: megabytes * MB })
      const dataTransfer = { types: ['Files'], files: [big] }
      window.dispatchEvent(Object.assign(new Event('drop', { cancelable: true }), { dataTransfer }))
    }

    drop(2001)
    await expect.element(heading('Файл слишком большой')).toBeVisible()
    await button('Выбрать другой файл').click()
    stubStorage('hangs')
    drop(1999)

    await expect.element(heading('Новая расшифровка')).toBeVisible()
  })

  it('accepts a file dropped anywhere on the window, and shows it [UP-2]', async () => {
    stubStorage('hangs')
    const { screen } = await openUpload()
    const dataTransfer = carrying([file()])

    window.dispatchEvent(new DragEvent('dragover', { dataTransfer, cancelable: true }))
    await expect.element(screen.getByText('Перетащи файл сюда')).toBeVisible()
    window.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }))

    await expect.element(heading('Новая расшифровка')).toBeVisible()
    await expect.element(screen.getByText('meeting.mp3')).toBeVisible()
  })

  it('accepts a pasted file', async () => {
    stubStorage('hangs')
    const { screen } = await openUpload()

    window.dispatchEvent(new ClipboardEvent('paste', { clipboardData: carrying([file('Голосовое.ogg')]) }))

    await expect.element(screen.getByText('Голосовое.ogg')).toBeVisible()
  })

  it("rejects a file over the tariff's limit before any request, and links to the tariffs [UP-4] [UP-5]", async () => {
    const { server, screen } = await openUpload()
    const big = file('Фильм.mp4', 'video/mp4')
    // A real file of this size would not fit into a test.
    Object.defineProperty(big, 'size', { value: 842 * MB })

    uploader.add([big], 300 * MB)

    await expect.element(heading('Файл слишком большой')).toBeVisible()
    await expect.element(screen.getByText(/842\sМБ из\s300\sМБ/)).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: 'Выбрать тариф' }))
      .toHaveAttribute('href', '/tariffs?from=%2Fupload')
    expect(server.calls()).not.toContain('POST /api/uploads')
    await button('Выбрать другой файл').click()
    await expect.element(screen.getByText('Выбери файл')).toBeVisible()
  })
})

describe('an upload', () => {
  it('goes from the choice through the options to the text, and reloads the account [UP-1] [UP-11]', async () => {
    const storage = stubStorage()
    const { server, screen } = await openUpload({
      [`GET /api/scripts/${SCRIPT_ID}/status`]: [
        processAnswer({}),
        processAnswer({ progress: 80 }),
        processAnswer({ status: 'complete', progress: 100 }),
      ],
      [`GET /api/scripts/${SCRIPT_ID}/draft`]: {
        status: 200,
        body: { data: [{ start: 0, end: 1, text: 'Всем привет.' }], next: 1 },
      },
      [`GET /api/scripts/${SCRIPT_ID}`]: [scriptAnswer({}), scriptAnswer({ status: 'complete' })],
    })

    choose(file())
    await expect.element(screen.getByText(/загружено/)).toBeVisible()
    await button('Начать обработку').click()

    await expect.element(heading('Превращаем речь в текст')).toBeVisible()
    await expect.element(heading('Превращаем речь в текст')).toHaveFocus()
    await expect.element(screen.getByText('42%', { exact: true })).toBeVisible()
    await expect.element(screen.getByText(/Осталось примерно 3\sмин/)).toBeVisible()
    await expect.element(screen.getByText('Всем привет.')).toBeVisible()
    await expect.element(screen.getByText(/Вкладку можно закрыть/)).toBeVisible()
    const asked = server.calls().filter((call) => call === 'GET /api/account').length
    await expect.element(heading('Готово, открываем текст')).toBeVisible()
    await vi.waitFor(() => expect(location.pathname).toBe(`/files/${SCRIPT_ID}`), { timeout: 5000 })

    expect(server.calls().filter((call) => call === 'GET /api/account').length).toBeGreaterThan(asked)
    expect(server.calls().filter((call) => call.endsWith('/status'))).toHaveLength(3)
    expect(storage.puts).toEqual([{ url: 'https://storage.example/part', bytes: 8 }])
  })

  it('opens the text a second after the processing is complete [APP-15] [UP-11]', async () => {
    stubStorage()
    let status = 'processing'
    const { screen } = await openUpload({
      [`GET /api/scripts/${SCRIPT_ID}/status`]: () => processAnswer({ status }),
      [`GET /api/scripts/${SCRIPT_ID}`]: () => scriptAnswer(status === 'complete' ? { status } : {}),
    })
    choose(file())
    await expect.element(screen.getByText(/загружено/)).toBeVisible()
    await button('Начать обработку').click()
    await expect.element(screen.getByText('42%', { exact: true })).toBeVisible()

    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    status = 'complete'
    await atRestUntil(() => heading('Готово, открываем текст').elements().length === 1)

    await changesAfter(1000, () => location.pathname)
    expect(location.pathname).toBe(`/files/${SCRIPT_ID}`)
  })

  it('says what the start takes from the balance and what it leaves', async () => {
    stubStorage()
    const { screen } = await openUpload({ [`GET /api/scripts/${SCRIPT_ID}`]: scriptAnswer({ duration: 208 }) })

    choose(file())

    await expect.element(screen.getByText(/^Спишется 4\sмин, останется 38$/)).toBeVisible()
  })

  it('can still be deleted after it has arrived, and does not start behind the question', async () => {
    localStorage.setItem('uploadOptions', JSON.stringify({ mediaType: 'lection' }))
    stubStorage()
    const { server, screen } = await openUpload({ [`DELETE /api/scripts/${SCRIPT_ID}`]: { status: 200 } })
    choose(file())
    await expect.element(screen.getByText(/загружено/)).toBeVisible()

    await button('Удалить файл').click()
    await expect.element(page.getByRole('dialog', { name: 'Удалить файл?' })).toMatchTextContent(/meeting/)
    expect(uploader.getState().isHeld).toBe(true)
    await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click()

    await expect.element(screen.getByText('Выбери файл')).toBeVisible()
    expect(server.calls()).toContain(`DELETE /api/scripts/${SCRIPT_ID}`)
  })

  it('shows its options while it is being sent, and sends all of them with the start [UP-7]', async () => {
    stubStorage('hangs')
    const { screen } = await openUpload()
    choose(file())

    for (const type of ['Интервью', 'Лекция', 'Разговор', 'Встреча', 'Другое'])
      await expect.element(screen.getByRole('radio', { name: type })).toBeInTheDocument()
    for (const count of ['Определить', '1', '2', '3', '4', '5 и больше'])
      await expect.element(screen.getByRole('radio', { name: count, exact: true })).toBeInTheDocument()
    await expect.element(screen.getByRole('combobox', { name: 'Язык' })).toHaveValue('Определить автоматически')
    await expect.element(screen.getByRole('combobox', { name: 'Шаблон обработки' })).toBeVisible()
    await expect.element(screen.getByRole('checkbox', { name: 'Запись плохого качества' })).not.toBeChecked()
  })

  it('sends the chosen options, and remembers them for the next file [UP-7]', async () => {
    stubStorage()
    const { server, screen } = await openUpload()
    choose(file())

    await screen.getByText('Встреча', { exact: true }).click()
    await screen.getByText('5 и больше').click()
    await screen.getByRole('combobox', { name: 'Язык' }).click()
    await screen.getByRole('option', { name: 'Казахский' }).click()
    await screen.getByRole('combobox', { name: 'Шаблон обработки' }).click()
    await screen.getByRole('option', { name: 'Protocol' }).click()
    await screen.getByRole('checkbox', { name: 'Запись плохого качества' }).click()
    await button('Начать обработку').click()

    await expect.element(heading('Превращаем речь в текст')).toBeVisible()
    expect(server.requests).toContainEqual({
      call: `POST /api/scripts/${SCRIPT_ID}/process`,
      body: {
        mediaType: 'meeting',
        speakersCount: -1,
        language: 'kk',
        badQuality: true,
        templateId: 7,
        // It knows Russian only.
        vocabulary: null,
        force: false,
      },
    })
    await button('Загрузить ещё файл').click()
    choose(file('Вторая.mp3'))
    await expect.element(screen.getByRole('radio', { name: 'Встреча' })).toBeChecked()
    await expect.element(screen.getByRole('combobox', { name: 'Язык' })).toHaveValue('Казахский')
  })

  it('says so where there are no templates to choose [APP-14]', async () => {
    stubStorage('hangs')
    const { screen } = await openUpload({ 'GET /api/tools/settings-templates': { status: 200, body: { data: [] } } })
    choose(file())

    await screen.getByRole('combobox', { name: 'Шаблон обработки' }).click()

    await expect.element(screen.getByText('Нет доступных значений')).toBeVisible()
    await expect.element(screen.getByRole('option')).not.toBeInTheDocument()
  })

  it('says so where no language has the typed name [APP-14]', async () => {
    stubStorage('hangs')
    const { screen } = await openUpload()
    choose(file())

    await screen.getByRole('combobox', { name: 'Язык' }).fill('клингонский')

    await expect.element(screen.getByText('Нет доступных значений')).toBeVisible()
    await expect.element(screen.getByRole('option')).not.toBeInTheDocument()
  })

  it('scrolls to the top of the progress on a phone, where the button was far below', async () => {
    await page.viewport(390, 600)
    stubStorage()
    await openUpload()
    choose(file())
    await button('Начать обработку').click()

    await expect.element(heading('Превращаем речь в текст')).toHaveFocus()
    expect(window.scrollY).toBe(0)
  })

  it('opens its own page with the options when its processing is cancelled', async () => {
    stubStorage()
    let state = processAnswer({})
    const { screen } = await openUpload({
      [`GET /api/scripts/${SCRIPT_ID}/status`]: () => state,
      [`POST /api/scripts/${SCRIPT_ID}/cancel`]: () => {
        state = processAnswer({ status: 'error', errorCode: 'cancelled' })
        return { status: 200 }
      },
    })
    choose(file())
    await button('Начать обработку').click()
    await button('Отменить обработку').click()
    await screen.getByRole('dialog').getByRole('button', { name: 'Отменить обработку' }).click()

    await vi.waitFor(() => expect(location.pathname).toBe(`/files/${SCRIPT_ID}`), { timeout: 5000 })
    await expect.element(button('Начать обработку')).toBeVisible()
  })

  it('starts automatically through a countdown that can be cancelled [UP-6] [UP-8]', async () => {
    stubStorage()
    const { server, screen } = await openUpload()
    choose(file())
    await expect.element(screen.getByText(/Выбери, что на\sзаписи/)).toBeVisible()

    await screen.getByText('Лекция').click()
    await expect.element(heading('Начинаем обработку')).toBeVisible()
    await expect.element(heading('Начинаем обработку')).toHaveFocus()
    await button('Отмена').click()

    await expect.element(heading('Новая расшифровка')).toBeVisible()
    await expect.element(screen.getByText('Начни, когда всё выберешь')).toBeVisible()
    expect(server.calls()).not.toContain(`POST /api/scripts/${SCRIPT_ID}/process`)
  })

  it('starts at the end of the countdown [UP-6] [UP-8]', async () => {
    stubStorage()
    const { server, screen } = await openUpload()
    choose(file())
    await screen.getByText('Лекция').click()
    await expect.element(heading('Начинаем обработку')).toBeVisible()

    await expect.element(heading('Превращаем речь в текст')).toBeVisible()
    expect(server.calls()).toContain(`POST /api/scripts/${SCRIPT_ID}/process`)
  })

  it('shows its progress, and can be cancelled: the slot is returned [UP-5] [UP-10]', async () => {
    stubStorage('hangs')
    const { server, screen } = await openUpload()
    choose(file())
    await expect.element(screen.getByText(/^50% · 4\sБ из\s8\sБ/)).toBeVisible()
    await expect.element(screen.getByRole('progressbar', { name: 'Загрузка файла' })).toBeVisible()

    await button('Отменить загрузку').click()

    await expect.element(screen.getByText('Выбери файл')).toBeVisible()
    await vi.waitFor(() => expect(server.calls()).toContain(`DELETE /api/uploads/${SCRIPT_ID}`))
  })

  it('asks before the tab is closed only while bytes are being sent', async () => {
    stubStorage('hangs')
    await openUpload()
    const closes = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(closes()).toBe(true)

    choose(file())
    await vi.waitFor(() => expect(closes()).toBe(false))
    await button('Отменить загрузку').click()

    await vi.waitFor(() => expect(closes()).toBe(true))
  })

  it('waits when the connection is lost and resumes by itself: that is no error [UP-10]', async () => {
    const storage = stubStorage()
    const parts = `POST /api/uploads/${SCRIPT_ID}/parts`
    const { screen } = await openUpload({
      [parts]: ['no answer', { status: 200, body: { url: 'https://storage.example/part' } }],
    })

    choose(file())

    await expect
      .element(screen.getByText(/^Нет связи\. Продолжим с\s0%, когда появится интернет$/))
      .toHaveAttribute('role', 'status')
    await expect.element(screen.getByText(/загружено/)).toBeVisible()
    expect(storage.puts).toHaveLength(1)
  })

  it('shows the first of several files; the others appear below, each with its state', async () => {
    stubStorage('hangs')
    const { screen } = await openUpload()

    choose(file(), file('Вторая.mp3'), file('Пустая.mp3', 'audio/mpeg', ''))

    const others = screen.getByRole('region', { name: 'Ещё файлы' })
    const stateOf = (name: string) => others.getByRole('listitem').filter({ hasText: name })
    await expect.element(stateOf('Вторая.mp3').getByText(/ждёт своей очереди$/)).toBeVisible()
    await expect.element(stateOf('Пустая.mp3').getByText('Файл пустой')).toBeVisible()
    await button('Отменить загрузку: Вторая.mp3').click()
    await expect.element(others.getByText('Вторая.mp3')).not.toBeInTheDocument()
  })

  it('is announced at every quarter', async () => {
    stubStorage('hangs')
    const { screen } = await openUpload()

    choose(file())

    await expect.element(screen.getByText('Загружено 50%')).toHaveAttribute('role', 'status')
  })
})
