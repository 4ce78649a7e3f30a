import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { toParagraphs } from '#transcript/paragraphs.ts'

import { type CleanRules, cleanWords, paragraphCleaner } from './clean-words.ts'

const rules: CleanRules = {
  isFiller: (word) => ['uh', 'um'].includes(word),
  asides: [['well'], ['you', 'know']],
  isRepeatable: (word) => ['i', 'the', 'in'].includes(word),
  beginsClause: (word) => word === 'because',
  isShort: (word) => word === 'a',
  spell: (word) => (word === 'naive' ? 'naïve' : word),
}

const clean = (text: string) =>
  cleanWords(text.split(' '), rules)
    .map((word) => word.text)
    .join(' ')

describe('the clean view', () => {
  it.each([
    ['Uh, I agree.', 'I agree.'],
    ['Well, you know, i uh i agree, um.', 'I agree.'],
    ['He left, well, because it rained.', 'He left, because it rained.'],
    ['In the in the house.', 'In the house.'],
    ['A begi- beginning.', 'A beginning.'],
    ['Naive.', 'Naïve.'],
  ])('turns «%s» into «%s»', (said, shown) => {
    expect(clean(said)).toBe(shown)
  })

  it.each(['Very very good.', 'You know me.', 'Well done.', 'No, no.'])('leaves «%s» as it is', (said) => {
    expect(clean(said)).toBe(said)
  })

  it('tells which word each of its words stands for', () => {
    expect(cleanWords(['Uh', 'the', 'the', 'house.'], rules)).toEqual([
      { at: 2, text: 'The' },
      { at: 3, text: 'house.' },
    ])
  })
})

describe('the clean view of any speech', () => {
  const words = 'i the in uh um. well, Well, you know, know house house. Begi- beginning naive - "yes" 6-7 ... , . no'
  const speech = fc.array(fc.constantFrom(...words.split(' ')), { maxLength: 30 })
  /** Without words that are only ever doubled by mistake. */
  const calm = speech.map((said) => said.filter((word) => !rules.isRepeatable(word)))
  const lettersOf = (text: string) =>
    text
      .toLowerCase()
      .normalize('NFD')
      .replaceAll(/[^\p{L}\p{N}]/gu, '')

  it('keeps the order, and each of its words is the one it stands for', () => {
    fc.assert(
      fc.property(speech, (said) => {
        const shown = cleanWords(said, rules)
        const places = shown.map(({ at }) => at)

        expect(places).toEqual([...new Set(places)].toSorted((one, other) => one - other))
        for (const { at, text } of shown) expect(lettersOf(text)).toBe(lettersOf(said[at] ?? ''))
      }),
    )
  })

  it('never loses a word that means something', () => {
    fc.assert(
      fc.property(calm, (said) => {
        const places = new Set(cleanWords(said, rules).map(({ at }) => at))
        const meant = ['house', 'house.', 'beginning', 'naive', 'no', '"yes"', '6-7']

        const lost = said.filter((text, at) => meant.includes(text) && !places.has(at))

        expect(lost).toEqual([])
      }),
    )
  })

  it('is clean itself, once read again', () => {
    fc.assert(
      fc.property(speech, (said) => {
        const fillers = cleanWords(said, rules).filter(({ text }) => rules.isFiller(lettersOf(text)))

        expect(fillers).toEqual([])
      }),
    )
  })
})

describe('paragraphs of the clean view', () => {
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
