import { checkStatement } from '@doslovno/domain/evidence/check-statement.ts'
import { checkTopic } from '@doslovno/domain/evidence/check-topic.ts'
import { prepareEvidence } from '@doslovno/domain/evidence/prepare.ts'
import { describe, expect, it } from 'vitest'

import { russian } from '#test/russian.ts'

const SAID = [
  'Быть может, от этого удара погиб материк, лежавший на запад от Африки.',
  'Любимый фильм и радга атмосферная оптическая.',
  'Радга — атмосферное явление.',
  'Скальца определил что, любимый фильм.',
  'Надо подготовить смету до пятницы.',
  'В дашборде поднимем три сервера.',
  'Дашборд обновим завтра.',
]
const evidence = prepareEvidence(
  SAID.map((text) => ({ text, speaker: 0 })),
  new Map(),
  { ...russian, isKnown: (word) => !/радг|скальц|дашборд|глобурд/u.test(word) },
)
const language = { ...russian, isKnown: (word: string) => !/радг|скальц|дашборд|глобурд/u.test(word) }

const check = (text: string, cite: number, options: { isTask?: boolean } = {}) =>
  checkStatement({ text, cites: [cite], who: [], ...options }, evidence, language)

describe('a statement under the shield', () => {
  it('is no copy from the middle of a thought', () => {
    const said = [
      'Коллеги, всем добрый день, давайте начинать.',
      'Мы втянули его, и он упал.',
      'Нельзя, юристы против.',
      'Но средняя цена заявки всё равно выросла.',
      'Театр открыли шестого января.',
    ].map((text) => ({ text, speaker: 0 }))
    const prepared = prepareEvidence(said, new Map(), russian)
    const verdictOf = (text: string, cite: number) =>
      checkStatement({ text, cites: [cite], who: [] }, prepared, russian).verdict

    expect(said.map(({ text }, n) => verdictOf(text, n))).toEqual(['unsure', 'unsure', 'confirmed', 'unsure', 'confirmed']) // prettier-ignore
    expect(verdictOf('Средняя цена заявки выросла.', 3)).toBe('confirmed')
  })

  it('is of words that stand among known ones', () => {
    const clean = Array.from({ length: 10 }, () => 'Мы записали разговор и проверили его на слух.')
    const around = (others: readonly string[]) => {
      const said = [...others, 'Материк погиб от удара.'].map((text) => ({ text, speaker: 0 }))
      const claim = { text: 'Материк погиб от удара.', cites: [others.length], who: [] }
      return checkStatement(claim, prepareEvidence(said, new Map(), language), language)
    }
    const misheard = clean.map((text) => text.replace('разговор', 'радгавор'))

    expect(around(clean)).toMatchObject({ verdict: 'confirmed' })
    expect(around(misheard)).toMatchObject({ verdict: 'unsure', reasons: [{ code: 'word', words: [] }] })
  })

  it('is a sentence of known words', () => {
    expect(check('Материк погиб от удара.', 0)).toMatchObject({ verdict: 'confirmed' })
  })

  it('has a verb and a subject', () => {
    expect(check('Удар от Африки на запад.', 0)).toMatchObject({ verdict: 'unsure', reasons: [{ code: 'sentence' }] })
  })

  it('may be an infinitive if it is a task', () => {
    expect(check('Подготовить смету до пятницы.', 4, { isTask: true })).toMatchObject({ verdict: 'confirmed' })
    expect(check('Подготовить смету до пятницы.', 4)).toMatchObject({ verdict: 'unsure' })
  })

  it('has no word that was heard once and that no list knows', () => {
    expect(check('Скальца определил любимый фильм.', 3)).toMatchObject({
      verdict: 'unsure',
      reasons: [{ code: 'word', words: ['Скальца'] }],
    })
  })

  it('may have a word of the recording that no list knows', () => {
    expect(check('В дашборде поднимем три сервера.', 5)).toMatchObject({ verdict: 'confirmed' })
  })
})

describe('a statement that is dropped', () => {
  it.each(['Материк погиб от удара и', 'Материк погиб от, удара.', 'Материк материк погиб от удара.'])(
    'breaks off or stumbles: «%s»',
    (text) => {
      expect(check(text, 0).verdict).toBe('dropped')
    },
  )

  it.each([
    'Участники обсудили различные вопросы.',
    'В записи говорится о разном.',
    'Речь о любимом фильме.',
    'Собеседники поделились мнениями.',
  ])('says nothing about the recording: «%s»', (text) => {
    expect(check(text, 1)).toMatchObject({
      verdict: 'dropped',
      reasons: expect.arrayContaining([{ code: 'hollow', words: [] }]),
    })
  })

  it('has a word that nobody knows or said', () => {
    expect(check('Материк погиб от глобурды.', 0)).toMatchObject({ verdict: 'dropped' })
  })

  it('has a word of another script that nobody said', () => {
    expect(check('Материк погиб от impact.', 0)).toMatchObject({ verdict: 'dropped' })
  })

  it('is a topic that suits any recording', () => {
    expect(checkTopic({ text: 'различных вопросах', cites: [0] }, evidence, language).verdict).toBe('dropped')
  })
})

it('checks in other languages that a statement is a sentence', () => {
  const link = (text: string) => checkStatement({ text, cites: [0], who: [] }, evidence, language, { isForeign: true })

  expect(link('Материк погиб.').verdict).toBe('linked')
  expect(link('Материк на запад от Африки.').verdict).toBe('unsure')
  expect(link('Участники обсудили различные вопросы.').verdict).toBe('dropped')
})
