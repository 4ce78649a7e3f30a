import { describe, expect, it } from 'vitest'

import { startsTurn, shortNames, speakerColour, talksOf } from './speakers.ts'

const paragraph = (speaker: number, start: number, end: number) => ({ speaker, start, end, text: 'Да.', words: [] })

describe('speakers', () => {
  it('have eight colours, repeating from the ninth on', () => {
    expect([0, 7, 8].map(speakerColour)).toEqual(['var(--speaker-1)', 'var(--speaker-8)', 'var(--speaker-1)'])
  })

  it('share the talk by the seconds they speak', () => {
    const talks = talksOf([paragraph(1, 0, 30), paragraph(0, 30, 40), paragraph(1, 50, 60)])

    expect(talks).toEqual([
      { speaker: 0, percent: 20 },
      { speaker: 1, percent: 80 },
    ])
    expect(talksOf([])).toEqual([])
  })

  it('are called by first names when these are unique', () => {
    expect(shortNames(['Анна Ковалёва', 'Дмитрий Орлов'])).toEqual(['Анна', 'Дмитрий'])
    expect(shortNames(['Анна Ковалёва', 'Анна Орлова'])).toEqual(['Анна Ковалёва', 'Анна Орлова'])
    expect(shortNames(['Спикер 1', 'Спикер 2'])).toEqual(['Спикер 1', 'Спикер 2'])
  })

  it('are named at the first paragraph of a turn only', () => {
    const paragraphs = [paragraph(0, 0, 1), paragraph(0, 9, 10), paragraph(1, 10, 11), paragraph(0, 11, 12)]

    expect(paragraphs.map((_, index) => startsTurn(paragraphs, index))).toEqual([true, false, true, true])
  })
})
