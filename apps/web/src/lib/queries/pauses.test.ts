import type { ScriptStatus } from '@doslovno/domain/script/status.ts'
import { describe, expect, it } from 'vitest'

import { ApiError } from '#lib/http/api-error.ts'

import { shouldRetry } from './client.ts'
import { listPause, scriptPause, statusPause } from './pauses.ts'

describe('how often the list is asked', () => {
  it('is every 3 s while some file has numeric progress, else every 10 s [HOME-9]', () => {
    expect(listPause([{}, { progress: 0 }])).toBe(3000)
    expect(listPause([{}, {}])).toBe(10_000)
    expect(listPause([])).toBe(10_000)
  })
})

describe('how often a file is asked', () => {
  it('goes on until it is complete and then stops [FILE-2]', () => {
    const pause = (status: ScriptStatus) => scriptPause({ status, isInspected: true })

    expect(pause('process')).toBe(3000)
    expect(['uploaded', 'error', 'notEnoughMinutes'].map((status) => pause(status as ScriptStatus))).toEqual([
      10_000, 10_000, 10_000,
    ])
    expect(scriptPause(undefined)).toBe(false)
    expect(pause('complete')).toBe(false)
    expect(pause('completeWithErrors')).toBe(false)
  })

  it('is every second while it is being looked into', () => {
    expect(scriptPause({ status: 'uploaded', isInspected: false })).toBe(1000)
  })

  it('is every second for its processing, until that ends [FILE-2] [UP-11]', () => {
    expect(statusPause(undefined)).toBe(1000)
    expect(statusPause('processing')).toBe(1000)
    expect(statusPause('complete')).toBe(false)
    expect(statusPause('error')).toBe(false)
  })
})

describe('a failed question', () => {
  it('is asked again only when the server has not decided', () => {
    expect(shouldRetry(0, new ApiError(404, null))).toBe(false)
    expect(shouldRetry(0, new ApiError(0, null))).toBe(true)
    expect(shouldRetry(1, new ApiError(503, null))).toBe(true)
    expect(shouldRetry(2, new ApiError(503, null))).toBe(false)
  })
})
