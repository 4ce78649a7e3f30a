import type { Segment } from '@doslovno/domain/transcript/segments.ts'
import { russianReviewRules } from '@doslovno/texts/language/review.ts'
import { describe, expect, it } from 'vitest'

import { run } from '#features/editing/text/steps.ts'
import { talk } from '#test/editing-server.ts'

import {
  aboutWords,
  accept,
  isLong,
  leftOf,
  minutesOf,
  move,
  narrow,
  placeFinder,
  progressOf,
  type ReviewText,
  SHORT_SECONDS,
  startReview,
} from './review-queue.ts'

const TALK = talk('Это Мымрин пришёл.', 'Он не ушёл совсем.', 'Тут всё обычно.', 'Стоит 15 рублей.')
const about = (segments: readonly Segment[], change: Partial<ReviewText> = {}): ReviewText => ({
  segments,
  unheard: [],
  rules: russianReviewRules,
  isAnswered: () => false,
  ...change,
})
const review = startReview(about(TALK.segments))
const find = placeFinder(TALK.segments, [])
const isThere = (item: (typeof review.items)[number]) => find(item) !== undefined
const marked = (item: (typeof review.items)[number], finder = find) => {
  const place = finder(item)
  return place?.text.slice(place.mark.from, place.mark.to)
}

describe('the review queue', () => {
  it('asks about one word at a time, the most harmful first', () => {
    expect(review.items.map((item) => [item.reason, marked(item)])).toEqual([
      ['number', '15'],
      ['name', 'Мымрин'],
      ['speaker', 'Стоит'],
      ['speaker', 'Тут'],
      ['negation', 'не'],
    ])
    expect(review.items[1] && find(review.items[1])).toMatchObject({
      range: { at: 0, count: 1 },
      text: 'Это Мымрин пришёл.',
    })
  })

  it('asks once about each speaker of short turns, as long as they begin there', () => {
    const [, , first, second] = review.items
    const joined = run(TALK, [{ kind: 'assignSpeaker', at: 3, scope: 'phrase', speaker: 0 }])?.after
    const findNow = placeFinder(joined?.segments ?? [], [])

    expect(second && find(second)).toMatchObject({ range: { at: 2 } })
    expect(second && findNow(second)).toMatchObject({ range: { at: 2 } })
    expect(first && find(first)).toMatchObject({ range: { at: 3 } })
    expect(first && findNow(first)).toBeUndefined()
  })

  it('asks once about a name in all of its forms, and finds every place', () => {
    const long = talk('Вот Мымрин.', 'Нет Мымрина.', 'Позвали Мымрина.')
    const [name] = startReview(about(long.segments)).items

    expect(name).toMatchObject({ reason: 'name', count: 3 })
    expect(name && placeFinder(long.segments, [])(name)?.places.map(({ at }) => at)).toEqual([1, 2, 0])
  })

  it('begins with speech without words, as long as it is without', () => {
    const unheard = [{ start: 15, end: 18 }]
    const [first] = startReview(about(TALK.segments, { unheard })).items
    const isAnswered = (key: string) => key === 'unheard 15'

    expect(first).toMatchObject({ reason: 'unheard', start: 15, end: 18 })
    expect(first && placeFinder(TALK.segments, unheard)(first)).toMatchObject({ range: { at: 1 } })
    expect(first && placeFinder(TALK.segments, [])(first)).toBeUndefined()
    expect(startReview(about(TALK.segments, { unheard, isAnswered })).items[0]).toMatchObject({ reason: 'number' })
  })

  it('asks on about the other places of a number that was changed at one', () => {
    const long = talk('Взяли 15 штук.', 'Снова 15 штук.')
    const begun = startReview(about(long.segments))
    const after = run(long, [{ kind: 'editText', at: 0, count: 1, text: 'Взяли 16 штук.' }])?.after.segments ?? []

    const rest = narrow(begun, after, new Set())

    expect(rest?.items[0]).toMatchObject({ reason: 'number', count: 1, start: 9.95 })
    expect(rest && narrow(rest, after, new Set(rest.items[0]?.keys))).toBeUndefined()
  })

  it('passes what is about a word that was typed elsewhere', () => {
    expect(aboutWords(review, new Set(['мымрин']))).toEqual([review.items[1]])
    expect(aboutWords(review, new Set(['15']))).toEqual([])
  })

  it('counts the places, those accepted and changed since included', () => {
    const second = accept(review, isThere)
    const after = run(TALK, [{ kind: 'editText', at: 3, count: 1, text: 'Даром.' }])?.after
    const findNow = placeFinder(after?.segments ?? [], [])

    expect(progressOf(review, isThere)).toEqual({ number: 1, total: 5 })
    expect(progressOf(second, (item) => findNow(item) !== undefined)).toEqual({ number: 2, total: 4 })
    expect(progressOf({ ...review, at: 1 }, (item) => findNow(item) !== undefined)).toEqual({ number: 1, total: 3 })
  })

  it('asks the questions of the vocabulary, one for all places, as long as they are open', () => {
    const maybe = { text: 'Мюллер', words: 1, termId: 'term' }
    const asked = talk('Он не знал.', 'Вот нюлер тут.', 'Снова Нюлер, да.').segments.map((segment) => ({
      ...segment,
      words: segment.words.map((word) => (/нюлер/iu.test(word.text) ? { ...word, maybe } : word)),
    }))

    const { items } = startReview(about(asked))
    const [first] = items

    expect(first).toMatchObject({
      reason: 'vocabulary',
      question: { heard: 'нюлер', places: [{ at: 1 }, { at: 2 }] },
    })
    expect(first && marked(first, placeFinder(asked, []))).toBe('нюлер')
    expect(items.slice(1).map(({ reason }) => reason)).not.toContain('vocabulary')
    const answered = asked.map((segment) => ({
      ...segment,
      words: segment.words.map(({ maybe: _maybe, ...word }) => word),
    }))
    expect(first && placeFinder(answered, [])(first)).toBeUndefined()
  })

  it('is accepted item by item in any order until none is left', () => {
    const third = move(move(review, 1, isThere), 1, isThere)
    const fourth = accept(third, isThere)
    const over = [1, 2, 3, 4].reduce((now) => accept(now, isThere), fourth)

    expect([third.at, fourth.at, over.at]).toEqual([2, 3, 5])
    expect(leftOf(fourth, isThere)).toHaveLength(4)
    expect(leftOf(over, isThere)).toEqual([])
  })

  it('stops at both ends', () => {
    expect(move(review, -1, isThere).at).toBe(0)
    expect(move({ ...review, at: 4 }, 1, isThere).at).toBe(4)
  })

  it('finds its items after edits elsewhere, and drops deleted ones', () => {
    const after = run(TALK, [
      { kind: 'editText', at: 3, count: 1, text: 'Стоит совсем даром.' },
      { kind: 'editText', at: 1, count: 1, text: 'И он всё же не ушёл совсем.' },
      { kind: 'editText', at: 0, count: 1, text: '' },
    ])?.after
    const findNow = placeFinder(after?.segments ?? [], [])

    expect(review.items.map((item) => marked(item, findNow))).toEqual([undefined, undefined, 'Стоит', 'Тут', 'не'])
  })

  it('leaves out what was answered for', () => {
    const answered = new Set(review.items[0]?.keys)

    expect(startReview(about(TALK.segments, { isAnswered: (key) => answered.has(key) })).items).toHaveLength(4)
  })

  it('takes as many of the most harmful questions as time permits', () => {
    const long = talk(...Array.from({ length: 60 }, (_, n) => `Мы не взяли ${n} хлеба.`))
    const short = startReview(about(long.segments), SHORT_SECONDS)
    const whole = startReview(about(long.segments))

    expect(minutesOf(short.items)).toBe(5)
    expect(short.items).toEqual(whole.items.slice(0, short.items.length))
    expect(short.items.every(({ reason }) => reason === 'number')).toBe(true)
    expect(short.items.length + short.later.length).toBe(whole.items.length)
    expect([isLong(short), isLong(whole), isLong(review)]).toEqual([true, true, false])
    expect(minutesOf([])).toBe(1)
  })
})
