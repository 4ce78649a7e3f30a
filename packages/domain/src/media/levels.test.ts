import { expect, it } from 'vitest'

import { peaksOf } from './levels.ts'

it('gives the loudest level of each slice in percent of the loudest of all', () => {
  expect(peaksOf([0.1, 0.2, 0.4, 0.1, 0, 0], 3)).toEqual([50, 100, 0])
})

it('gives no more peaks than there are levels, and zeros for silence', () => {
  expect(peaksOf([0, 0], 1000)).toEqual([0, 0])
  expect(peaksOf([], 1000)).toEqual([])
})
