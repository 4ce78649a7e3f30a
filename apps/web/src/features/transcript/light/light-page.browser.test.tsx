import type { Reading } from '@doslovno/contract/scripts.ts'
import { packTimes } from '@doslovno/domain/transcript/spread-words.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { offerLightPage, takeLightPage } from '#lib/file-page/light-page.ts'
import { type Answer, stubServer } from '#test/server.ts'
import { said, silence } from '#test/transcript.tsx'

import { startLightPage } from './light-page.ts'

const ID = '3f0c2d3e-8d55-4f5e-9f0a-2f7f5d1d9b11'

const TALK = [
  said('Свет раскладывается на цвета.', 0),
  said('Почему так?', 3, 1),
  said('Потому что капли его преломляют.', 5),
]

function reading(change: Partial<Reading> = {}): Reading {
  return {
    type: 'audio',
    duration: 10,
    fileSrc: silence(10),
    playbackSrc: null,
    srcSeconds: 300,
    speakerNames: [{ speakerId: 1, name: 'Борис' }],
    paragraphs: TALK.map(({ words, ...paragraph }) => ({ ...paragraph, times: packTimes(words) })),
    ...change,
  }
}

/** The page as the server writes it: the first paragraph, and a tool. */
function writePage() {
  document.body.innerHTML = `<div id="first-screen"><main><article><h1>Радуга</h1>
    <button type="button" data-open="find">Найти</button><div class="fs-text" role="region"><section
    data-paragraph="0"><h2>Спикер 1 <a href="?t=0" data-seek="0" aria-label="Слушать с 0:00">0:00</a></h2><p
    data-text>Свет раскладывается на цвета.</p></section></div><p data-more>Дальше</p></article></main></div>`
}

async function open(search = '', answers: Answer[] = [{ status: 200, body: reading() }]) {
  history.replaceState(null, '', `/files/${ID}${search}`)
  writePage()
  const first = document.querySelector('[data-paragraph="0"]')
  const server = stubServer({ [`GET /api/scripts/${ID}/reading`]: answers })
  // Autoplay rules require a user gesture.
  await userEvent.click(page.getByRole('heading', { level: 1 }))
  startLightPage()
  return { first, server }
}

const slider = () => page.getByRole('slider', { name: 'Позиция воспроизведения' })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const position = () => Number(slider().element().getAttribute('aria-valuenow'))
const texts = () => [...document.querySelectorAll('[data-text]')].map(({ textContent }) => textContent)

afterEach(() => {
  // Ends the page and its player, as the full page does.
  document.querySelector<HTMLElement>('[data-open]')?.click()
  takeLightPage()
  delete window.loadApp
  document.body.replaceChildren()
})

describe('the light page', () => {
  it('completes the text of the server and leaves what is there', async () => {
    const { first } = await open('', [{ status: 200, body: reading({ unheard: [{ start: 4, end: 5.5 }] }) }])

    await expect.element(slider()).toBeVisible()

    expect(texts()).toEqual(TALK.map(({ text }) => text))
    expect(document.querySelector('[data-paragraph="0"]')).toBe(first)
    expect(document.querySelector('[data-paragraph="1"] [role=note]')?.textContent).toBe('0:04–0:05 не\u00a0разобрали')
    const heading = document.querySelector('[data-paragraph="1"] h2')
    expect(heading?.textContent).toBe('Борис 0:03')
    expect(heading?.getAttribute('data-initials')).toBe('Б')
    expect(document.querySelector('[data-more]')).toBeNull()
  })

  it('writes again what the server has changed since', async () => {
    const [one, ...others] = reading().paragraphs
    const changed = { ...one, speaker: 0, start: 0, end: 2, text: 'Цвет', times: [0, 10] }
    await open('', [{ status: 200, body: reading({ paragraphs: [changed, ...others] }) }])

    await expect.element(slider()).toBeVisible()

    expect(texts()[0]).toBe('Цвет')
  })

  it('plays from a time, seeks by the keys, and lights up the spoken word [FILE-7]', async () => {
    await open()

    await page.getByRole('link', { name: 'Слушать с 0:03' }).click()
    await expect.element(button('Пауза')).toBeVisible()
    await vi.waitFor(() => expect(position()).toBeGreaterThanOrEqual(3))
    await userEvent.keyboard('k')
    await expect.element(button('Слушать')).toBeVisible()
    await userEvent.keyboard('{ArrowRight}')

    expect(position()).toBeGreaterThanOrEqual(8)
    expect([...(CSS.highlights.get('spoken-word') ?? [])].map(String)).toEqual(['преломляют.'])
    expect(document.querySelector('[data-paragraph="2"]')).toHaveAttribute('aria-current', 'true')
    expect(location.search).toBe('')
  })

  it('plays only the stretch of its link, until the visitor goes on', async () => {
    await open('?t=3-4')
    await expect.element(page.getByText('Фрагмент 0:03–0:04')).toBeVisible()
    expect(position()).toBe(3)

    await button('Слушать').click()
    await vi.waitFor(() => expect(position()).toBe(4))
    await expect.element(button('Слушать')).toBeVisible()
    await button('Слушать дальше').click()

    await vi.waitFor(() => expect(position()).toBeGreaterThanOrEqual(5))
    expect(location.search).toBe('')
  })

  it('copies paragraphs with the names of their speakers', async () => {
    await open()
    await expect.element(slider()).toBeVisible()
    getSelection()?.selectAllChildren(document.querySelector('.fs-text') as Element)

    const copied = new DataTransfer()
    document.dispatchEvent(new ClipboardEvent('copy', { clipboardData: copied, cancelable: true }))

    expect(copied.getData('text/plain')).toMatch(/^Спикер 1: Свет .*\n\nБорис: Почему так\?\n\nСпикер 1: Потому/)
    await expect.element(button('Цитата')).toBeVisible()
    getSelection()?.removeAllRanges()
  })

  it('loads the app for what it cannot do, and hands its place over', async () => {
    await open()
    const loadApp = vi.fn<() => Promise<void>>(async () => undefined)
    window.loadApp = loadApp
    await page.getByRole('link', { name: 'Слушать с 0:03' }).click()
    await vi.waitFor(() => expect(position()).toBeGreaterThanOrEqual(3))
    expect(loadApp).not.toHaveBeenCalled()

    await userEvent.keyboard('/')
    const place = takeLightPage()

    expect(loadApp).toHaveBeenCalledOnce()
    expect(place).toMatchObject({ wish: 'find', isPlaying: true, isFollowing: true })
    expect(place?.seconds).toBeGreaterThanOrEqual(3)
    expect(document.adoptedStyleSheets).toEqual([])
    expect(takeLightPage()).toBeUndefined()
  })

  it('says so when the app cannot be loaded, and goes on', async () => {
    await open()
    window.loadApp = () => Promise.reject(new TypeError('no connection'))

    await button('Найти').click()

    await expect.element(page.getByText(/^Не.удалось открыть полную страницу/)).toBeVisible()
    await expect.element(slider()).toBeVisible()
  })

  it('offers to try again when the text cannot be had', async () => {
    const { server } = await open('', ['no answer', { status: 200, body: reading() }])
    await expect.element(page.getByText(/^Не.удалось загрузить текст целиком/)).toBeVisible()
    expect(texts()).toHaveLength(1)

    await button('Повторить').click()

    await expect.element(slider()).toBeVisible()
    expect(texts()).toHaveLength(3)
    expect(server.requests).toHaveLength(2)
    expect(page.getByText(/^Не.удалось загрузить/).elements()).toEqual([])
  })

  it('shows a text without a recording', async () => {
    await open('', [{ status: 200, body: reading({ fileSrc: null }) }])

    await expect.element(page.getByText('Запись пока нельзя послушать')).toBeVisible()

    expect(slider().elements()).toEqual([])
    expect(texts()).toHaveLength(3)
  })
})

describe('a light page that was offered', () => {
  it('is taken once', () => {
    const leave = () => ({ seconds: 5, isPlaying: false, paragraph: 7, isFollowing: false })
    offerLightPage({ wish: 'download', leave })

    expect(takeLightPage()).toEqual({ wish: 'download', ...leave() })
    expect(takeLightPage()).toBeUndefined()
  })
})
