import { describe, expect, it } from 'vitest'

import { type Attempt, courseAfter, MOST_ATTEMPTS, retryAfterSeconds } from './course.ts'

const now = new Date('2026-05-04T12:00:00Z')
const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const daysAgo = (days: number) => after(-days * 24 * 60)
const attempt = (changes: Partial<Attempt>): Attempt => ({
  attempts: 1,
  outcome: { status: 500 },
  isTest: false,
  failingSince: null,
  now,
  jitter: 0,
  ...changes,
})

describe('a delivery', () => {
  it.each([200, 201, 204, 299])('is delivered by the answer %i', (status) => {
    const course = courseAfter(attempt({ outcome: { status }, failingSince: daysAgo(4) }))

    expect(course).toEqual({
      delivery: { state: 'delivered', nextAttemptAt: null },
      failingSince: null,
      switchOff: null,
    })
  })

  it.each([{ status: 301 }, { status: 404 }, { status: 503 }, { error: 'timeout' as const }])(
    'is tried again after %o',
    (outcome) => {
      const course = courseAfter(attempt({ outcome }))

      expect(course).toEqual({
        delivery: { state: 'pending', nextAttemptAt: after(1) },
        failingSince: now,
        switchOff: null,
      })
    },
  )

  it('is tried after 1, 5 and 30 minutes, 2, 5, 10, 14, 20 and 24 hours, then has failed', () => {
    const minutes = Array.from({ length: MOST_ATTEMPTS }, (_, index) => {
      const { nextAttemptAt } = courseAfter(attempt({ attempts: index + 1 })).delivery
      return nextAttemptAt && (nextAttemptAt.getTime() - now.getTime()) / 60_000
    })

    expect(minutes).toEqual([1, 5, 30, 120, 300, 600, 840, 1200, 1440, null])
    expect(courseAfter(attempt({ attempts: MOST_ATTEMPTS })).delivery.state).toBe('failed')
  })

  it('waits up to a tenth longer, so that retries do not meet', () => {
    const course = courseAfter(attempt({ attempts: 4, jitter: 0.5 }))

    expect(course.delivery.nextAttemptAt).toEqual(after(126))
  })

  it('waits as long as the receiver asks, but at most a day and never less than the schedule', () => {
    const nextAfter = (retryAfterSeconds: number) =>
      courseAfter(attempt({ outcome: { status: 429, retryAfterSeconds } })).delivery.nextAttemptAt

    expect(nextAfter(600)).toEqual(after(10))
    expect(nextAfter(5)).toEqual(after(1))
    expect(nextAfter(30 * 24 * 3600)).toEqual(after(24 * 60))
  })
})

describe('an endpoint', () => {
  it('is switched off after five days without a success', () => {
    const on = courseAfter(attempt({ attempts: 3, failingSince: daysAgo(4.99) }))
    const off = courseAfter(attempt({ attempts: 3, failingSince: daysAgo(5) }))

    expect(on.switchOff).toBeNull()
    expect(off).toMatchObject({ switchOff: 'failing', delivery: { state: 'failed', nextAttemptAt: null } })
  })

  it('has some minutes to answer when it failed long ago and nothing was sent since', () => {
    const course = courseAfter(attempt({ attempts: 1, failingSince: daysAgo(30) }))

    expect(course).toMatchObject({ switchOff: null, delivery: { state: 'pending' }, failingSince: daysAgo(30) })
  })

  it('is switched off at once by 410 Gone', () => {
    const course = courseAfter(attempt({ outcome: { status: 410 } }))

    expect(course).toMatchObject({ switchOff: 'gone', delivery: { state: 'failed', nextAttemptAt: null } })
  })

  it('is not blamed for a test, which is sent once; but a test proves that it answers', () => {
    const failed = courseAfter(attempt({ isTest: true }))
    const delivered = courseAfter(attempt({ isTest: true, outcome: { status: 200 }, failingSince: daysAgo(2) }))

    expect(failed).toEqual({
      delivery: { state: 'failed', nextAttemptAt: null },
      failingSince: null,
      switchOff: null,
    })
    expect(delivered.failingSince).toBeNull()
  })
})

describe('Retry-After', () => {
  it.each([
    [undefined, undefined],
    ['120', 120],
    ['Mon, 04 May 2026 12:02:00 GMT', 120],
    ['Mon, 04 May 2026 11:00:00 GMT', undefined],
    ['0', undefined],
    ['-5', undefined],
    ['soon', undefined],
  ])('%s means %s seconds', (header, seconds) => {
    expect(retryAfterSeconds(header, now)).toBe(seconds)
  })
})
