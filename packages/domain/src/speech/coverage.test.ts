import { describe, expect, it } from 'vitest'

import { fillGap, unwordedSpeech } from './coverage.ts'

const word = (text: string, start: number, end = start + 0.4) => ({ text, start, end, confidence: null })

describe('speech without words', () => {
  const speech = [
    { start: 0, end: 4 },
    { start: 5, end: 9 },
  ]

  it('is found before, between and after words, without the silence around it', () => {
    expect(unwordedSpeech(speech, [])).toEqual([{ start: 0, end: 9 }])
    expect(unwordedSpeech(speech, [{ start: 0, end: 3.8 }])).toEqual([{ start: 5, end: 9 }])
    expect(unwordedSpeech(speech, [{ start: 5, end: 8.5 }])).toEqual([{ start: 0, end: 4 }])
    expect(unwordedSpeech(speech, [{ start: 0, end: 2 }, { start: 7, end: 9 }])).toEqual([{ start: 2.25, end: 6.75 }]) // prettier-ignore
  })

  it('is no gap if it lasts less than a second, however long the silence', () => {
    expect(unwordedSpeech(speech, [{ start: 0, end: 3 }, { start: 5.4, end: 8 }])).toEqual([]) // prettier-ignore
    expect(unwordedSpeech([], [])).toEqual([])
  })
})

describe('a gap', () => {
  const around = [word('Раз,', 0), word('два.', 1), word('Пять.', 8)]
  const gap = { start: 2, end: 7.5 }

  it('gets the words of its second hearing, in order', () => {
    const filled = fillGap(around, [word('три', 3), word('четыре', 5)], gap)
    expect(filled.map(({ text }) => text)).toEqual(['Раз,', 'два.', 'три', 'четыре', 'Пять.'])
  })

  it('gets no word that repeats the text around it or lies outside', () => {
    const heard = [word('ой', 1.2), word('Два', 2), word('три', 3), word('пять', 7)]
    expect(fillGap(around, heard, gap).map(({ text }) => text)).toEqual(['Раз,', 'два.', 'три', 'Пять.'])
  })
})
