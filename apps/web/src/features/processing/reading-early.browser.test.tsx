import type { Script } from '@doslovno/contract/scripts.ts'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { openAt } from '#test/app.tsx'
import { signInOnDesktop } from '#test/screen.ts'
import { type Answer, stubServer } from '#test/server.ts'
import { said, silence } from '#test/transcript.tsx'
import {
  account,
  button,
  choose,
  file,
  openUpload,
  processAnswer,
  SCRIPT_ID,
  scriptAnswer,
  stubStorage,
} from '#test/upload-page.ts'

const PATH = `/files/${SCRIPT_ID}`
const SCRIPT = `GET /api/scripts/${SCRIPT_ID}`
const STATUS = `${SCRIPT}/status`
const DRAFT = `${SCRIPT}/draft`
const SAID = [
  { start: 0, end: 4, text: 'Добрый день.' },
  { start: 4, end: 8, text: 'Здравствуйте.' },
  { start: 40, end: 44, text: 'Начнём с планов.' },
]
const TURNS = [
  { start: 0, end: 4, speaker: 0 },
  { start: 4, end: 9, speaker: 1 },
]

signInOnDesktop()

const draftAnswer = (turns?: typeof TURNS, data: typeof SAID = []) => ({ status: 200, body: { data, next: 3, turns } })
const running = (change: Partial<Script> = {}) =>
  scriptAnswer({ status: 'process', progress: 42, duration: 60, fileSrc: silence(60), peaks: [10, 90, 40], ...change })
const finished = (change: Partial<Script> = {}) =>
  scriptAnswer({
    status: 'complete',
    duration: 60,
    fileSrc: silence(60),
    script: SAID.map(({ text, start }, index) => said(text, start, index % 2)),
    ...change,
  })

/** The page of a file in processing. */
function openRunning(answers: Record<string, Answer | Answer[]> = {}) {
  const server = stubServer({
    'GET /api/account': account(),
    [SCRIPT]: running(),
    [STATUS]: processAnswer({}),
    [DRAFT]: [draftAnswer(TURNS, SAID), draftAnswer(TURNS)],
    ...answers,
  })
  return openAt(PATH).then((screen) => ({ server, screen }))
}

const player = () => page.getByRole('region', { name: 'Плеер' })
const position = () => player().getByRole('slider', { name: 'Позиция воспроизведения' })
const draft = () => page.getByRole('region', { name: 'Уже распознано' })
const shown = () => [...draft().element().querySelectorAll<HTMLElement>('[data-paragraph]')]
const secondsHeard = () => Number(position().element().getAttribute('aria-valuenow'))

describe('the page of a file in processing', () => {
  it('has the player with the waveform', async () => {
    await openRunning()

    await expect.element(player()).toBeVisible()
    await expect.element(position()).toHaveAttribute('aria-valuetext', '0:00 из 1:00')
    await vi.waitFor(() => expect(player().element().querySelector('path')?.getAttribute('d')).not.toBe(''))
  })

  it('plays from the time of a paragraph and marks what is heard', async () => {
    const { screen } = await openRunning()

    await screen.getByRole('button', { name: 'Слушать с 0:40' }).click()

    await expect.element(button('Пауза')).toBeVisible()
    await vi.waitFor(() => expect(secondsHeard()).toBeGreaterThanOrEqual(40))
    await vi.waitFor(() => expect(shown().map((one) => one.ariaCurrent)).toEqual([null, null, 'true']))
  })

  it('plays and pauses by Space', async () => {
    await openRunning()
    await expect.element(player()).toBeVisible()

    await userEvent.keyboard(' ')
    await expect.element(button('Пауза')).toBeVisible()
    await userEvent.keyboard(' ')

    await expect.element(page.getByRole('button', { name: 'Слушать', exact: true })).toBeVisible()
  })

  it('renews the address of the recording', async () => {
    const { server } = await openRunning({
      [SCRIPT]: running({ fileSrc: '/expired.mp3' }),
      [`${SCRIPT}/media`]: { status: 200, body: { fileSrc: silence(60), playbackSrc: null, srcSeconds: 300 } },
    })

    await vi.waitFor(() => expect(server.calls()).toContain(`${SCRIPT}/media`))
    await page.getByRole('button', { name: 'Слушать', exact: true }).click()

    await expect.element(button('Пауза')).toBeVisible()
  })

  it('names speakers where they are known, and breaks paragraphs between them', async () => {
    await openRunning()

    await expect.element(draft().getByText('Начнём с планов.')).toBeVisible()
    expect(shown().map((one) => one.querySelector('[data-text]')?.textContent)).toEqual(SAID.map(({ text }) => text))
    expect(shown().map((one) => /Спикер \d/.exec(one.textContent)?.[0])).toEqual(['Спикер 1', 'Спикер 2', undefined])
  })

  it('gives speakers to paragraphs that are already shown, and keeps them when the process has ended', async () => {
    const { server } = await openRunning({ [DRAFT]: [draftAnswer([], SAID), draftAnswer(TURNS), draftAnswer([])] })
    await expect.element(draft().getByText('Добрый день. Здравствуйте.')).toBeVisible()

    await expect.element(draft().getByText('Спикер 2')).toBeVisible()
    await vi.waitFor(() => expect(server.calls().filter((call) => call === DRAFT).length).toBeGreaterThan(2), 8000)

    await expect.element(draft().getByText('Спикер 2')).toBeVisible()
  })

  it('works with a server that sends no turns', async () => {
    await openRunning({ [DRAFT]: [draftAnswer(undefined, SAID), draftAnswer()] })

    await expect.element(draft().getByText('Добрый день. Здравствуйте.')).toBeVisible()
    await expect.element(draft().getByText('Спикер 1')).not.toBeInTheDocument()
  })

  it('shows other readers the percentage only', async () => {
    await openRunning({ [SCRIPT]: running({ canEdit: false }) })

    await expect.element(page.getByText('42%', { exact: true })).toBeVisible()
    await expect.element(player()).not.toBeInTheDocument()
    await expect.element(draft()).not.toBeInTheDocument()
  })

  it('has its text at the left edge and in the width of the finished one', async () => {
    let answer = running()
    await openRunning({ [SCRIPT]: () => answer })
    await expect.element(draft().getByText('Здравствуйте.')).toBeVisible()
    const box = () => page.getByText('Здравствуйте.').element().getBoundingClientRect()
    const { left, width } = box()

    answer = finished()
    await expect.element(page.getByRole('region', { name: 'Расшифровка' })).toBeVisible()

    expect(box()).toMatchObject({ left, width })
  })

  it('plays on from the same second when the text is complete', async () => {
    let answer = running()
    const { screen } = await openRunning({ [SCRIPT]: () => answer })
    await screen.getByRole('button', { name: 'Слушать с 0:40' }).click()
    await vi.waitFor(() => expect(secondsHeard()).toBeGreaterThanOrEqual(41))
    const create = vi.spyOn(document, 'createElement')

    answer = finished()
    await expect.element(page.getByRole('region', { name: 'Расшифровка' })).toBeVisible()

    await expect.element(button('Пауза')).toBeVisible()
    expect(secondsHeard()).toBeGreaterThanOrEqual(41)
    expect(secondsHeard()).toBeLessThan(55)
    expect(create).not.toHaveBeenCalledWith('audio')
  })

  it('shows the paragraph that was read when the text is complete', async () => {
    const long = Array.from({ length: 60 }, (_, at) => ({
      start: at * 10,
      end: at * 10 + 4,
      text: `Абзац номер ${at}.`,
    }))
    let answer = running({ duration: 600 })
    await openRunning({ [SCRIPT]: () => answer, [DRAFT]: [draftAnswer([], long), draftAnswer([])] })
    const paragraph = page.getByText('Абзац номер 40.')
    await expect.element(paragraph).toBeInTheDocument()
    paragraph.element().scrollIntoView({ block: 'center' })
    const before = paragraph.element().getBoundingClientRect().top

    // Another process: the editor of an earlier test has its text.
    answer = finished({ duration: 600, processId: 'p2', script: long.map(({ text, start }) => said(text, start)) })
    await expect.element(page.getByRole('region', { name: 'Расшифровка' })).toBeVisible()

    await expect.poll(() => Math.abs(paragraph.element().getBoundingClientRect().top - before)).toBeLessThan(4)
  })

  it('falls silent when the page is left', async () => {
    const { screen } = await openRunning()
    await button(/^Слушать с 0:40/).click()
    await expect.element(button('Пауза')).toBeVisible()
    const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause')

    await screen.getByRole('link', { name: 'Мои файлы' }).first().click()

    await vi.waitFor(() => expect(pause).toHaveBeenCalled())
  })
})

describe('the last step of an upload', () => {
  it('has player, text and speakers, and the page of the file plays on', async () => {
    stubStorage()
    let state = processAnswer({})
    let answer = running()
    await openUpload({
      [SCRIPT]: [scriptAnswer({}), () => answer],
      [STATUS]: () => state,
      [DRAFT]: [draftAnswer(TURNS, SAID), draftAnswer(TURNS)],
    })
    choose(file())
    await button('Начать обработку').click()

    await expect.element(draft().getByText('Спикер 2')).toBeVisible()
    await button('Слушать с 0:40').click()
    await vi.waitFor(() => expect(secondsHeard()).toBeGreaterThanOrEqual(41))
    state = processAnswer({ status: 'complete', progress: 100 })
    answer = finished()

    await vi.waitFor(() => expect(location.pathname).toBe(PATH), 8000)
    await expect.element(page.getByRole('region', { name: 'Расшифровка' })).toBeVisible()
    await expect.element(button('Пауза')).toBeVisible()
    expect(secondsHeard()).toBeGreaterThanOrEqual(41)
  })
})
