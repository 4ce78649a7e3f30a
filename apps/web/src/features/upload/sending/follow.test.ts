import type { ProcessState } from '@doslovno/contract/scripts.ts'
import { describe, expect, it, vi } from 'vitest'

import { ApiError } from '#lib/http/api-error.ts'
import { fakeConnection, instantConnection } from '#test/connection.ts'
import { scriptOf } from '#test/upload-service.ts'

import { followInspection, followProcess } from './follow.ts'

const { signal } = new AbortController()
const state = (change: Partial<ProcessState>): ProcessState => ({
  status: 'processing',
  progress: 0,
  stage: 'download',
  etaSeconds: null,
  ...change,
})

function asking<T>(...answers: (T | Error)[]) {
  return vi.fn<() => Promise<T>>(async () => {
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    if (answer === undefined || answer instanceof Error) throw answer ?? new Error('Nothing to answer')
    return answer
  })
}

describe('a followed process', () => {
  it('reports progress and resolves when complete [UP-14] [LINK-6]', async () => {
    const progress: number[] = []
    const ask = asking(state({ progress: 10 }), state({ progress: 60 }), state({ status: 'complete', scriptId: 's1' }))

    const end = await followProcess(ask, {
      connection: instantConnection,
      signal,
      onProgress: (news) => progress.push(news.progress),
    })

    expect(end.scriptId).toBe('s1')
    expect(progress).toEqual([10, 60])
  })

  it('rejects with the reason when it fails [UP-14]', async () => {
    const ask = asking(state({}), state({ status: 'error', errorCode: 'linkUnsupported' }))

    const end = followProcess(ask, { connection: instantConnection, signal, onProgress: () => undefined })

    await expect(end).rejects.toMatchObject({ name: 'ProcessFailure', code: 'linkUnsupported' })
  })

  it('is polled every second [UP-11] [UP-14]', async () => {
    const connection = fakeConnection()
    const ask = asking(state({}), state({ status: 'complete' }))
    const end = followProcess(ask, { connection, signal, onProgress: () => undefined })
    await vi.waitFor(() => expect(connection.isWaiting()).toBe(true))

    expect(connection.pauses).toEqual([1000])
    connection.go()

    await expect(end).resolves.toMatchObject({ status: 'complete' })
    expect(ask).toHaveBeenCalledTimes(2)
  })

  it('is followed through a lost connection', async () => {
    const ask = asking<ProcessState>(new ApiError(0, null), state({ status: 'complete' }))

    await expect(
      followProcess(ask, { connection: instantConnection, signal, onProgress: () => undefined }),
    ).resolves.toMatchObject({ status: 'complete' })
  })

  it('is no longer polled once cancelled', async () => {
    const abort = new AbortController()
    const connection = fakeConnection()
    const ask = asking(state({}))
    const end = followProcess(ask, { connection, signal: abort.signal, onProgress: () => undefined })
    await vi.waitFor(() => expect(connection.isWaiting()).toBe(true))

    abort.abort()

    await expect(end).rejects.toThrow(/^Request was aborted$/)
    expect(ask).toHaveBeenCalledTimes(1)
  })
})

describe('a file under inspection', () => {
  it('is polled until its inspection ends', async () => {
    const ask = asking(scriptOf({ isInspected: false }), scriptOf({ duration: 42 }))

    expect(await followInspection(ask, { connection: instantConnection, signal })).toMatchObject({ duration: 42 })
  })

  it('is polled until it turns out to be broken', async () => {
    const ask = asking(scriptOf({ isInspected: false }), scriptOf({ isInspected: false, status: 'error' }))

    expect(await followInspection(ask, { connection: instantConnection, signal })).toMatchObject({ status: 'error' })
  })
})
