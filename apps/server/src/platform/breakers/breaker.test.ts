import { beforeEach, describe, expect, it } from 'vitest'

import { type Breaker, createBreaker } from './breaker.ts'

let nowMs: number
let breaker: Breaker
let tries: number

beforeEach(() => {
  ;[nowMs, tries] = [0, 0]
  breaker = createBreaker({
    now: () => nowMs,
    judge: (error) => (error instanceof RangeError ? 'lost' : error instanceof TypeError ? 'answered' : 'unknown'),
    paused: () => new Error('paused'),
    longestPauseMs: 100_000,
  })
})

describe('the circuit breaker', () => {
  it('pauses after five failures in a row and then does not try', async () => {
    await fail(new RangeError(), 5)

    await expect(breaker.run(work)).rejects.toThrow('paused')

    expect([breaker.isPaused(), tries]).toEqual([true, 5])
  })

  it('counts anew after an answer, be it an error, and ignores errors that say nothing', async () => {
    await fail(new RangeError(), 4)
    await fail(new TypeError(), 1)
    await fail(new RangeError(), 2)
    await fail(new Error('the caller has gone'), 3)
    await fail(new RangeError(), 2)

    expect(breaker.isPaused()).toBe(false)
    await fail(new RangeError(), 1)
    expect(breaker.isPaused()).toBe(true)
  })

  it('tries once per pause, and pauses twice as long after each failure, up to the longest', async () => {
    await fail(new RangeError(), 5)
    const pauses: number[] = []

    for (let pause = 0; pause < 4; pause++) {
      const startedMs = nowMs
      while (breaker.isPaused()) nowMs += 1000
      pauses.push((nowMs - startedMs) / 1000)
      await fail(new RangeError(), 1)
    }

    expect(pauses).toEqual([30, 60, 100, 100])
  })

  it('lets one call through after a pause; the others wait for what it finds', async () => {
    await fail(new RangeError(), 5)
    nowMs += 30_000
    const { promise, resolve } = Promise.withResolvers<void>()

    const probe = breaker.run(() => promise)
    await expect(breaker.run(work)).rejects.toThrow('paused')
    resolve()
    await probe

    expect(await breaker.run(work)).toBe('done')
  })

  it('lets the next call through if the one after a pause was abandoned', async () => {
    await fail(new RangeError(), 5)
    nowMs += 30_000

    await fail(new Error('the caller has gone'), 1)

    expect(breaker.isPaused()).toBe(false)
    expect(await breaker.run(work)).toBe('done')
  })
})

const work = async () => 'done'

async function fail(error: Error, times: number): Promise<void> {
  for (let time = 0; time < times; time++)
    await breaker
      .run(async () => {
        tries += 1
        throw error
      })
      .catch(() => undefined)
}
