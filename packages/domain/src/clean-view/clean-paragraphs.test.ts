import { describe, expect, it } from 'vitest'

import { toParagraphs } from '#transcript/paragraphs.ts'

import { paragraphCleaner } from './clean-paragraphs.ts'
import type { CleanRules } from './rules.ts'

const rules: CleanRules = {
  isFiller: (word) => word === 'э',
  asides: [],
  isRepeatable: () => true,
  beginsClause: () => false,
  isShort: () => false,
  spell: (word) => word,
}

function said(speaker: number, start: number, text: string) {
  const words = text
    .split(' ')
    .map((word, index) => ({ text: word, start: start + index, end: start + index + 1, confidence: null }))
  return { speaker, start, end: start + words.length, text, words }
}

const TALK = [said(0, 0, 'Э мы мы поехали.'), said(1, 4, 'Э.'), said(0, 5, 'Потом домой.')]

describe('paragraphs of the clean view', () => {
  it('keep their numbers, and their words keep their times', () => {
    const paragraphs = paragraphCleaner(rules)(TALK)

    expect(paragraphs.map(({ text, start, end }) => ({ text, start, end }))).toEqual([
      { text: 'Мы поехали.', start: 0, end: 4 },
      { text: '', start: 4, end: 5 },
      { text: 'Потом домой.', start: 5, end: 7 },
    ])
    expect(paragraphs[0]?.words.map(({ text, start }) => [text, start])).toEqual([
      ['Мы', 2],
      ['поехали.', 3],
    ])
    expect(paragraphs).toHaveLength(toParagraphs(TALK).length)
  })

  it('are the same objects until their words change', () => {
    const clean = paragraphCleaner(rules)
    const [first, , last] = clean(TALK)

    const after = clean([...TALK.slice(0, 2), said(0, 5, 'Потом в лес.')])

    expect(after[0]).toBe(first)
    expect(after[2]).not.toBe(last)
  })
})
