import { russianReviewRules } from '@doslovno/texts/language/review.ts'
import { describe, expect, it } from 'vitest'

import { run } from '#features/editing/text/steps.ts'
import { talk } from '#test/editing-server.ts'

import { accept, leftOf, minutesOf, move, placeFinder, startReview } from './review-queue.ts'

const TALK = talk('Это Мымрин пришёл.', 'Он не ушёл совсем.', 'Тут всё обычно.', 'Стоит 15 рублей.')
const none: ReadonlySet<string> = new Set()
const review = startReview(TALK.segments, russianReviewRules, none)
const find = placeFinder(TALK.segments)
const isThere = (item: (typeof review.items)[number]) => find(item) !== undefined
const marked = (item: (typeof review.items)[number], finder = find) => {
  const place = finder(item)
  return place?.marks.map(({ from, to }) => place.text.slice(from, to))
}

describe('the review queue', () => {
  it('contains the risky words and the sentences around them', () => {
    expect(review.items.map((item) => marked(item))).toEqual([['Мымрин'], ['Он', 'не'], ['Тут'], ['Стоит', '15']])
    expect(review.items[0] && find(review.items[0])).toMatchObject({
      range: { at: 0, count: 1 },
      text: 'Это Мымрин пришёл.',
    })
  })

  it('begins with questions of the vocabulary, one for all places, as long as they are open', () => {
    const maybe = { text: 'Мюллер', words: 1, termId: 'term' }
    const asked = talk('Он не знал.', 'Вот нюлер тут.', 'Снова Нюлер, да.').segments.map((segment) => ({
      ...segment,
      words: segment.words.map((word) => (/нюлер/iu.test(word.text) ? { ...word, maybe } : word)),
    }))

    const { items } = startReview(asked, russianReviewRules, none)
    const [first] = items

    expect(first).toMatchObject({
      reasons: ['vocabulary'],
      question: { heard: 'нюлер', places: [{ at: 1 }, { at: 2 }] },
    })
    expect(first && marked(first, placeFinder(asked))).toEqual(['нюлер'])
    expect(items.slice(1).flatMap(({ reasons }) => reasons)).not.toContain('vocabulary')
    const answered = asked.map((segment) => ({
      ...segment,
      words: segment.words.map(({ maybe: _maybe, ...word }) => word),
    }))
    expect(first && placeFinder(answered)(first)).toBeUndefined()
  })

  it('is accepted item by item in any order until none is left', () => {
    const third = move(move(review, 1, isThere), 1, isThere)
    const fourth = accept(third, isThere)
    const first = accept(fourth, isThere)
    const over = accept(accept(first, isThere), isThere)

    expect([third.at, fourth.at, first.at, over.at]).toEqual([2, 3, 0, 4])
    expect(leftOf(first, isThere)).toHaveLength(2)
    expect(leftOf(over, isThere)).toEqual([])
  })

  it('stops at both ends', () => {
    expect(move(review, -1, isThere).at).toBe(0)
    expect(move({ ...review, at: 3 }, 1, isThere).at).toBe(3)
  })

  it('finds its items after edits elsewhere, and drops deleted ones', () => {
    const after = run(TALK, [
      { kind: 'editText', at: 3, count: 1, text: 'Совсем даром.' },
      { kind: 'editText', at: 1, count: 1, text: 'И он всё же не ушёл совсем.' },
      { kind: 'editText', at: 0, count: 1, text: '' },
    ])?.after
    const findNow = placeFinder(after?.segments ?? [])

    expect(review.items.map((item) => marked(item, findNow))).toEqual([undefined, ['не'], ['Тут'], undefined])
  })

  it('leaves out items accepted earlier', () => {
    const passed = new Set(review.items[0]?.keys)

    expect(startReview(TALK.segments, russianReviewRules, passed).items).toHaveLength(3)
  })

  it('takes the forty riskiest places first and estimates their time', () => {
    const long = talk(...Array.from({ length: 60 }, (_, n) => `Мы не взяли ${n % 3 === 0 ? 15 : 'много'} хлеба.`))
    const { items, later } = startReview(long.segments, russianReviewRules, none)

    expect(items).toHaveLength(40)
    expect(later).toBe(20)
    expect(minutesOf(items)).toBeGreaterThan(5)
    expect(minutesOf([])).toBe(1)
  })
})
