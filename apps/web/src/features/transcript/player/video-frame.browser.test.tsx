import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'

import { signInOnDesktop } from '#test/screen.ts'
import { openFile, said } from '#test/transcript.tsx'

const SCRIPT = Array.from({ length: 40 }, (_, index) =>
  said('Мы сняли это за одно лето на даче.', index * 5, index % 2),
)

signInOnDesktop(1280, 800)

/** A short film of an empty canvas. */
async function film(): Promise<string> {
  const canvas = document.createElement('canvas')
  const brush = canvas.getContext('2d')
  const recorder = new MediaRecorder(canvas.captureStream(), { mimeType: 'video/webm' })
  const filmed = new Promise<Blob>((resolve) => {
    recorder.ondataavailable = ({ data }) => {
      if (data.size > 0) resolve(data)
      if (recorder.state === 'recording') recorder.stop()
    }
  })
  const draw = () => {
    brush?.fillRect(0, 0, canvas.width, canvas.height)
    if (recorder.state === 'recording') requestAnimationFrame(draw)
  }
  recorder.start(200)
  draw()
  return URL.createObjectURL(await filmed)
}

async function openVideo(width: number, height: number) {
  await page.viewport(width, height)
  const { screen } = await openFile({ type: 'video', script: SCRIPT, fileSrc: await film() })
  const picture = screen.getByRole('region', { name: 'Видео' })
  await expect.element(picture).toHaveAttribute('data-picture')
  return { screen, box: () => picture.element().getBoundingClientRect() }
}

describe('the picture of a video', () => {
  it.each([
    ['a page zoomed to 200%', 720, 450],
    ['a phone on its side', 844, 390],
  ])('scrolls away on %s, and most of the window is text', async (_name, width, height) => {
    const { screen, box } = await openVideo(width, height)
    expect(box().height).toBeLessThanOrEqual(height * 0.35 + 1)

    window.scrollTo(0, document.documentElement.scrollHeight / 2)

    await vi.waitFor(() => expect(box().bottom).toBeLessThan(0))
    const toolbar = screen.getByRole('group', { name: 'Инструменты текста' }).element().getBoundingClientRect()
    const player = screen.getByRole('region', { name: 'Плеер' }).element().getBoundingClientRect()
    expect(player.top - toolbar.bottom).toBeGreaterThan(height * 0.55)
  })

  it('stays above the text on a phone, in a third of the window', async () => {
    const { screen, box } = await openVideo(390, 844)

    window.scrollTo(0, document.documentElement.scrollHeight / 2)

    const toolbar = screen.getByRole('group', { name: 'Инструменты текста' }).element()
    await vi.waitFor(() => {
      expect(box().top).toBe(0)
      expect(toolbar.getBoundingClientRect().top).toBeCloseTo(box().bottom, 0)
    })
    expect(box().height).toBeLessThanOrEqual(844 * 0.35)
  })
})
