import { describe, expect, it } from 'vitest'

import { said } from '#test/transcripts.ts'

import { assignWords } from './assign-words.ts'

const turn = (start: number, end: number, speaker: number) => ({ start, end, speaker })

describe('assigning words to speakers', () => {
  it('takes the turn that covers a word, else the nearest turn', () => {
    const words = said('Добрый день. Здравствуйте. Начнём? Да.')

    expect(assignWords(words, [turn(0, 0.95, 0), turn(1.6, 2.4, 1)])).toEqual([0, 0, 0, 1, 1])
    expect(assignWords(words, [turn(0, 0.4, 4), turn(1.2, 1.9, 2)])).toEqual([0, 0, 1, 1, 1])
  })

  it('keeps words at a border with their sentence', () => {
    const words = said('Вы придёте завтра? Да, конечно, приду.')

    expect(assignWords(words, [turn(0, 0.95, 0), turn(1, 3, 1)])).toEqual([0, 0, 0, 1, 1, 1])
    expect(assignWords(words, [turn(0, 1.95, 0), turn(2, 3, 1)])).toEqual([0, 0, 0, 1, 1, 1])
  })

  it('ignores a flicker inside a sentence, but not a sentence of one word', () => {
    const flicker = [turn(0, 0.95, 0), turn(1, 1.4, 1), turn(1.5, 3, 0)]

    expect(assignWords(said('мы тогда очень сильно устали все'), flicker)).toEqual([0, 0, 0, 0, 0, 0])
    expect(assignWords(said('Мы устали. Да. Очень сильно все'), flicker)).toEqual([0, 0, 1, 0, 0, 0])
  })

  it('keeps a border with no sentence end nearby', () => {
    const words = said('один два три четыре пять шесть семь восемь')

    expect(assignWords(words, [turn(0, 1.95, 0), turn(2, 4, 1)])).toEqual([0, 0, 0, 0, 1, 1, 1, 1])
  })

  it('takes the turn that covers more of a word when two overlap', () => {
    expect(assignWords(said('раз два'), [turn(0, 0.9, 0), turn(0.3, 0.8, 1)])).toEqual([0, 0])
  })

  it('gives all words to one speaker if there are no turns', () => {
    expect(assignWords(said('никто не знает'), [])).toEqual([0, 0, 0])
  })

  it('assigns the words of twelve hours', () => {
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
