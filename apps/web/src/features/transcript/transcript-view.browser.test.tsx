import type { Script } from '@doslovno/contract/scripts.ts'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { describe, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { userEvent } from 'vitest/browser'

import { Kit } from '#ui/kit.tsx'

import { TranscriptView } from './transcript-view.tsx'

const word = (text: string, start: number) => ({ text, start, end: start + 0.4, confidence: null })
const SCRIPT: Script = {
  id: 's1',
  fileName: 'Встреча.mp3',
  fileSize: 1_000_000,
  type: 'audio',
  duration: 10,
  uploadAt: '2026-11-15T09:00:00Z',
  status: 'complete',
  public: false,
  canEdit: true,
  fileSrc: silence(10),
  language: 'ru',
  speakers: 1,
  peaks: [10, 90, 40],
  script: [
    {
      start: 0,
      end: 1,
      text: 'Всем привет, начинаем.',
      speaker: 0,
      words: [word('Всем', 0), word('привет,', 0.4), word('начинаем.', 0.8)],
    },
    {
      start: 7,
      end: 8,
      text: 'Меня слышно?',
      speaker: 0,
      speakerName: 'Анна',
      words: [word('Меня', 7), word('слышно?', 7.5)],
    },
  ],
}

/** A real recording of so many silent seconds, made on the spot: 8 bits, 8 kHz. */
function silence(seconds: number): string {
  const bytes = new Uint8Array(44 + seconds * 8000).fill(128)
  const header = new DataView(bytes.buffer)
  const write = (at: number, text: string) =>
    new TextEncoder().encode(text).forEach((byte, i) => header.setUint8(at + i, byte))
  write(0, 'RIFF')
  header.setUint32(4, bytes.length - 8, true)
  write(8, 'WAVEfmt ')
  header.setUint32(16, 16, true)
  header.setUint16(20, 1, true)
  header.setUint16(22, 1, true)
  header.setUint32(24, 8000, true)
  header.setUint32(28, 8000, true)
  header.setUint16(32, 1, true)
  header.setUint16(34, 8, true)
  write(36, 'data')
  header.setUint32(40, bytes.length - 44, true)
  return URL.createObjectURL(new Blob([bytes], { type: 'audio/wav' }))
}

type Options = { script?: Partial<Script>; startAt?: number; renewSource?: () => Promise<string | null> }

async function open({ script, startAt, renewSource = () => Promise.resolve(null) }: Options = {}) {
  const rootRoute = createRootRoute({
    component: () => <TranscriptView script={{ ...SCRIPT, ...script }} startAt={startAt} renewSource={renewSource} />,
  })
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() })
  const screen = await render(<RouterProvider router={router as never} />, { wrapper: Kit }) // typed for the app's own router
  const position = screen.getByRole('slider', { name: 'Позиция воспроизведения' })
  return { screen, position }
}

const spokenWord = () => [...(CSS.highlights.get('spoken-word') ?? [])].map(String).join()
const activeParagraph = () => document.querySelector('[data-active]')?.textContent

describe('the reader', () => {
  it('seeks to the word that is clicked and marks it [FILE-7] [FILE-10]', async () => {
    const { screen, position } = await open()
    await expect.element(position).toBeVisible()

    await userEvent.click(screen.getByText('Меня слышно?'), { position: { x: 80, y: 12 } })

    await expect.element(position).toHaveAttribute('aria-valuetext', '0:07 из 0:10')
    expect(spokenWord()).toBe('слышно?')
  })

  it('marks the words one after another while the recording plays [FILE-7]', async () => {
    const { screen } = await open()
    const seen = new Set<string>()

    await screen.getByRole('button', { name: 'Слушать', exact: true }).click()

    await vi.waitFor(
      () => {
        seen.add(spokenWord())
        expect(seen).toContain('начинаем.')
      },
      { timeout: 5000, interval: 20 },
    )
    expect([...seen].filter(Boolean)).toEqual(['Всем', 'привет,', 'начинаем.'])
    await screen.getByRole('button', { name: 'Пауза' }).click()
  })

  it('plays from a paragraph when its time is pressed, also by the keyboard [FILE-7]', async () => {
    const { screen, position } = await open()
    const time = screen.getByRole('button', { name: 'Слушать с 0:07' })
    await expect.element(time).toBeVisible()

    time.element().focus()
    await userEvent.keyboard('{Enter}')

    await expect.element(screen.getByRole('button', { name: 'Пауза' })).toBeVisible()
    await expect.element(position).toHaveAttribute('aria-valuetext', expect.stringContaining('0:07'))
    expect(activeParagraph()).toContain('Меня слышно?')
  })

  it('opens at the second of a link [FILE-7]', async () => {
    const { position } = await open({ startAt: 7 })

    await expect.element(position).toHaveAttribute('aria-valuenow', '7')
    expect(spokenWord()).toBe('Меня')
  })

  it('is steered by keys, wherever the letters of the layout are', async () => {
    const { position } = await open()
    await expect.element(position).toBeVisible()

    window.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyL', key: 'д' }))
    await expect.element(position).toHaveAttribute('aria-valuenow', '10')
    window.dispatchEvent(new KeyboardEvent('keydown', { code: 'ArrowLeft', key: 'ArrowLeft' }))

    await expect.element(position).toHaveAttribute('aria-valuenow', '5')
  })

  it('takes a new address when the old one has expired, and goes on from the same second', async () => {
    const renewSource = vi.fn<() => Promise<string>>(() => Promise.resolve(silence(10)))
    const { screen, position } = await open({ script: { fileSrc: '/expired.mp3' }, startAt: 7, renewSource })

    await vi.waitFor(() => expect(renewSource).toHaveBeenCalledOnce())
    await screen.getByRole('button', { name: 'Слушать', exact: true }).click()

    await expect.element(screen.getByRole('button', { name: 'Пауза' })).toBeVisible()
    await expect.element(position).toHaveAttribute('aria-valuetext', expect.stringMatching(/^0:0[789]/))
  })

  it('says honestly that no speech was found', async () => {
    const { screen } = await open({ script: { script: [] } })

    await expect.element(screen.getByRole('heading', { name: 'Речи не слышно' })).toBeVisible()
  })

  it('copies the whole text by paragraphs', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const { screen } = await open()

    await screen.getByRole('button', { name: 'Скопировать текст' }).click()

    expect(writeText).toHaveBeenCalledExactlyOnceWith('Всем привет, начинаем.\n\nМеня слышно?')
  })
})
