import type { ProcessState } from '@doslovno/contract/scripts.ts'
import { errorCodes, errors } from '@doslovno/domain/errors.ts'
import { describe, expect, it, vi } from 'vitest'

import { ApiError } from '#lib/http/api-error.ts'
import { fakeConnection, instantConnection } from '#test/connection.ts'
import { refused } from '#test/refusal.ts'
import { scriptOf } from '#test/upload-service.ts'

import { followInspection, followProcess, linkFailure, linkFlaw, ProcessFailure } from './follow.ts'

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

const answer = (error: unknown) => new ApiError(422, { error, code: 'fileTooBig', message: 'x' })

describe('a link', () => {
  it.each(['ftp://a.ru/x.mp3', 'a.ru/x.mp3', 'htt', 'javascript:alert(1)', 'https:/a.ru'])(
    'is invalid unless it begins with http:// or https://: %s [LINK-3]',
    (url) => {
      expect(linkFlaw(url)).toBe('invalidLink')
    },
  )

  it.each(['http://a.ru/x.mp3', 'https://a.ru', ' HTTPS://A.RU ', '', '  '])(
    'is accepted otherwise: «%s» [LINK-3]',
    (url) => {
      expect(linkFlaw(url)).toBeUndefined()
    },
  )

  const REASONS = [
    ['linkUnsupported', 'Link is unsupported', 'linkUnsupported'],
    ['unsupportedFormat', 'Unsupported format video', 'linkUnsupported'],
    ['linkAccessDenied', 'No access to the link', 'urlAccessDenied'],
    ['linkFailed', 'Link cannot be downloaded', 'errorOccurred'],
  ] as const
  it.each(REASONS)('that fails with %s, «%s», is %s, at once or during the download [LINK-5]', (code, text, flaw) => {
    expect(errors[code].message).toBe(text)
    expect(linkFailure(refused(code))).toEqual({ code: flaw })
    expect(linkFailure(new ProcessFailure({ errorCode: code }))).toEqual({ code: flaw })
  })

  // The sources match words in the wire text; the codes must lead to the same results.
  it.each(errorCodes)('that fails with %s is as the words of its wire text say [LINK-5]', (code) => {
    const text = errors[code].message
    const denied = /permission|access/i.test(text) ? 'urlAccessDenied' : 'errorOccurred'

    expect(linkFailure(refused(code))).toEqual({ code: /unsupported/i.test(text) ? 'linkUnsupported' : denied })
  })

  it.each([
    ['an object without a size', answer({ fileName: 'a.mp4' })],
    ['something that is no error of ours', answer(42)],
    ['a page of a proxy', new ApiError(502, '<html>')],
    ['no answer', new ApiError(0, null)],
    ['a mistake of the browser', new TypeError('x')],
    ['a process without a reason', new ProcessFailure({})],
  ])('is errorOccurred after %s [LINK-5]', (_, error) => {
    expect(linkFailure(error)).toEqual({ code: 'errorOccurred' })
  })

  it('has the name and the largest size for a file too big [LINK-5]', () => {
    const reason = { size: 842_000_000, fileName: 'Эфир.mp4', fileSize: 300_000_000 }
    const failure = {
      code: 'fileTooBig',
      file: { name: 'Эфир.mp4', size: 842_000_000, type: 'video' },
      maxSize: 300_000_000,
    }

    expect(linkFailure(answer(reason))).toEqual(failure)
    expect(linkFailure(new ProcessFailure({ error: reason, errorCode: 'fileTooBig' }))).toEqual(failure)
  })
})
