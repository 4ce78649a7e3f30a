import { describe, expect, it } from 'vitest'

import { falsehoodsOf, kinds, mishear, numbersSaid } from './falsehoods.ts'
import { wilson } from './measure.ts'
import { closenesses, readTalks, strangers, type Talk, wordsOf } from './talks.ts'

const talks = readTalks()
const kept = talks.filter(({ set }) => set === 'kept')
const falsehoods = new Map(talks.map((talk) => [talk, falsehoodsOf(talk)]))
const madeFor = (some: readonly Talk[]) => some.flatMap((talk) => falsehoods.get(talk) ?? [])
const truthsOf = (some: readonly Talk[]) => some.flatMap(({ truths }) => truths)

describe('the statements of `pnpm bench evidence`', () => {
  it('has four talks to tune on and four kept apart, each with a licence and a template', () => {
    expect(talks).toHaveLength(8)
    expect(kept).toHaveLength(4)
    expect(talks.filter(({ licence, template }) => !licence || !template)).toEqual([])
  })

  it('keeps talks of at least 45 sentences apart', () => {
    expect(kept.filter(({ sentences }) => sentences.length < 45)).toEqual([])
  })

  it('has enough statements to carry the promise', () => {
    const made = madeFor(talks).filter(({ kind }) => kind !== 'invented')

    expect(truthsOf(talks).length).toBeGreaterThanOrEqual(160)
    expect(truthsOf(kept).length).toBeGreaterThanOrEqual(90)
    expect(talks.flatMap(({ invented }) => invented).length).toBeGreaterThanOrEqual(80)
    expect(kept.flatMap(({ invented }) => invented).length).toBeGreaterThanOrEqual(45)
    expect(made.length).toBeGreaterThanOrEqual(600)
  })

  it.each(kinds)('has at least 30 statements of the kind «%s» on the talks kept apart', (kind) => {
    const ofKind = madeFor(kept).filter((falsehood) => falsehood.kind === kind)

    expect(ofKind.length).toBeGreaterThanOrEqual(30)
  })

  it('has at least six close ones in ten, and generalisations', () => {
    const shareOf = (closeness: string) =>
      truthsOf(talks).filter((truth) => truth.closeness === closeness).length / truthsOf(talks).length

    expect(shareOf('close')).toBeGreaterThanOrEqual(0.6)
    expect(shareOf('freer')).toBeGreaterThan(0.25)
    expect(shareOf('general')).toBeGreaterThan(0.08)
  })

  it.each(talks)('cites one to four sentences that exist in $name', ({ truths, invented, sentences, speakers }) => {
    const isSound = ({ cites, who }: { cites: readonly number[]; who: readonly number[] }) =>
      cites.length >= 1 &&
      cites.length <= 4 &&
      cites.every((cite) => sentences[cite] !== undefined) &&
      who.every((speaker) => speakers[speaker] !== undefined)

    expect([...truths, ...invented].filter((claim) => !isSound(claim))).toEqual([])
    expect(sentences.filter(({ speaker, text }) => speakers[speaker] === undefined || !text)).toEqual([])
    expect(truths.filter(({ closeness }) => !closenesses.includes(closeness))).toEqual([])
  })

  it.each(talks)('attributes true statements of $name to a speaker of the cited sentences', ({ truths, sentences }) => {
    const isHeard = (cites: readonly number[], speaker: number) =>
      cites.some((cite) => sentences[cite]?.speaker === speaker)

    expect(truths.filter(({ cites, who }) => !who.every((speaker) => isHeard(cites, speaker)))).toEqual([])
  })
})

describe('falsehoodsOf', () => {
  it('makes the same statements every time', () => {
    expect(readTalks().map(falsehoodsOf)).toEqual([...falsehoods.values()])
  })

  it.each(talks)('never repeats a true statement of $name with the right source', (talk) => {
    const keyOf = ({ text, cites, who }: { text: string; cites: readonly number[]; who: readonly number[] }) =>
      JSON.stringify([text, cites, who])
    const truths = new Set(talk.truths.map(keyOf))

    expect(madeFor([talk]).filter(({ claim }) => truths.has(keyOf(claim)))).toEqual([])
  })

  it.each(talks)('takes strangers that nobody mentions in $name', ({ sentences }) => {
    const said = new Set(sentences.flatMap(({ text }) => wordsOf(text).map(({ word }) => word)))

    expect(strangers.filter(({ forms }) => forms.some((form) => said.has(form)))).toEqual([])
  })
})

describe('mishear', () => {
  it('changes one letter in about the share of the words', () => {
    const talk = kept[0]!
    const before = talk.sentences.flatMap(({ text }) => wordsOf(text))

    const after = mishear(talk, 0.2, 1).sentences.flatMap(({ text }) => wordsOf(text))

    const changed = after.filter(({ word }, index) => word !== before[index]?.word).length / before.length
    expect(changed).toBeGreaterThan(0.1)
    expect(changed).toBeLessThan(0.25)
  })
})

describe('numbersSaid', () => {
  it('reads spoken numbers with their parts', () => {
    expect(numbersSaid(['шестьсот', 'пятьдесят', 'тысяч', 'рублей'])).toEqual(new Set([600, 650, 50, 650_000]))
  })
})

describe('wilson', () => {
  it('gives 49–94 % for 8 of 10', () => {
    const { low, high } = wilson(8, 10)

    expect([Math.round(low * 100), Math.round(high * 100)]).toEqual([49, 94])
  })
})
