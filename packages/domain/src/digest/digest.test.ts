import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { english } from '#test/digest/english.ts'

import { makeDigest } from './digest.ts'
import { cutFillers } from './fillers.ts'
import { readSentence } from './read-sentence.ts'
import type { Sentence } from './sentence.ts'

const pause = () => Promise.resolve()

const WORDS = `well so look the of river bridge boats water engineers decided please will would said made Anna Bristol twenty
  garden roses tulips seeds compost soil market prices traders wheat harvest trains station tickets platform whistle`

const word = fc.constantFrom(...WORDS.split(/\s+/u))
const text = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 14 }), fc.constantFrom('.', '.', '.', '?'))
  .map(([words, end]) => words.join(' ') + end)
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
        expect(read.filter(({ words, isQuestion }) => isQuestion || words.length < 4)).toEqual([])
        expect(first.tasks.filter((at) => said[at]?.includes('?'))).toEqual([])
        expect(second).toEqual(first)
      }),
      runs,
    )
  })

  it('tiles the text with chapters that begin with their first sentence', async () => {
    await fc.assert(
      fc.asyncProperty(texts, paces, async (said, seconds) => {
        const { chapters, about } = await digest(inTime(said, seconds))

        const ends = chapters.map(({ to }) => to)
        expect(chapters.map(({ from }) => from)).toEqual([0, ...ends].slice(0, chapters.length))
        expect(ends.at(-1) ?? 0).toBe(said.length)
        expect(chapters.map(({ start }) => start)).toEqual(chapters.map(({ from }) => from * seconds))
        expect(about.length).toBeLessThanOrEqual(3)
      }),
      runs,
    )
  })

  it('gives a summary of 5–12 and theses of 5–15 sentences by the length of the recording', async () => {
    const name = (number: number) => String.fromCodePoint(97 + (number % 26), 97 + Math.floor(number / 26), 120)
    const lengths = async (minutes: number) => {
      const said = Array.from({ length: 120 }, (_, at) => `${name(at)} ${name(at * 4)} ${name(at % 13)} boat water.`)
      const { summary, theses } = await digest(inTime(said, minutes / 2))
      return [summary.length, theses.length]
    }

    expect(await lengths(10)).toEqual([5, 5])
    expect(await lengths(40)).toEqual([8, 13])
    expect(await lengths(180)).toEqual([12, 15])
  })

  it('returns an empty digest for no sentences', async () => {
    expect(await digest([])).toEqual({ chapters: [], summary: [], theses: [], tasks: [], about: [] })
  })
})

describe('cutFillers', () => {
  it('keeps the rest of the text verbatim', () => {
    fc.assert(
      fc.property(text, (said) => {
        const shown = cutFillers(said, english)

        expect(said.toLowerCase().endsWith(shown.toLowerCase())).toBe(true)
        expect(said.slice(0, said.length - shown.length)).toMatch(/^(?:(?:well|so|look)[,\s]+)*$/u)
      }),
    )
  })

  it('keeps a text of fillers alone', () => {
    expect(cutFillers('well, so, look', english)).toBe('Look')
    expect(cutFillers('Well, ', english)).toBe('Well, ')
  })
})
