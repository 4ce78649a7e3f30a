import { describe, expect, it } from 'vitest'

import { voiceSamples } from './voice-sample.ts'

/** A segment of one word per second. */
function said(speaker: number, start: number, text: string) {
  const words = text
    .split(' ')
    .map((word, index) => ({ text: word, start: start + index, end: start + index + 0.9, confidence: null }))
  return { speaker, start, end: start + words.length, text, words }
}

describe('the sample of a voice', () => {
  it('is the beginning of its longest sentence, with the words heard there', () => {
    const samples = voiceSamples([
      said(0, 0, 'Да.'),
      said(1, 1, 'Мы начали.'),
      said(0, 3, 'Потом мы поехали, дальше на север.'),
    ])

    expect(samples.get(0)).toEqual({ start: 3, end: 6, text: 'Потом мы поехали…' })
    expect(samples.get(1)).toEqual({ start: 1, end: 3, text: 'Мы начали.' })
    expect(samples.get(2)).toBeUndefined()
  })

  it('is a text without word times as a whole', () => {
    const [segment] = [{ ...said(0, 0, 'Один два три четыре пять.'), words: [] }]

    expect(voiceSamples([segment]).get(0)).toEqual({ start: 0, end: 3, text: 'Один два три четыре пять.' })
  })
})
