import { describe, expect, it } from 'vitest'

import { readTermList, refuseTerm, tidyTerm, writeTermList } from './term-rules.ts'
import { readWordList, writeWordList } from './word-list.ts'

const list = readWordList(writeWordList(new Set(['мир', 'бюджет']), new Set(['волга'])))
const refused = (text: string, saidAs: string[] = []) => refuseTerm(tidyTerm(text), saidAs, list)

describe('a term', () => {
  it.each(['Мюллер', 'Волга-Волга', 'O’Reilly', "д'Артаньян", 'k8s', 'Анна Мария фон Мюллер', 'Мир', 'волга', 'НДС'])(
    '«%s» is taken',
    (text) => {
      expect(refused(text, ['как слышится'])).toBeUndefined()
    },
  )

  it.each([
    ['tooShort', ' я '],
    ['tooShort', ''],
    ['tooLong', 'я'.repeat(81)],
    ['tooManyWords', 'раз два три четыре пять'],
    ['characters', 'мюллер:2'],
    ['characters', '-мюллер'],
    ['characters', 'мюллер#'],
    ['ordinary', 'бюджет'],
  ])('is refused as %s: «%s»', (reason, text) => {
    expect(refused(text)).toBe(reason)
  })

  it('has at most five ways to say it, of the same characters', () => {
    expect(refused('Kubernetes', ['кубер/нетес'])).toBe('saidAs')
    expect(refused('Kubernetes', ['раз', 'два', 'три', 'четыре', 'пять', 'шесть'])).toBe('saidAs')
  })

  it('is stored without needless spaces', () => {
    expect(tidyTerm('  Анна \u00a0 Мюллер\t')).toBe('Анна Мюллер')
  })
})

it('reads terms line by line, and keeps the numbers of the lines', () => {
  expect(readTermList('\uFEFFМюллер\r\n\r\n  Волга-Волга \n')).toEqual([
    { line: 1, text: 'Мюллер', saidAs: [] },
    { line: 3, text: 'Волга-Волга', saidAs: [] },
  ])
})

it('reads CSV with other ways to say a term', () => {
  expect(readTermList('"Kubernetes";"кубернетес, кубер";кубик\nJira\tджира\n;ничей')).toEqual([
    { line: 1, text: 'Kubernetes', saidAs: ['кубернетес', 'кубер', 'кубик'] },
    { line: 2, text: 'Jira', saidAs: ['джира'] },
    { line: 3, text: '', saidAs: ['ничей'] },
  ])
})

it('writes what it reads', () => {
  const terms = [
    { text: 'Kubernetes', saidAs: ['кубернетес', 'кубер'] },
    { text: 'Мюллер', saidAs: [] },
  ]

  expect(writeTermList(terms, 'csv')).toBe('Kubernetes;кубернетес, кубер\nМюллер\n')
  expect(readTermList(writeTermList(terms, 'csv'))).toMatchObject(terms)
  expect(writeTermList(terms, 'text')).toBe('Kubernetes\nМюллер\n')
})
