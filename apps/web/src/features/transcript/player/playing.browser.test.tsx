import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { signInOnDesktop } from '#test/screen.ts'
import { openFile, said, silence, stubServer } from '#test/transcript.tsx'

const SCRIPT = [said('Всем привет, начинаем.', 0), said('Меня слышно?', 7)]
const RENEWAL = 'GET /media'

signInOnDesktop(1280, 800)

const fresh = (fileSrc: string) => ({ body: { fileSrc, playbackSrc: null, srcSeconds: 300 } })

describe('the player', () => {
  it('renews an expired address and continues from the same second', async () => {
    const server = stubServer({ [RENEWAL]: fresh(silence(10)) })
    const { screen, position } = await openFile({ script: SCRIPT, fileSrc: '/expired.mp3' }, { startAt: 7 })

    await vi.waitFor(() => expect(server.countOf(RENEWAL)).toBe(1))
    await screen.getByRole('button', { name: 'Слушать', exact: true }).click()

    await expect.element(screen.getByRole('button', { name: 'Пауза' })).toBeVisible()
    await expect.element(position).toHaveAttribute('aria-valuetext', expect.stringMatching(/^0:0[789]/))
  })

  it('plays the copy when the browser cannot play the video, and says that there is no picture', async () => {
    const copy = silence(10)
    const media = { fileSrc: '/video.mkv', playbackSrc: copy, srcSeconds: 300 }
    stubServer({ [RENEWAL]: { body: media } })
    const { screen, position } = await openFile({ script: SCRIPT, type: 'video', ...media })

    await expect.element(screen.getByText(/не\u00a0показывает картинку/)).toBeVisible()
    await screen.getByRole('button', { name: 'Слушать', exact: true }).click()

    await expect.element(position).toHaveAttribute('aria-valuenow', '1')
  })

  it('reports that it cannot play, and retries on demand', async () => {
    stubServer({ [RENEWAL]: ['no answer', fresh(silence(10))] })
    const { screen } = await openFile({ script: SCRIPT, fileSrc: '/expired.mp3' })
    await expect.element(screen.getByText(/^Не удалось воспроизвести запись/)).toBeVisible()

    await screen.getByRole('button', { name: 'Слушать', exact: true }).click()

    await expect.element(screen.getByRole('button', { name: 'Пауза' })).toBeVisible()
    await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
  })

  it('keeps the rate for the next recording', async () => {
    const { screen } = await openFile({ script: SCRIPT })
    await screen.getByRole('button', { name: 'Скорость 1×' }).click()

    await screen.getByRole('menuitem', { name: '1,5×' }).click()

    await expect.element(screen.getByRole('button', { name: 'Скорость 1,5×' })).toBeVisible()
    expect(localStorage.getItem('playerRate')).toBe('1.5')
  })
})

describe('following the speech', () => {
  const LONG = Array.from({ length: 60 }, (_, index) => said(`Абзац номер ${index}.`, index, index % 2))

  it('opens a long text at the second of a link, even if not rendered yet [FILE-7]', async () => {
    const hours = Array.from({ length: 2000 }, (_, index) => said(`Фраза номер ${index}.`, index * 5, index % 2))
    const { screen } = await openFile({ script: hours, duration: 10_000, fileSrc: silence(60) }, { startAt: 7500 })

    await expect.element(screen.getByText('Фраза номер 1500.')).toBeInViewport()
    await vi.waitFor(() => expect(document.querySelector('[data-active]')?.textContent).toContain('Фраза номер 1500.'))
    await vi.waitFor(() => expect(document.querySelectorAll('[data-paragraph]')).toHaveLength(2000))
    await expect.element(screen.getByText('Фраза номер 1500.')).toBeInViewport()
  })

  it('stops when the user scrolls, and resumes on demand', async () => {
    const { screen } = await openFile({ script: LONG, duration: 60, fileSrc: silence(60) }, { startAt: 30 })
    const paragraph = screen.getByText('Абзац номер 30.')
    await expect.element(paragraph).toBeInViewport()
    await screen.getByRole('button', { name: 'Слушать', exact: true }).click()

    window.dispatchEvent(new WheelEvent('wheel'))
    window.scrollTo(0, 0)
    const pill = screen.getByRole('button', { name: 'К текущему месту' }).last()
    await expect.element(pill).toHaveTextContent('К текущему месту')
    await expect.element(paragraph).not.toBeInViewport()
    await pill.click()

    await vi.waitFor(() => expect(document.querySelector('[data-active]')).not.toBeNull())
    await expect.element(screen.getByText(/Абзац номер 3[0-9]\./).first()).toBeInViewport()
    await userEvent.keyboard(' ')
  })
})

describe('a fragment of the recording', () => {
  const chip = () => page.getByText('Фрагмент 0:07–0:08')
  const play = () => page.getByRole('button', { name: 'Слушать', exact: true })

  it('is all that plays, from its start again at the next press', async () => {
    const { position } = await openFile({ script: SCRIPT }, { startAt: 7, endAt: 8 })
    await expect.element(chip()).toBeVisible()
    await vi.waitFor(() => expect([...(CSS.highlights.get('cited') ?? [])]).toHaveLength(1))

    await play().click()
    await expect.element(position).toHaveAttribute('aria-valuenow', '8')
    await expect.element(play()).toBeVisible()
    await play().click()

    await expect.element(position).toHaveAttribute('aria-valuenow', '7')
    await expect.element(chip()).toBeVisible()
  })

  it('ends by «Слушать дальше»', async () => {
    const { position } = await openFile({ script: SCRIPT }, { startAt: 7, endAt: 8 })

    await page.getByRole('button', { name: 'Слушать дальше' }).click()

    await expect.element(chip()).not.toBeInTheDocument()
    await expect.element(position).toHaveAttribute('aria-valuenow', '9')
  })

  it('ends when the user goes elsewhere', async () => {
    const { screen } = await openFile({ script: SCRIPT }, { startAt: 7, endAt: 8 })
    await expect.element(chip()).toBeVisible()

    await screen.getByRole('button', { name: 'Слушать с 0:00' }).click()

    await expect.element(chip()).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Пауза' })).toBeVisible()
  })
})
