import { describe, expect, it } from 'vitest'

import { assignWords } from './assign-words.ts'

/** A word every half second. */
const said = (text: string) =>
  text.split(' ').map((word, n) => ({ text: word, start: n / 2, end: n / 2 + 0.4, confidence: null }))
const turn = (start: number, end: number, speaker: number) => ({ start, end, speaker })

describe('words', () => {
  it('belong to whose turn covers them, otherwise to whose turn is nearest', () => {
    const words = said('Добрый день. Здравствуйте. Начнём? Да.')

    expect(assignWords(words, [turn(0, 0.95, 0), turn(1.6, 2.4, 1)])).toEqual([0, 0, 0, 1, 1])
    expect(assignWords(words, [turn(0, 0.4, 4), turn(1.2, 1.9, 2)])).toEqual([0, 0, 1, 1, 1])
  })

  it('at a border go with their sentence', () => {
    const words = said('Вы придёте завтра? Да, конечно, приду.')

    expect(assignWords(words, [turn(0, 0.95, 0), turn(1, 3, 1)])).toEqual([0, 0, 0, 1, 1, 1])
    expect(assignWords(words, [turn(0, 1.95, 0), turn(2, 3, 1)])).toEqual([0, 0, 0, 1, 1, 1])
  })

  it('inside a sentence are not torn out of it, but a sentence of one word is its own', () => {
    const flicker = [turn(0, 0.95, 0), turn(1, 1.4, 1), turn(1.5, 3, 0)]

    expect(assignWords(said('мы тогда очень сильно устали все'), flicker)).toEqual([0, 0, 0, 0, 0, 0])
    expect(assignWords(said('Мы устали. Да. Очень сильно все'), flicker)).toEqual([0, 0, 1, 0, 0, 0])
  })

  it('keep a border that no sentence is near to', () => {
    const words = said('один два три четыре пять шесть семь восемь')

    expect(assignWords(words, [turn(0, 1.95, 0), turn(2, 4, 1)])).toEqual([0, 0, 0, 0, 1, 1, 1, 1])
  })

  it('where two speak at once belong to who covers more of them', () => {
    expect(assignWords(said('раз два'), [turn(0, 0.9, 0), turn(0.3, 0.8, 1)])).toEqual([0, 0])
  })

  it('are all one speaker’s when there are no turns', () => {
    expect(assignWords(said('никто не знает'), [])).toEqual([0, 0, 0])
  })

  it('of twelve hours are given out at once', () => {
    const words = Array.from({ length: 100_000 }, (_, n) => ({
      text: 'да',
      start: n / 2,
      end: n / 2 + 0.4,
      confidence: null,
    }))
    const turns = Array.from({ length: 10_000 }, (_, n) => turn(n * 5, n * 5 + 5, n % 2))

    const speakers = assignWords(words, turns)

    expect(speakers.filter((speaker) => speaker === 1)).toHaveLength(50_000)
  })
})
