import { describe, expect, it } from 'vitest'

import { type Box, setLine, setText } from './layout.ts'

/** Every letter is as wide as half the size. */
const measure = (text: string, size: number) => (text.length * size) / 2
const box: Box = { width: 200, height: 100, lineHeight: 1, measure }
const SIZES = [40, 20, 10]

describe('a text in a box', () => {
  it('has the largest type that fits', () => {
    expect(setText('Почему?', SIZES, '…', box)).toEqual({ size: 40, lines: ['Почему?'] })
    expect(setText('Свет раскладывается на цвета.', SIZES, '…', box)).toEqual({
      size: 20,
      lines: ['Свет раскладывается', 'на\u00a0цвета.'],
    })
  })

  it('has lines of about equal length', () => {
    expect(setText('один два три четыре пять', [20], '…', box).lines).toEqual(['один два три', 'четыре пять'])
  })

  it('breaks neither at a non-breaking space nor after a short word nor before a dash', () => {
    const { lines } = setText('ждали около 15\u00a0минут и в доме — ни души', [20], '…', { ...box, width: 110 })

    expect(lines).toEqual(['ждали около', '15\u00a0минут', 'и\u00a0в\u00a0доме\u00a0—', 'ни\u00a0души'])
  })

  it('ends with the ending if it is too long for the smallest type, at the end of a word', () => {
    const { size, lines } = setText('слово, '.repeat(100).trim(), SIZES, '…»', box)

    expect(size).toBe(10)
    expect(lines).toHaveLength(10)
    expect(lines.at(-1)).toMatch(/слово…»$/)
    for (const line of lines) expect(measure(line, size)).toBeLessThanOrEqual(200)
  })

  it('holds a word that is wider than the box', () => {
    const { lines } = setText('ы'.repeat(1000), SIZES, '…', box)

    expect(lines).toHaveLength(10)
    expect(lines.at(-1)).toBe(`${'ы'.repeat(39)}…`)
  })
})

describe('a line', () => {
  it('is cut after a word, or within the only one', () => {
    expect(setLine('коротко', 20, 200, measure)).toBe('коротко')
    expect(setLine('протокол собрания группы', 20, 200, measure)).toBe('протокол собрания…')
    expect(setLine('протокол по делу', 20, 110, measure)).toBe('протокол…')
    expect(setLine('ы'.repeat(50), 20, 200, measure)).toBe(`${'ы'.repeat(19)}…`)
  })
})
