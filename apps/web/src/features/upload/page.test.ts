import { describe, expect, it } from 'vitest'

import { nextPage, nextTickAt, type Page, type PageEvent, pageShown } from './page.ts'

function after(...events: PageEvent[]): Page {
  return events.reduce(nextPage, { name: 'uploading' } as Page) // widened: the first state has no other fields
}

const due: PageEvent = { type: 'due', at: 0 }
const start: PageEvent = { type: 'startAsked', force: false }

describe('the upload page', () => {
  it('counts five seconds down before a processing that starts by itself [UP-6]', () => {
    const seconds = [0, 999, 1000, 2500, 4999].map((at) => after(due, { type: 'ticked', at }))

    expect(seconds.map((page) => page.name === 'prepareProcess' && page.secondsLeft)).toEqual([5, 5, 4, 3, 1])
    expect(after(due, { type: 'ticked', at: 5000 })).toEqual({ name: 'processing', isStarted: false, force: false })
  })

  it('counts by the clock: a tab that slept through the countdown starts at once [UP-6]', () => {
    expect(after(due, { type: 'ticked', at: 60_000 }).name).toBe('processing')
  })

  it('goes back to uploading when the countdown is cancelled [UP-6]', () => {
    expect(after(due, { type: 'ticked', at: 1000 }, { type: 'heldBack' })).toEqual({ name: 'uploading' })
  })

  it('is looked at again at every whole second of the countdown, and else not at all', () => {
    expect(nextTickAt(after(due))).toBe(1000)
    expect(nextTickAt(after(due, { type: 'ticked', at: 1000 }))).toBe(2000)
    expect(nextTickAt(after(start))).toBeUndefined()
  })

  it('starts at once when it is asked to, from the countdown too [UP-6]', () => {
    expect(after(start).name).toBe('processing')
    expect(after(due, start).name).toBe('processing')
    expect(after(start, { type: 'started' })).toMatchObject({ name: 'processing', isStarted: true })
  })

  it('ends in complete or in error, and an error can be tried again [UP-6]', () => {
    const failed = after(start, { type: 'started' }, { type: 'failed', wireText: 'Processing failed' })

    expect(after(start, { type: 'started' }, { type: 'completed' })).toEqual({ name: 'complete' })
    expect(failed).toEqual({ name: 'error', wireText: 'Processing failed', force: false })
    expect(nextPage(failed, { type: 'retried' })).toEqual({ name: 'processing', isStarted: false, force: false })
  })

  it('tries a forced start again as a forced one [UP-6] [UP-9]', () => {
    const forced: PageEvent = { type: 'startAsked', force: true }

    expect(after(forced, { type: 'failed', wireText: undefined }, { type: 'retried' })).toMatchObject({ force: true })
  })

  it('goes back to uploading when the minutes do not suffice after all [UP-6]', () => {
    expect(after(start, { type: 'startRefused' })).toEqual({ name: 'uploading' })
  })

  it('is uploadsLimitExceeded when no upload is left and none has begun [UP-6]', () => {
    const shown = (availableUploads: number | null, hasBegun: boolean) =>
      pageShown({ name: 'uploading' }, { availableUploads, hasBegun }).name

    expect(shown(0, false)).toBe('uploadsLimitExceeded')
    expect([shown(0, true), shown(1, false), shown(null, false)]).toEqual(['uploading', 'uploading', 'uploading'])
    expect(pageShown(after(start), { availableUploads: 0, hasBegun: false }).name).toBe('processing')
  })

  it('ignores news that do not fit it', () => {
    const late: PageEvent[] = [
      { type: 'ticked', at: 9000 },
      { type: 'heldBack' },
      { type: 'started' },
      { type: 'startRefused' },
      { type: 'completed' },
      { type: 'failed', wireText: 'x' },
      { type: 'retried' },
    ]

    expect(late.reduce(nextPage, after())).toEqual({ name: 'uploading' })
    expect(after(start, due, { type: 'heldBack' }, start)).toMatchObject({ name: 'processing', isStarted: false })
  })
})
