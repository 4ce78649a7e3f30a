import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { english } from '#test/digest/english.ts'

import { makeDigest } from './digest.ts'
import { capitalised, cutFillers } from './language.ts'
import { readSentence, type Sentence } from './read-sentence.ts'

const pause = () => Promise.resolve()

const WORDS = `well so look the of river bridge boats water engineers decided please will would said made Anna Bristol twenty
  garden roses tulips seeds compost soil market prices traders wheat harvest trains station tickets platform whistle`

const word = fc.constantFrom(...WORDS.split(/\s+/u))
const text = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 14 }), fc.constantFrom('.', '.', '.', '?'))
  .map(([words, end]) => capitalised(words.join(' ')) + end)
const texts = fc.array(text, { maxLength: 200, size: 'max' })
const paces = fc.integer({ min: 2, max: 40 })

const inTime = (said: readonly string[], seconds: number): Sentence[] =>
  said.map((one, at) => ({ start: at * seconds, end: (at + 1) * seconds, text: one, speaker: at % 2 }))

const digest = (sentences: readonly Sentence[]) => makeDigest(sentences, english, { pause })

const isAscending = (numbers: readonly number[]) =>
  numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0))

const runs = { numRuns: 40 }

describe('makeDigest', () => {
  it('lists sentences in order, each once, and never two of the same words', async () => {
    await fc.assert(
      fc.asyncProperty(texts, paces, async (said, seconds) => {
        const { summary, theses, tasks } = await digest(inTime(said, seconds))

        for (const chosen of [summary, theses, tasks]) expect(isAscending(chosen)).toBe(true)
        for (const chosen of [summary, theses]) expect(new Set(chosen.map((at) => said[at])).size).toBe(chosen.length)
      }),
      runs,
    )
  })

  it('chooses neither questions nor fragments, and says each time the same', async () => {
    await fc.assert(
      fc.asyncProperty(texts, paces, async (said, seconds) => {
        const first = await digest(inTime(said, seconds))
        const second = await digest(inTime(said, seconds))

        const read = [...first.summary, ...first.theses].map((at) => readSentence(said[at] ?? '', english))
        expect(read.filter(({ words, isQuestion }) => isQuestion || words.length < 2)).toEqual([])
        expect(first.tasks.filter((at) => said[at]?.includes('?'))).toEqual([])
        expect(second).toEqual(first)
      }),
      runs,
    )
  })

  it('tiles the text with two chapters or more that begin with their first sentence, or gives none', async () => {
    await fc.assert(
      fc.asyncProperty(texts, paces, async (said, seconds) => {
        const { chapters, about } = await digest(inTime(said, seconds))

        const ends = chapters.map(({ to }) => to)
        expect(chapters.map(({ from }) => from)).toEqual([0, ...ends].slice(0, chapters.length))
        expect(ends.at(-1) ?? said.length).toBe(said.length)
        expect(chapters.length).not.toBe(1)
        expect(chapters.every(({ title }) => title.includes(','))).toBe(true)
        expect(chapters.map(({ start }) => start)).toEqual(chapters.map(({ from }) => from * seconds))
        expect([0, 2]).toContain(about.length)
      }),
      runs,
    )
  })

  it('quotes five to seven sentences in a summary or none, and never one of them in theses', async () => {
    await fc.assert(
      fc.asyncProperty(texts, paces, async (said, seconds) => {
        const { summary, theses } = await digest(inTime(said, seconds))

        expect([0, 5, 6, 7]).toContain(summary.length)
        expect(theses.length).not.toBe(1)
        expect(theses.filter((at) => summary.includes(at))).toEqual([])
      }),
      runs,
    )
  })

  it('lengthens the summary with the recording, and gives one thesis per voice if there are no chapters', async () => {
    const lengths = async (minutes: number) => {
      const said = Array.from({ length: 60 }, (_, at) => capitalised(`${nameOf(at)} ${nameOf(at * 4)} ${nameOf(at + 90)} boat water.`)) // prettier-ignore
      const { summary, theses } = await digest(inTime(said, minutes))
      return [summary.length, theses.length]
    }

    expect(await lengths(0.1)).toEqual([5, 2])
    expect(await lengths(25)).toEqual([5, 2])
    expect(await lengths(30)).toEqual([6, 2])
    expect(await lengths(60)).toEqual([7, 2])
  })

  it('gives nothing of a text whose words are mostly unknown', async () => {
    const said = inTime(['Bristol boats carry wheat quickly.', 'Xq vxw zzk qrt wxz.', 'Bvx kqz dfg hjk lmn.'], 10)
    const isKnown = (word: string) => /[aeiou]/u.test(word)

    const { isUnderstood, summary } = await makeDigest(said, { ...english, isKnown }, { pause })

    expect({ isUnderstood, summary }).toEqual({ isUnderstood: false, summary: [] })
  })

  it('returns an empty digest for no sentences', async () => {
    expect(await digest([])).toEqual({
      chapters: [],
      about: [],
      summary: [],
      theses: [],
      tasks: [],
      isUnderstood: true,
    })
  })
})

const nameOf = (number: number) => String.fromCodePoint(97 + (number % 26), 97 + Math.floor(number / 26), 120)

describe('cutFillers', () => {
  it('keeps the rest of the text verbatim', () => {
    fc.assert(
      fc.property(text, (said) => {
        const shown = cutFillers(said, english)

        expect(said.toLowerCase().endsWith(shown.toLowerCase())).toBe(true)
        expect(said.slice(0, said.length - shown.length)).toMatch(/^(?:(?:well|so|look)[,\s]+)*$/iu)
      }),
    )
  })

  it('keeps a text of fillers alone', () => {
    expect(cutFillers('well, so, look', english)).toBe('Look')
    expect(cutFillers('Well, ', english)).toBe('Well, ')
  })
})
