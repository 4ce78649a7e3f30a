import { describe, expect, it } from 'vitest'

import { nextPage, nextTickAt, type Page, type PageEvent, pageShown } from './page.ts'

function after(...events: PageEvent[]): Page {
  return events.reduce(nextPage, { name: 'uploading' } as Page) // widened: the first state has no other fields
}

const due: PageEvent = { type: 'due', at: 0 }
const start: PageEvent = { type: 'startRequested', force: false }

describe('the upload page', () => {
  it('counts down five seconds before an automatic start [UP-6]', () => {
    const seconds = [0, 999, 1000, 2500, 4999].map((at) => after(due, { type: 'ticked', at }))

    expect(seconds.map((page) => page.name === 'prepareProcess' && page.secondsLeft)).toEqual([5, 5, 4, 3, 1])
    expect(after(due, { type: 'ticked', at: 5000 })).toEqual({ name: 'processing', isStarted: false, force: false })
  })

  it('counts by the clock: a tab that slept through the countdown starts at once [UP-6]', () => {
    expect(after(due, { type: 'ticked', at: 60_000 }).name).toBe('processing')
  })

  it('returns to uploading when the countdown is cancelled [UP-6]', () => {
    expect(after(due, { type: 'ticked', at: 1000 }, { type: 'countdownCancelled' })).toEqual({ name: 'uploading' })
  })

  it('ticks at every whole second of the countdown, and otherwise never', () => {
    expect(nextTickAt(after(due))).toBe(1000)
    expect(nextTickAt(after(due, { type: 'ticked', at: 1000 }))).toBe(2000)
    expect(nextTickAt(after(start))).toBeUndefined()
  })

  it('starts at once on demand, also during the countdown [UP-6]', () => {
    expect(after(start).name).toBe('processing')
    expect(after(due, start).name).toBe('processing')
    expect(after(start, { type: 'started' })).toMatchObject({ name: 'processing', isStarted: true })
  })

  it('ends in complete or in error, and an error can be retried [UP-6]', () => {
    const failed = after(start, { type: 'started' }, { type: 'failed', code: 'processingFailed' })

    expect(after(start, { type: 'started' }, { type: 'completed' })).toEqual({ name: 'complete' })
    expect(failed).toEqual({ name: 'error', code: 'processingFailed', force: false })
    expect(nextPage(failed, { type: 'retried' })).toEqual({ name: 'processing', isStarted: false, force: false })
  })

  it('retries a forced start as a forced one [UP-6] [UP-9]', () => {
    const forced: PageEvent = { type: 'startRequested', force: true }

    expect(after(forced, { type: 'failed', code: undefined }, { type: 'retried' })).toMatchObject({ force: true })
  })

  it('returns to uploading when the minutes turn out not to suffice [UP-6]', () => {
    expect(after(start, { type: 'startRefused' })).toEqual({ name: 'uploading' })
  })

  it('is uploadsLimitExceeded when no upload is left and none is in progress [UP-6]', () => {
    const shown = (availableUploads: number | null, hasBegun: boolean) =>
      pageShown({ name: 'uploading' }, { availableUploads, hasBegun }).name

    expect(shown(0, false)).toBe('uploadsLimitExceeded')
    expect([shown(0, true), shown(1, false), shown(null, false)]).toEqual(['uploading', 'uploading', 'uploading'])
    expect(pageShown(after(start), { availableUploads: 0, hasBegun: false }).name).toBe('processing')
  })

  it('ignores events that do not fit', () => {
    const late: PageEvent[] = [
      { type: 'ticked', at: 9000 },
      { type: 'countdownCancelled' },
      { type: 'started' },
      { type: 'startRefused' },
      { type: 'completed' },
      { type: 'failed', code: undefined },
      { type: 'retried' },
    ]

    expect(late.reduce(nextPage, after())).toEqual({ name: 'uploading' })
    expect(after(start, due, { type: 'countdownCancelled' }, start)).toMatchObject({
      name: 'processing',
      isStarted: false,
    })
  })
})
