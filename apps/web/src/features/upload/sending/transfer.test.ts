import { describe, expect, it } from 'vitest'

import { begun, moved, type Transfer, percentOf, secondsLeft, rewind, speedOf } from './transfer.ts'

const MB = 1_000_000

function after(...marks: [at: number, sentBytes: number][]): Transfer {
  return marks.reduce((transfer, [at, sentBytes]) => moved(transfer, sentBytes, at), begun(100 * MB, 0))
}

describe('upload progress', () => {
  it('is a truncated percentage [UP-5] [UP-10]', () => {
    expect(percentOf(after([500, 64.9 * MB]))).toBe(64)
    expect(percentOf(begun(0, 0))).toBe(0)
  })

  it('has no speed in the first second', () => {
    expect(speedOf(after([900, MB]))).toBeUndefined()
    expect(secondsLeft(after([900, MB]))).toBeUndefined()
  })

  it('has the speed of the last seconds, and an ETA at that speed', () => {
    const transfer = after([2000, 20 * MB], [12_000, 30 * MB], [14_000, 40 * MB])

    expect(speedOf(transfer)).toBe(5 * MB)
    expect(secondsLeft(transfer)).toBe(12)
  })

  it('restarts from the kept bytes after a loss, and measures the speed anew', () => {
    const transfer = rewind(after([2000, 20 * MB]), 16 * MB, 3000)

    expect(percentOf(transfer)).toBe(16)
    expect(speedOf(transfer)).toBeUndefined()
  })
})
