import type { ProcessState } from '@doslovno/contract/scripts.ts'
import { describe, expect, it, vi } from 'vitest'

import { ApiError } from '#lib/http/api-error.ts'
import { fakeLine, impatientLine } from '#lib/line/test-line.ts'

import { followInspection, followProcess } from './follow.ts'
import { scriptOf } from './test-service.ts'

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

describe('a process that is followed', () => {
  it('tells its progress while it is processing and resolves when it is complete [UP-14] [LINK-6]', async () => {
    const progress: number[] = []
    const ask = asking(state({ progress: 10 }), state({ progress: 60 }), state({ status: 'complete', scriptId: 's1' }))

    const end = await followProcess(ask, {
      line: impatientLine,
      signal,
      onProgress: (news) => progress.push(news.progress),
    })

    expect(end.scriptId).toBe('s1')
    expect(progress).toEqual([10, 60])
  })

  it('rejects with the reason when it ends in error [UP-14]', async () => {
    const ask = asking(state({}), state({ status: 'error', error: 'Link is unsupported' }))

    const end = followProcess(ask, { line: impatientLine, signal, onProgress: () => undefined })

    await expect(end).rejects.toMatchObject({ name: 'ProcessFailure', reason: 'Link is unsupported' })
  })

  it('is asked each second [UP-11] [UP-14]', async () => {
    const line = fakeLine()
    const ask = asking(state({}), state({ status: 'complete' }))
    const end = followProcess(ask, { line, signal, onProgress: () => undefined })
    await vi.waitFor(() => expect(line.isWaiting()).toBe(true))

    expect(line.pauses).toEqual([1000])
    line.go()

    await expect(end).resolves.toMatchObject({ status: 'complete' })
    expect(ask).toHaveBeenCalledTimes(2)
  })

  it('is followed through a lost line', async () => {
    const ask = asking<ProcessState>(new ApiError(0, null), state({ status: 'complete' }))

    await expect(
      followProcess(ask, { line: impatientLine, signal, onProgress: () => undefined }),
    ).resolves.toMatchObject({ status: 'complete' })
  })

  it('is not asked after any more once it is called off', async () => {
    const abort = new AbortController()
    const line = fakeLine()
    const ask = asking(state({}))
    const end = followProcess(ask, { line, signal: abort.signal, onProgress: () => undefined })
    await vi.waitFor(() => expect(line.isWaiting()).toBe(true))

    abort.abort()

    await expect(end).rejects.toThrow(/^Request was aborted$/)
    expect(ask).toHaveBeenCalledTimes(1)
  })
})

describe('a file that is looked into', () => {
  it('is asked after until its inside is known', async () => {
    const ask = asking(scriptOf({ isInspected: false }), scriptOf({ duration: 42 }))

    expect(await followInspection(ask, { line: impatientLine, signal })).toMatchObject({ duration: 42 })
  })

  it('is asked after until it turns out to be broken', async () => {
    const ask = asking(scriptOf({ isInspected: false }), scriptOf({ isInspected: false, status: 'error' }))

    expect(await followInspection(ask, { line: impatientLine, signal })).toMatchObject({ status: 'error' })
  })
})
