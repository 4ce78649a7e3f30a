import { describe, expect, it } from 'vitest'

import { refuseTerm, tidyTerm } from './term-rules.ts'
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
