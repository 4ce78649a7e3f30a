import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { findBorders, findChapters, WINDOW_SENTENCES } from './chapters.ts'

const pause = () => Promise.resolve()
const SENTENCE_SECONDS = 20

const timesOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ start: at * SENTENCE_SECONDS, end: (at + 1) * SENTENCE_SECONDS }))

/** Sentences of a few words each, of a topic that changes every `length` sentences. */
const topicBags = (lengths: readonly number[]) =>
  lengths.flatMap((length, topic) =>
    Array.from({ length }, (_, at) => [0, 1, 2, 3].map((word) => `t${topic}w${(at * 3 + word) % 7}`)),
  )

const stems = fc.array(fc.integer({ min: 0, max: 20 }).map(String), { maxLength: 8 })
const texts = (maxLength: number) => fc.array(stems, { maxLength, size: 'max' })

describe('findChapters', () => {
  it('finds every change of topic exactly when topics share no words', async () => {
    const lengths = [20, 35, 15, 40]
    const bags = topicBags(lengths)

    const chapters = await findChapters(timesOf(bags.length), bags, pause)

    expect(chapters.map(({ from }) => from)).toEqual([0, 20, 55, 70])
  })

  it('finds changes of topic in texts of many windows', async () => {
    const lengths = Array.from({ length: 20 }, (_, at) => 60 + ((at * 37) % 50))
    const bags = topicBags(lengths)

    const chapters = await findChapters(timesOf(bags.length), bags, pause)

    const starts = lengths.map((_, at) => lengths.slice(0, at).reduce((sum, length) => sum + length, 0))
    expect(chapters.map(({ from }) => from)).toEqual(starts)
  })

  it('tiles the text with chapters of 6 sentences and 90 seconds, at most one per 4 minutes and 24 in all', async () => {
    await fc.assert(
      fc.asyncProperty(texts(600), fc.integer({ min: 1, max: 40 }), async (bags, seconds) => {
        const times = bags.map((_, at) => ({ start: at * seconds, end: (at + 1) * seconds }))

        const chapters = await findChapters(times, bags, pause)

        const most = Math.max(1, Math.min(24, (bags.length * seconds) / 240))
        const isLongEnough = chapters.every(({ from, to }) => to - from >= 6 && (to - from) * seconds >= 90)
        expect(chapters.map(({ from }) => from)).toEqual([0, ...chapters.map(({ to }) => to)].slice(0, chapters.length))
        expect(chapters.at(-1)?.to ?? 0).toBe(bags.length)
        expect(chapters.length).toBeLessThanOrEqual(most)
        expect(isLongEnough || chapters.length <= 1).toBe(true)
      }),
      { numRuns: 30 },
    )
  })

  it('gives no chapters for no sentences and one for a text too short to cut', async () => {
    expect(await findChapters([], [], pause)).toEqual([])
    expect(await findChapters(timesOf(5), topicBags([2, 3]), pause)).toEqual([{ from: 0, to: 5 }])
  })

  it('keeps the strongest borders when there are too many', async () => {
    const common = Array.from({ length: 12 }, () => ['same', 'words', 'again'])
    const bags = [...topicBags([12]), ...topicBags([12]), ...common]
    const times = bags.map((_, at) => ({ start: at * 15, end: (at + 1) * 15 }))

    const chapters = await findChapters(times, bags, pause)

    expect(chapters.map(({ from }) => from)).toEqual([0, 24])
  })
})

describe('findBorders', () => {
  it('moves no border more than a window before an added sentence', async () => {
    await fc.assert(
      fc.asyncProperty(texts(900), stems, fc.nat(), async (bags, added, place) => {
        const at = place % (bags.length + 1)
        const longer = bags.toSpliced(at, 0, added)

        const before = await findBorders(timesOf(bags.length), bags, pause)
        const after = await findBorders(timesOf(longer.length), longer, pause)

        const isFar = (border: number) => border < at - WINDOW_SENTENCES
        expect(after.filter(isFar)).toEqual(before.filter(isFar))
      }),
      { numRuns: 30 },
    )
  })

  it('pauses once per half a window', async () => {
    let pauses = 0
    const bags = topicBags(Array.from({ length: 100 }, () => 40))

    await findBorders(timesOf(bags.length), bags, () => {
      pauses += 1
      return Promise.resolve()
    })

    expect(pauses).toBe(Math.ceil(bags.length / (WINDOW_SENTENCES / 2)) - 1)
  })
})
