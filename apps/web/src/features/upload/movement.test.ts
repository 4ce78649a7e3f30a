import { describe, expect, it } from 'vitest'

import { begun, moved, type Movement, percentOf, secondsLeft, setBack, speedOf } from './movement.ts'

const MB = 1_000_000

function after(...marks: [at: number, sentBytes: number][]): Movement {
  return marks.reduce((movement, [at, sentBytes]) => moved(movement, sentBytes, at), begun(100 * MB, 0))
}

describe('bytes on their way', () => {
  it('are told as a truncated percent [UP-5] [UP-10]', () => {
    expect(percentOf(after([500, 64.9 * MB]))).toBe(64)
    expect(percentOf(begun(0, 0))).toBe(0)
  })

  it('have no speed in their first second', () => {
    expect(speedOf(after([900, MB]))).toBeUndefined()
    expect(secondsLeft(after([900, MB]))).toBeUndefined()
  })

  it('have the speed of their last seconds, and the time left at that speed', () => {
    const movement = after([2000, 20 * MB], [12_000, 30 * MB], [14_000, 40 * MB])

    expect(speedOf(movement)).toBe(5 * MB)
    expect(secondsLeft(movement)).toBe(12)
  })

  it('start from what has arrived when the rest is lost, and their speed is judged anew', () => {
    const movement = setBack(after([2000, 20 * MB]), 16 * MB, 3000)

    expect(percentOf(movement)).toBe(16)
    expect(speedOf(movement)).toBeUndefined()
  })
})
