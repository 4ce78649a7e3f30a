import { createCanvas, loadImage } from '@napi-rs/canvas'
import { afterAll, describe, expect, it } from 'vitest'

import { type Card, createPreviews } from './index.ts'

const previews = createPreviews()
afterAll(() => previews.close())

const card: Card = {
  title: 'Лекция 7. Радуга',
  quote: { text: '«Свет раскладывается на цвета.»', name: 'Анна', time: '1:08' },
  about: '1\u00a0ч\u00a013\u00a0мин · 2\u00a0спикера',
}
const quoting = (text: string): Card => ({ ...card, quote: { text, name: 'Анна', time: '1:08' } })
const [PAPER, MARKER, INK] = ['250,249,246', '255,221,87', '28,26,23']

/** How many pixels have each colour. */
async function coloursOf(png: Buffer | undefined): Promise<{ size: [number, number]; count: Map<string, number> }> {
  const image = await loadImage(png ?? Buffer.alloc(0))
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, image.width, image.height)
  const count = new Map<string, number>()
  for (let at = 0; at < data.length; at += 4) {
    const colour = `${data[at]},${data[at + 1]},${data[at + 2]}`
    count.set(colour, (count.get(colour) ?? 0) + 1)
  }
  return { size: [image.width, image.height], count }
}

describe('a preview', () => {
  it('is a PNG of 1200 × 630: ink and a marker on paper', async () => {
    const png = await previews.draw(card)

    const { size, count } = await coloursOf(png)
    expect(size).toEqual([1200, 630])
    expect(png?.subarray(1, 4).toString()).toBe('PNG')
    expect(count.get(PAPER)).toBeGreaterThan(400_000)
    expect(count.get(MARKER)).toBeGreaterThan(60_000)
    expect(count.get(INK)).toBeGreaterThan(15_000)
  })

  it('marks no title where there is no quote', async () => {
    const { count } = await coloursOf(await previews.draw({ ...card, quote: undefined }))

    expect(count.get(MARKER)).toBeLessThan(5_000)
    expect(count.get(INK)).toBeGreaterThan(15_000)
  })

  it('shows its quote, title, speaker, time and facts, the same each time', async () => {
    const quote = { text: '«Свет раскладывается на цвета.»', name: 'Анна', time: '1:08' }
    const others: Card[] = [
      card,
      quoting('«Свет не раскладывается.»'),
      { ...card, title: 'Лекция 8' },
      { ...card, quote: { ...quote, name: 'Борис' } },
      { ...card, quote: { ...quote, time: '1:09' } },
      { ...card, about: '5\u00a0мин' },
    ]

    const images = await Promise.all([card, ...others].map((other) => previews.draw(other)))

    expect(images[0]).toEqual(images[1])
    expect(new Set(images.map((image) => image?.toString('base64'))).size).toBe(others.length)
  })

  it.each([
    ['a word without end', 'Ы'.repeat(100_000)],
    ['two hundred words', '«слово» '.repeat(200)],
    ['markup', '</text></svg><script>alert(1)</script>&amp;<!--'],
    ['control characters', Array.from({ length: 40 }, (_, code) => String.fromCharCode(code)).join('a')],
    ['text from right to left', '\u202eשלום عليكم\u202c abc'],
    ['other scripts and emoji', '会議🎉👩‍👩‍👧🏽'],
    ['heaped accents', `a${'\u0301'.repeat(5000)}`],
    ['halves of pairs', '\ud83d\udc00\ud83d'],
    ['nothing', ''],
    ['non-breaking spaces', '\u00a0'.repeat(1000)],
  ])('survives %s', async (_, text) => {
    const png = await previews.draw({ title: text, quote: { text, name: text, time: '0:00' }, about: '5\u00a0мин' })

    expect((await coloursOf(png)).size).toEqual([1200, 630])
    expect(png?.length).toBeLessThan(120_000)
  })

  it('is drawn while the process does other things', async () => {
    let ticks = 0
    const clock = setInterval(() => ticks++, 5)
    await Promise.all(Array.from({ length: 8 }, (_, index) => previews.draw(quoting(`«Фраза ${index}»`))))
    clearInterval(clock)

    expect(ticks).toBeGreaterThan(8)
  })

  it('is refused while too many wait', async () => {
    const drawn = await Promise.all(Array.from({ length: 40 }, () => previews.draw(card)))

    expect(drawn.filter(Boolean)).toHaveLength(31)
  })

  it('is drawn by a new thread after one failed', async () => {
    const broken = { ...card, title: null } as unknown as Card // as if the drawing had a bug

    await expect(previews.draw(broken)).rejects.toThrow(/null/)
    expect(await previews.draw(card)).toBeInstanceOf(Buffer)
  })
})
