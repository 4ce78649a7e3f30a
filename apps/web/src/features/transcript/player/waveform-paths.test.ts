import { describe, expect, it } from 'vitest'

import { barsPath, lanePath } from './waveform-paths.ts'

describe('the bars of a waveform', () => {
  it('are as high as the loudest peak they cover', () => {
    expect(barsPath([10, 100, 50, 0], 2, 42)).toBe('M1.0 1.0v40.0M4.5 11.0v20.0')
  })

  it('never vanish, in silence or without peaks', () => {
    expect(barsPath([], 1, 42)).toBe('M1.0 20.5v1.0')
    expect(barsPath([0], 1, 42)).toBe('M1.0 20.5v1.0')
  })

  it('are absent when there is no room', () => {
    expect(barsPath([1, 2], 0, 42)).toBe('')
  })
})

const paragraph = (speaker: number, start: number, end: number) => ({ speaker, start, end, text: '', words: [] })

it('draws a stroke wherever the speaker talks, and nowhere else', () => {
  const paragraphs = [paragraph(0, 0, 10), paragraph(1, 10, 60), paragraph(0, 60, 60.01)]

  expect(lanePath(paragraphs, 0, 100)).toBe('M0.0 0h100.0M600.0 0h1.0')
  expect(lanePath(paragraphs, 2, 100)).toBe('')
})
