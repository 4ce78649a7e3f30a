import { recheck } from '@doslovno/domain/evidence/recheck.ts'
import type { StoredStatement } from '@doslovno/domain/summary/statement.ts'
import { describe, expect, it } from 'vitest'

import { russian } from '#test/russian.ts'

const TEXTS = [
  'Перерасход получился из-за рекламы.',
  'На рекламу в апреле потратили шестьсот пятьдесят тысяч рублей.',
  'Заявка подешевела до шестисот рублей.',
  'Следующая встреча в среду.',
]
const spoken = (texts: readonly string[]) => ({
  sentences: texts.map((text, n) => ({ start: n * 10, end: n * 10 + 9, text, speaker: 0 })),
  speakerNames: new Map<number, string>(),
})
const statement = (text: string, start: number): StoredStatement => ({
  text,
  section: 'main',
  who: [0],
  verdict: 'confirmed',
  reasons: [],
  anchors: [{ start, end: start + 9 }],
})
const STORED = [
  statement('В апреле на рекламу потратили 650 тысяч рублей.', 10),
  statement('Следующая встреча — в среду.', 30),
]

describe('recheck', () => {
  it('keeps every verdict while the text says the same', () => {
    expect(recheck(STORED, spoken(TEXTS), russian)).toEqual({ statements: STORED, fallen: 0 })
  })

  it('lets the verdict fall whose number was corrected, and no other', () => {
    const corrected = TEXTS.with(1, 'На рекламу в апреле потратили семьсот пятьдесят тысяч рублей.')

    const { statements, fallen } = recheck(STORED, spoken(corrected), russian)

    expect(fallen).toBe(1)
    expect(statements.map(({ verdict }) => verdict)).toEqual(['dropped', 'confirmed'])
    expect(statements[0]?.reasons).toEqual([{ code: 'number', words: ['650 тысяч'] }])
    expect(statements[0]?.anchors).toEqual(STORED[0]?.anchors)
  })

  it('confirms again what the next correction puts right', () => {
    const fallen = recheck(STORED, spoken(TEXTS.with(1, 'На рекламу потратили семьсот тысяч рублей.')), russian)

    const { statements } = recheck(fallen.statements, spoken(TEXTS), russian)

    expect(statements.map(({ verdict }) => verdict)).toEqual(['confirmed', 'confirmed'])
  })

  it('finds a sentence that was split by its time', () => {
    const { sentences, speakerNames } = spoken(TEXTS)
    const halves = [
      { start: 10, end: 13, text: 'На рекламу в апреле', speaker: 0 },
      { start: 13, end: 19, text: 'потратили шестьсот пятьдесят тысяч рублей.', speaker: 0 },
    ]

    const { statements } = recheck(STORED, { sentences: sentences.toSpliced(1, 1, ...halves), speakerNames }, russian)

    expect(statements[0]).toMatchObject({ verdict: 'confirmed', anchors: [{ start: 10 }, { start: 13, end: 19 }] })
  })

  it('keeps the verdict of a statement that never had a moment', () => {
    const lost: StoredStatement = {
      ...STORED[0]!,
      verdict: 'dropped',
      reasons: [{ code: 'address', words: [] }],
      anchors: [],
    }

    expect(recheck([lost], spoken(TEXTS), russian)).toEqual({ statements: [lost], fallen: 0 })
  })
})
