import { describe, expect, it } from 'vitest'

import { toHeard, wordsOf } from './words.ts'

const result = {
  text: 'На глаз определил.',
  lang: 'ru',
  tokens: [' На', ' глаз', ' определ', 'ил', '.'],
  timestamps: [0, 0.1, 0.4, 0.9, 1.1],
  durations: [0.1, 0.3, 0.5, 0.2, 0.3],
}

describe('words of a Whisper result', () => {
  it('are tokens joined at spaces, timed from the start of the piece', () => {
    expect(wordsOf(toHeard(result, 1.2), 10, 1.2)).toEqual([
      { text: 'На', start: 10, end: 10.1, confidence: null },
      { text: 'глаз', start: 10.1, end: 10.4, confidence: null },
      { text: 'определил.', start: 10.4, end: 11.2, confidence: null },
    ])
  })

  it('end with the piece: tokens in the padding are dropped', () => {
    const invented = {
      ...result,
      text: 'На глаз определил. Конец',
      tokens: [...result.tokens, ' Конец'],
      timestamps: [...result.timestamps, 2.4],
      durations: [...result.durations, 0],
    }

    expect(wordsOf(toHeard(invented, 1.2), 0, 1.2).map((word) => word.text)).toEqual(['На', 'глаз', 'определил.'])
  })

  it('take letters split between tokens from the whole text', () => {
    const split = {
      ...result,
      text: 'ёлка',
      tokens: [' \ufffd', '\ufffdлка'],
      timestamps: [0, 0.2],
      durations: [0.2, 0.2],
    }

    expect(wordsOf(toHeard(split, 1), 0, 1).map((word) => word.text)).toEqual(['ёлка'])
  })
})

describe('words of a transducer', () => {
  const heard = toHeard(
    {
      text: 'Да, приду.',
      lang: '',
      tokens: [' Да', ',', ' при', 'ду', '.'],
      timestamps: [0.2, 0.4, 1.4, 1.6, 1.8],
      durations: [],
      ys_log_probs: [-0.1, -0.2, 0, -1, 0],
    },
    2.5,
  )

  it('last until the next token, with the mean confidence of their tokens', () => {
    expect(wordsOf(heard, 0, 2.5)).toEqual([
      { text: 'Да,', start: 0.2, end: 0.9, confidence: 0.862 },
      { text: 'приду.', start: 1.4, end: 2.1, confidence: 0.789 },
    ])
    expect(heard.hasDurations).toBe(false)
  })
})

describe('words without times', () => {
  it('are spread over the piece by their length', () => {
    const heard = toHeard(
      { text: 'раз два три', lang: 'ru', tokens: [' раз', ' два', ' три'], timestamps: [], durations: [] },
      3,
    )

    expect(wordsOf(heard, 10, 3).map(({ start }) => start)).toEqual([10, 11, 12])
  })
})
