import { describe, expect, it } from 'vitest'

import { isFraction, minutesIn, stepOf, stepped } from './minutes-count.ts'

describe('the count of extra minutes', () => {
  it('has a step of 30 on tariff 1 and of 1 on others [ACC-5]', () => {
    expect([1, 2, 3, 4].map(stepOf)).toEqual([30, 1, 1, 1])
  })

  it.each([
    ['', 1, 0],
    ['0', 1, 0],
    ['-5', 1, 0],
    ['7', 1, 7],
    [' 7 ', 1, 7],
    ['99999', 1, 99_999],
    ['1', 30, 30],
    ['30', 30, 30],
    ['31', 30, 60],
    ['99999', 30, 99_990],
  ])('reads «%s» in steps of %d as %d: whole, not below 0, at most 5 digits [ACC-5]', (text, step, minutes) => {
    expect(minutesIn(text, step)).toBe(minutes)
  })

  it.each(['1,5', '1.5', '1.0', '-0,5', '7,'])('refuses «%s» as a fraction [ACC-5]', (text) => {
    expect(minutesIn(text, 1)).toBeUndefined()
    expect(isFraction(text)).toBe(true)
  })

  it.each(['abc', '12a', '--1', '1e3', '0x1F', '1 2'])('does not take «%s» for a number [APP-14]', (text) => {
    expect(minutesIn(text, 1)).toBeUndefined()
    expect(isFraction(text)).toBe(false)
  })

  it('steps up and down between 0 and the largest count [ACC-5]', () => {
    expect(stepped('60', 30, 1)).toBe(90)
    expect(stepped('60', 1, -1)).toBe(59)
    expect(stepped('0', 30, -1)).toBe(0)
    expect(stepped('99990', 30, 1)).toBe(99_990)
    expect(stepped('abc', 30, 1)).toBe(30)
  })
})
