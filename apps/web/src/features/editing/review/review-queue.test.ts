import { russianReviewRules } from '@doslovno/texts/language/review.ts'
import { describe, expect, it } from 'vitest'

import { run } from '#features/editing/text/steps.ts'
import { talk } from '#test/editing-server.ts'

import {
  accept,
  isLong,
  leftOf,
  minutesOf,
  move,
  placeFinder,
  progressOf,
  SHORT_SECONDS,
  startReview,
} from './review-queue.ts'

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
  it('contains the risky words and the sentences around them, the most harmful first', () => {
    expect(review.items.map((item) => marked(item))).toEqual([['Стоит', '15'], ['Мымрин'], ['Он', 'не'], ['Тут']])
    expect(review.items[1] && find(review.items[1])).toMatchObject({
      range: { at: 0, count: 1 },
      text: 'Это Мымрин пришёл.',
    })
  })

  it('asks who speaks at a change of speaker, alone only as long as it is one', () => {
    const [number, name, , speaker] = review.items
    const joined = run(TALK, [{ kind: 'assignSpeaker', at: 2, scope: 'phrase', speaker: 1 }])?.after
    const findNow = placeFinder(joined?.segments ?? [])

    expect(speaker && find(speaker)).toMatchObject({ border: { at: 2 } })
    expect(number && find(number)).toMatchObject({ border: { at: 3 } })
    expect(name && find(name)).not.toHaveProperty('border')
    expect(speaker && findNow(speaker)).toBeUndefined()
    expect(number && findNow(number)).toMatchObject({ border: { at: 3 } })
  })

  it('counts the places, those accepted and changed since included', () => {
    const second = accept(review, isThere)
    const after = run(TALK, [{ kind: 'editText', at: 3, count: 1, text: 'Даром.' }])?.after
    const findNow = placeFinder(after?.segments ?? [])

    expect(progressOf(review, isThere)).toEqual({ number: 1, total: 4 })
    expect(progressOf(second, (item) => findNow(item) !== undefined)).toEqual({ number: 2, total: 4 })
    expect(progressOf({ ...review, at: 1 }, (item) => findNow(item) !== undefined)).toEqual({ number: 1, total: 3 })
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

    expect(review.items.map((item) => marked(item, findNow))).toEqual([undefined, undefined, ['не'], ['Тут']])
  })

  it('leaves out items accepted earlier', () => {
    const passed = new Set(review.items[0]?.keys)

    expect(startReview(TALK.segments, russianReviewRules, passed).items).toHaveLength(3)
  })

  it('takes as many of the riskiest places as time permits', () => {
    const long = talk(...Array.from({ length: 60 }, (_, n) => `Мы не взяли ${n % 3 === 0 ? 15 : 'много'} хлеба.`))
    const short = startReview(long.segments, russianReviewRules, none, SHORT_SECONDS)
    const whole = startReview(long.segments, russianReviewRules, none)

    expect(minutesOf(short.items)).toBe(5)
    expect(short.items).toEqual(whole.items.slice(0, short.items.length))
    expect(short.items.slice(0, 20).every(({ reasons }) => reasons.includes('number'))).toBe(true)
    expect(short.items.length + short.later.length).toBe(60)
    expect(whole.items).toHaveLength(60)
    expect([isLong(short), isLong(whole), isLong(review)]).toEqual([true, true, false])
    expect(minutesOf([])).toBe(1)
  })
})
