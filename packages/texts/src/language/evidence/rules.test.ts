import { checkStatement } from '@doslovno/domain/evidence/check-statement.ts'
import { prepareEvidence } from '@doslovno/domain/evidence/prepare.ts'
import type { Check } from '@doslovno/domain/evidence/verdict.ts'
import { describe, expect, it } from 'vitest'

import { russian } from '#test/russian.ts'

const NAMES = new Map([
  [0, 'Андрей'],
  [1, 'Ольга Зимина'],
])
const SENTENCES: readonly (readonly [speaker: number, text: string])[] = [
  [0, 'На рекламу в апреле потратили шестьсот пятьдесят тысяч рублей вместо пятисот.'],
  [0, 'В Директе заявка подешевела, было восемьсот рублей, стало шестьсот двадцать.'],
  [1, 'Релиз перенесли на второе июня, это вторник.'],
  [1, 'Марина Ковалёва просит двести тысяч, а Артём Белов сто шестьдесят.'],
  [0, 'Юристы не согласовали договор с банком.'],
  [0, 'Жильё врачам мы дать не можем.'],
  [1, 'Если Катя откажется, вернёмся к поиску аналитика.'],
  [0, 'Трамвай приносил прибыль, а конка была убыточной.'],
  [1, 'Завод в Твери работает с девяносто седьмого года.'],
  [1, 'Средний балл вырос с трёх и восьми до четырёх.'],
  [0, 'Скидка семь процентов на монтаж котла, это половина стоимости датчика.'],
]
const evidence = prepareEvidence(
  SENTENCES.map(([speaker, text]) => ({ speaker, text })),
  NAMES,
  russian,
)

const check = (text: string, cites: readonly number[], who: readonly number[] = []): Check =>
  checkStatement({ text, cites, who }, evidence, russian)
const codesOf = (result: Check) => result.reasons.map(({ code }) => code)

describe('a confirmed statement', () => {
  it.each([
    ['В апреле на рекламу потратили 650 тысяч рублей.', 0, 'digits for words'],
    ['Заявка в Директе подешевела с 800 до 620 рублей.', 1, 'a range'],
    ['Релиз перенесён на 2 июня.', 2, 'a date in digits'],
    ['Артём Белов просит 160 тысяч.', 3, 'thousands said once'],
    ['Юристы не согласовали договор.', 4, 'a kept negation'],
    ['Больница не может дать врачам жильё.', 5, 'a kept modal'],
    ['Если Катя откажется, вернутся к поиску аналитика.', 6, 'a kept condition'],
    ['Конка была убыточной.', 7, 'one of two clauses'],
    ['Завод в Твери работает с 1997 года.', 8, 'a year without its century'],
    ['Средний балл вырос с 3,8 до 4.', 9, 'a decimal said in two words'],
    ['Скидка на монтаж котла — 7 %, 50 % стоимости датчика.', 10, 'shares as percents'],
  ])('«%s» has nothing against it: %#', (text, cite) => {
    expect(check(text, [cite])).toMatchObject({ verdict: 'confirmed', reasons: [] })
  })
})

describe('rule 1, the citation', () => {
  it('drops a statement that cites nothing and is found nowhere', () => {
    expect(check('Офис переедет в новое здание.', [99])).toEqual({
      verdict: 'dropped',
      reasons: [{ code: 'noCitation', words: [] }],
      anchors: [],
    })
  })

  it('finds the sentence of a statement with a wrong citation', () => {
    expect(check('Релиз перенесли на 2 июня.', [9])).toMatchObject({ verdict: 'confirmed', anchors: [2] })
    expect(check('Релиз перенесли на 2 июня.', [])).toMatchObject({ verdict: 'confirmed', anchors: [2] })
  })

  it('looks for it within the part that was read', () => {
    const claim = { text: 'Релиз перенесли на 2 июня.', cites: [], who: [] }

    expect(checkStatement(claim, evidence, russian, { within: { from: 5, to: 11 } }).verdict).toBe('dropped')
  })

  it('anchors a statement to the words when the citation is off by one', () => {
    expect(check('Релиз перенесли на 2 июня.', [3]).anchors).toEqual([2])
  })
})

describe('rule 2, numbers', () => {
  it('drops another number of the same thing', () => {
    expect(check('На рекламу потратили 750 тысяч рублей.', [0])).toMatchObject({
      verdict: 'dropped',
      reasons: [{ code: 'number', words: ['750 тысяч'] }],
    })
  })

  it('doubts a number that counts another thing', () => {
    expect(check('Релиз перенесли на 14 дней.', [2])).toMatchObject({ verdict: 'unsure' })
    expect(codesOf(check('Релиз перенесли на 14 дней.', [2]))).toContain('number')
  })

  it('doubts a range that is turned round', () => {
    expect(codesOf(check('Заявка подешевела с 620 до 800 рублей.', [1]))).toContain('number')
  })

  it('lets a rough number be rounder than the said one, and not finer', () => {
    expect(codesOf(check('На рекламу потратили около 660 тысяч рублей.', [0]))).not.toContain('number')
    expect(codesOf(check('На рекламу потратили около 653 тысяч рублей.', [0]))).toContain('number')
  })
})

describe('rule 3, dates', () => {
  it.each(['Релиз перенесли на среду.', 'Релиз перенесли на июль.', 'Релиз перенесли на следующую неделю.'])(
    'doubts «%s»',
    (text) => {
      expect(codesOf(check(text, [2]))).toContain('date')
    },
  )

  it('doubts a day with the month of another day', () => {
    expect(codesOf(check('Релиз перенесли на 2 апреля.', [2]))).toContain('number')
  })
})

describe('rule 4, names', () => {
  it('drops a name that nothing resembles', () => {
    const result = check('Геннадий просит двести тысяч.', [3])

    expect(result.verdict).toBe('dropped')
    expect(result.reasons).toContainEqual({ code: 'name', words: ['Геннадий'] })
  })

  it('doubts a name that is said elsewhere', () => {
    expect(check('Марина была убыточной.', [8])).toMatchObject({ verdict: 'unsure' })
  })

  it('knows short names, other cases and a letter misheard', () => {
    expect(check('Оле перенесли релиз на второе июня.', [2], [1]).verdict).toBe('confirmed')
    expect(check('Марина Ковалева просит двести тысяч.', [3]).verdict).toBe('confirmed')
    expect(check('Марине Ковалёвой нужно двести тысяч.', [3]).verdict).toBe('confirmed')
  })

  it('doubts a first name beside the surname of another', () => {
    expect(codesOf(check('Марина Белов просит двести тысяч.', [3]))).toContain('name')
  })

  it('doubts a strange surname at the start of a sentence', () => {
    expect(codesOf(check('Кузнецов перенёс релиз на второе июня.', [2]))).toContain('name')
  })
})

describe('rule 5, negation', () => {
  it.each([
    ['Юристы согласовали договор с банком.', 4, 'the negation is lost'],
    ['Релиз не перенесли на второе июня.', 2, 'a negation is added'],
    ['Больница может дать врачам жильё.', 5, 'the negated modal is lost'],
    ['Завод в Твери не может работать с девяносто седьмого года.', 8, 'a negated modal is added'],
  ])('doubts «%s»: %#', (text, cite) => {
    expect(codesOf(check(text, [cite]))).toContain('negation')
  })
})

describe('rule 6, opposites', () => {
  it.each([
    ['В Директе заявка подорожала.', 1],
    ['Конка была прибыльной.', 7],
    ['Трамвай приносил убыток.', 7],
  ])('doubts «%s»', (text, cite) => {
    expect(codesOf(check(text, [cite]))).toContain('opposite')
  })
})

describe('rule 7, conditions', () => {
  it('doubts that something happened which was only supposed', () => {
    expect(codesOf(check('Катя отказалась, поиск аналитика идёт.', [6]))).toContain('condition')
  })
})

describe('rule 8, speakers', () => {
  it('doubts a speaker who said none of the cited sentences', () => {
    expect(check('Релиз перенесли на второе июня.', [2], [0])).toMatchObject({
      verdict: 'unsure',
      reasons: [{ code: 'speaker' }],
    })
  })

  it('accepts the speaker of one of the cited sentences', () => {
    expect(check('Релиз перенесли на второе июня.', [1, 2], [1]).verdict).toBe('confirmed')
  })
})

describe('rules 9–11, words', () => {
  it('doubts a verb that nobody said', () => {
    expect(codesOf(check('Марина Ковалёва подписала двести тысяч.', [3]))).toContain('predicate')
  })

  it('doubts an invented clause of a true statement', () => {
    expect(codesOf(check('Релиз перенесли на второе июня, а офис переедет в новое здание.', [2]))).toContain('clause')
  })

  it('doubts a statement whose words were hardly said', () => {
    expect(check('Сроки сдвигаются из-за тестирования платежей.', [2])).toMatchObject({ verdict: 'unsure' })
    expect(codesOf(check('Сроки сдвигаются из-за тестирования платежей.', [2]))).toContain('coverage')
  })
})
