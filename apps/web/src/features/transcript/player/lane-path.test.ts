import { expect, it } from 'vitest'

import { lanePath } from './lane-path.ts'

const paragraph = (speaker: number, start: number, end: number) => ({ speaker, start, end, text: '', words: [] })

it('draws a stroke wherever the speaker talks, and nowhere else', () => {
  const paragraphs = [paragraph(0, 0, 10), paragraph(1, 10, 60), paragraph(0, 60, 60.01)]

  expect(lanePath(paragraphs, 0, 100)).toBe('M0.0 0h100.0M600.0 0h1.0')
  expect(lanePath(paragraphs, 2, 100)).toBe('')
})
