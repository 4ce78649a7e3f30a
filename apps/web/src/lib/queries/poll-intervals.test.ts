import type { ScriptStatus } from '@doslovno/domain/script/status.ts'
import { describe, expect, it } from 'vitest'

import { ApiError } from '#lib/http/api-error.ts'

import { shouldRetry } from './client.ts'
import { digestInterval, listInterval, scriptInterval, statusPause, summaryInterval } from './poll-intervals.ts'

describe('the poll interval of the list', () => {
  it('is 3 s while some file has numeric progress, else 10 s [HOME-9]', () => {
    expect(listInterval([{}, { progress: 0 }])).toBe(3000)
    expect(listInterval([{}, {}])).toBe(10_000)
    expect(listInterval([])).toBe(10_000)
  })
})

describe('the poll interval of the list while changes are told', () => {
  it('is a minute, but 3 s while progress moves', () => {
    expect(listInterval([{}], true)).toBe(60_000)
    expect(listInterval([{ progress: 0 }], true)).toBe(3000)
  })
})

describe('the poll interval of a file', () => {
  it('lasts until the file is complete [FILE-2]', () => {
    const pause = (status: ScriptStatus) => scriptInterval({ status, isInspected: true })

    expect(pause('process')).toBe(3000)
    expect(['uploaded', 'error', 'notEnoughMinutes'].map((status) => pause(status as ScriptStatus))).toEqual([
      10_000, 10_000, 10_000,
    ])
    expect(scriptInterval(undefined)).toBe(false)
    expect(pause('complete')).toBe(false)
    expect(pause('completeWithErrors')).toBe(false)
  })

  it('is a second during the inspection', () => {
    expect(scriptInterval({ status: 'uploaded', isInspected: false })).toBe(1000)
  })

  it('is a second during the processing [FILE-2] [UP-11]', () => {
    expect(statusPause(undefined)).toBe(1000)
    expect(statusPause('processing')).toBe(1000)
    expect(statusPause('complete')).toBe(false)
    expect(statusPause('error')).toBe(false)
  })
})

describe('a failed query', () => {
  it('is retried only if the server has not decided', () => {
    expect(shouldRetry(0, new ApiError(404, null))).toBe(false)
    expect(shouldRetry(0, new ApiError(0, null))).toBe(true)
    expect(shouldRetry(1, new ApiError(503, null))).toBe(true)
    expect(shouldRetry(2, new ApiError(503, null))).toBe(false)
  })
})

describe('the poll interval of a summary', () => {
  it('is a second while it is made, and long after a failure that may mend itself [SUM-2]', () => {
    expect(summaryInterval('process')).toBe(1000)
    expect(summaryInterval('error')).toBe(10_000)
    expect([undefined, 'missing' as const, 'complete' as const].map(summaryInterval)).toEqual([false, false, false])
  })

  it('ends for chapters and tasks when they are ready', () => {
    expect(digestInterval({ isReady: false })).toBe(10_000)
    expect(digestInterval({ isReady: true })).toBe(false)
    expect(digestInterval(undefined)).toBe(false)
  })
})
