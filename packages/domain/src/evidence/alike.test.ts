import { describe, expect, it } from 'vitest'

import { editDistance, isAlike } from './alike.ts'

const FORMS = { changes: ['зжгд', 'кчц', 'хш'], perfective: ['по', 'на'] }

describe('isAlike', () => {
  it.each([
    ['релиз', 'релиз', 'the same stem'],
    ['тестирован', 'тестировщик', 'a long common beginning'],
    ['уреза', 'уреж', 'a changed consonant'],
    ['потрат', 'трат', 'a perfective verb'],
  ])('takes «%s» and «%s» for one word: %s', (a, b) => {
    expect(isAlike(a, b, FORMS)).toBe(true)
  })

  it.each([
    ['пост', 'построен', 'the common beginning is too small a share'],
    ['закрыл', 'открыл', 'both have a beginning of their own'],
    ['дом', 'дым', 'the words are short'],
    ['кост', 'кошк', 'the letters do not change for each other'],
  ])('takes «%s» and «%s» for two words: %s', (a, b) => {
    expect(isAlike(a, b, FORMS)).toBe(false)
  })
})

describe('editDistance', () => {
  it.each([
    ['назаров', 'назаров', 0],
    ['назаров', 'назоров', 1],
    ['назаров', 'лазоров', 2],
    ['назаров', 'иванова', 3],
    ['назаров', 'на', 3],
  ])('between «%s» and «%s» is %i, and never more than one over the limit', (a, b, distance) => {
    expect(editDistance(a, b, 2)).toBe(distance)
  })
})
