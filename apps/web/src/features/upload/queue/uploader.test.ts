import { afterEach, describe, expect, it, vi } from 'vitest'

import { ApiError } from '#lib/http/api-error.ts'
import { instantConnection } from '#test/connection.ts'
import { refused } from '#test/refusal.ts'
import { stubStorage } from '#test/session.ts'
import { fakeService } from '#test/upload-service.ts'

import { itemsOf, type Queue } from './queue.ts'
import { Uploader } from './uploader.ts'

const LIMIT = 1000
const file = (name: string, content = `Содержание файла ${name}`) => new File([content], name)

function setUp(storage = stubStorage()) {
  const service = fakeService()
  const onUploadsExceeded = vi.fn<() => void>()
  const held = new Set<string>()
  let ids = 0
  const uploader = new Uploader({
    api: service.api,
    connection: instantConnection,
    now: () => Date.now(),
    newId: () => `i${(ids += 1)}`,
    hold: (uploadId, work) => {
      held.add(uploadId)
      void work.then(() => held.delete(uploadId))
    },
    onUploadsExceeded,
  })
  const until = (check: (queue: Queue) => void) => vi.waitFor(() => check(uploader.getState()))
  const reachesStep = (name: string) => until(({ primary }) => expect(primary?.step.name).toBe(name))
  const reachesPage = (name: string) => until(({ page }) => expect(page.name).toBe(name))
  return { uploader, service, held, onUploadsExceeded, until, reachesStep, reachesPage, storage }
}

afterEach(() => {
  vi.useRealTimers()
})

describe('the uploader', () => {
  it('sends a file, waits for its inspection, and starts on demand', async () => {
    const { uploader, service, reachesStep, until } = setUp()

    uploader.add([file('a.mp3')], LIMIT)
    await reachesStep('readyToProcess')
    uploader.start()

    await until(({ page }) => expect(page).toMatchObject({ name: 'processing', isStarted: true }))
    expect(service.calls).toContain('process script-u1 other')
  })

  it('starts automatically 3 s after the last choice, through a countdown of 5 s [UP-6] [UP-8]', async () => {
    vi.useFakeTimers()
    const { uploader, service, reachesStep } = setUp()
    uploader.add([file('a.mp3')], LIMIT)
    uploader.setOptions({ mediaType: 'meeting' })
    await reachesStep('readyToProcess')
    const chosenAt = Date.now()

    await vi.advanceTimersByTimeAsync(2000)
    uploader.setOptions({ speakersCount: 2 })
    await vi.advanceTimersByTimeAsync(3000)
    expect(uploader.getState().page.name).toBe('uploading')
    await vi.advanceTimersByTimeAsync(1)
    expect(uploader.getState().page).toMatchObject({ name: 'prepareProcess', secondsLeft: 5 })
    await vi.advanceTimersByTimeAsync(4999)
    expect(service.calls.filter((call) => call.startsWith('process'))).toEqual([])
    await vi.advanceTimersByTimeAsync(1)

    expect(uploader.getState().page.name).toBe('processing')
    expect(service.calls).toContain('process script-u1 meeting')
    expect(Date.now() - chosenAt).toBeGreaterThanOrEqual(10_000)
  })

  it('returns to the options when the countdown is cancelled, and starts nothing [UP-6]', async () => {
    vi.useFakeTimers()
    const { uploader, service, reachesStep } = setUp()
    uploader.add([file('a.mp3')], LIMIT)
    uploader.setOptions({ mediaType: 'meeting' })
    await reachesStep('readyToProcess')
    await vi.advanceTimersByTimeAsync(4000)
    expect(uploader.getState().page.name).toBe('prepareProcess')

    uploader.cancelCountdown()
    await vi.advanceTimersByTimeAsync(60_000)

    expect(uploader.getState().page.name).toBe('uploading')
    expect(service.calls.filter((call) => call.startsWith('process'))).toEqual([])
  })

  it('remembers the options for the next upload [UP-7]', () => {
    const { uploader, storage } = setUp()

    uploader.setOptions({ mediaType: 'interview', language: 'en' })

    expect(setUp(storage).uploader.getState().options).toMatchObject({ mediaType: 'interview', language: 'en' })
  })

  it('sends nothing of a file over the limit [UP-4]', async () => {
    const { uploader, service } = setUp()

    uploader.add([file('a.mp3', 'x'.repeat(1001))], LIMIT)

    expect(uploader.getState().primary?.step).toEqual({ name: 'fileTooBig', fileBytes: 1001, limitBytes: 1000 })
    expect(service.calls).toEqual([])
  })

  it('cancels: stops sending and discards what has arrived [UP-10]', async () => {
    const { uploader, service, until } = setUp()
    service.faults.push(undefined, 'hangs')
    uploader.add([file('a.mp3')], LIMIT)
    await until(() => expect(service.calls).toContain('put 2'))

    await uploader.cancel('i1')

    expect(uploader.getState()).toMatchObject({ primary: null, page: { name: 'uploading' } })
    expect(service.has('u1')).toBe(false)
    expect(service.calls.at(-1)).toBe('abort u1')
  })

  it('holds a lock while it works on an upload, so that no other tab takes it for unfinished', async () => {
    const { uploader, service, held, until } = setUp()
    service.faults.push(undefined, 'hangs')
    uploader.add([file('a.mp3')], LIMIT)
    await until(() => expect(service.calls).toContain('put 2'))
    expect([...held]).toEqual(['u1'])

    uploader.stop()

    await until(() => expect([...held]).toEqual([]))
  })

  it('sends several files one by one, and processes them with the same options', async () => {
    const { uploader, service, until } = setUp()

    uploader.add([file('a.mp3'), file('b.mp3'), file('c.mp3')], LIMIT)
    uploader.setOptions({ mediaType: 'lection', speakersCount: 1 })
    uploader.start()

    await until((queue) => expect(itemsOf(queue).every(({ isStarted }) => isStarted)).toBe(true))
    expect(service.calls.filter((call) => /^(create|complete)/.test(call))).toEqual([
      'create a.mp3',
      'complete u1',
      'create b.mp3',
      'complete u2',
      'create c.mp3',
      'complete u3',
    ])
    expect(service.calls.filter((call) => call.startsWith('process'))).toEqual([
      'process script-u1 lection',
      'process script-u2 lection',
      'process script-u3 lection',
    ])
  })

  it('continues with the others when the first is cancelled', async () => {
    const { uploader, service, until } = setUp()
    service.faults.push('hangs')
    uploader.add([file('a.mp3'), file('b.mp3')], LIMIT)
    await until(() => expect(service.calls).toContain('put 1'))

    await uploader.cancel('i1')

    await until(({ primary }) => expect(primary).toMatchObject({ id: 'i2', step: { name: 'readyToProcess' } }))
  })

  it('resumes an unfinished upload', async () => {
    const { uploader, service, reachesStep } = setUp()
    const a = file('a.mp3')
    const upload = await service.begun(a, 2)

    uploader.resume(upload, a, LIMIT)

    await reachesStep('readyToProcess')
    expect(service.sent.bytes).toBe(a.size - 20)
  })

  it('recognises a chosen file as an unfinished upload', async () => {
    const { uploader, service, reachesStep } = setUp()
    const a = file('a.mp3')
    const upload = await service.begun(a, 2)

    uploader.add([a], LIMIT, [upload])

    await reachesStep('readyToProcess')
    expect(service.sent.bytes).toBe(a.size - 20)
    expect(service.calls).not.toContain('create a.mp3')
  })

  it('resumes an unfinished upload only once when the same file is chosen twice', async () => {
    const { uploader, service, until } = setUp()
    const a = file('a.mp3')
    const upload = await service.begun(a, 2)

    uploader.add([a, a], LIMIT, [upload])

    await until((queue) =>
      expect(itemsOf(queue).map(({ step }) => step.name)).toEqual(['readyToProcess', 'readyToProcess']),
    )
    expect(service.calls.filter((call) => call.startsWith('create'))).toHaveLength(1)
  })

  it('rejects a different file, leaves the unfinished upload alone, and uploads it as new on demand', async () => {
    const { uploader, service, reachesStep } = setUp()
    const upload = await service.begun(file('a.mp3'), 2)
    uploader.resume(upload, file('a.mp3', 'содержание файла a.mp3'), LIMIT)
    await reachesStep('error')
    expect(uploader.getState().primary?.step).toMatchObject({ flaw: 'otherFile' })

    uploader.startOver('i1')

    await reachesStep('readyToProcess')
    expect(service.has('u1')).toBe(true)
    expect(service.contentOf('u2')).toBe('содержание файла a.mp3')
  })

  it('resumes after an error without resending anything', async () => {
    const { uploader, service, reachesStep } = setUp()
    const a = file('a.mp3')
    service.fail('complete', ...Array.from({ length: 5 }, () => new ApiError(500, null)))
    uploader.add([a], LIMIT)
    await reachesStep('error')

    uploader.retry('i1')

    await reachesStep('readyToProcess')
    expect(service.sent.bytes).toBe(a.size)
  })

  it('starts an upload over on demand, and discards the old one', async () => {
    const { uploader, service, reachesStep } = setUp()
    service.fail('complete', ...Array.from({ length: 5 }, () => new ApiError(500, null)))
    uploader.add([file('a.mp3')], LIMIT)
    await reachesStep('error')

    uploader.startOver('i1')

    await reachesStep('readyToProcess')
    expect(service.has('u1')).toBe(false)
  })

  it('reports that no upload is left [UP-12]', async () => {
    const { uploader, service, onUploadsExceeded, reachesStep } = setUp()
    service.fail('create', refused('uploadsExceeded'))

    uploader.add([file('a.mp3')], LIMIT)

    await reachesStep('notAvailableUploads')
    expect(onUploadsExceeded).toHaveBeenCalledTimes(1)
  })

  it('reports a file that fails its inspection [UP-12]', async () => {
    const { uploader, service, reachesStep } = setUp()
    service.answers.script = { status: 'error', errorCode: 'mediaBroken' }

    uploader.add([file('a.mp3')], LIMIT)

    await reachesStep('error')
    expect(uploader.getState().primary?.step).toMatchObject({ flaw: 'media', code: 'mediaBroken' })
  })

  it('processes only the available minutes on demand [UP-9]', async () => {
    const { uploader, service, reachesStep, until } = setUp()
    service.answers.script = { availableMinutes: 12 }
    uploader.add([file('a.mp3')], LIMIT)
    await reachesStep('notEnoughMinutes')

    uploader.start(true)

    await until(({ page }) => expect(page).toMatchObject({ name: 'processing', isStarted: true }))
    expect(service.calls).toContain('process script-u1 other force')
  })

  it('learns at the start that the minutes do not suffice [UP-9] [UP-12]', async () => {
    const { uploader, service, reachesStep } = setUp()
    service.fail('process', refused('notEnoughMinutes'))
    uploader.add([file('a.mp3')], LIMIT)
    await reachesStep('readyToProcess')
    service.answers.script = { availableMinutes: 3 }

    uploader.start()

    await reachesStep('notEnoughMinutes')
    expect(uploader.getState()).toMatchObject({
      page: { name: 'uploading' },
      primary: { step: { availableMinutes: 3 } },
    })
  })

  it('treats a processing that already runs as started', async () => {
    const { uploader, service, until } = setUp()
    service.fail('process', new ApiError(0, null), refused('alreadyProcessed'))
    uploader.add([file('a.mp3')], LIMIT)
    uploader.start()

    await until(({ page }) => expect(page).toMatchObject({ name: 'processing', isStarted: true }))
  })

  it('reports a failed start, and retries on demand [UP-6]', async () => {
    const { uploader, service, reachesPage, until } = setUp()
    service.fail('process', ...Array.from({ length: 5 }, () => new ApiError(500, null)))
    uploader.add([file('a.mp3')], LIMIT)
    uploader.start()
    await reachesPage('error')

    uploader.retryProcessing()

    await until(({ page }) => expect(page).toMatchObject({ name: 'processing', isStarted: true }))
  })

  it('stops everything on logout but discards nothing: uploads can be resumed', async () => {
    const { uploader, service, until } = setUp()
    service.faults.push(undefined, 'hangs')
    uploader.add([file('a.mp3'), file('b.mp3')], LIMIT)
    await until(() => expect(service.calls).toContain('put 2'))

    uploader.stop()

    expect(itemsOf(uploader.getState())).toEqual([])
    expect(service.has('u1')).toBe(true)
    expect(service.calls.filter((call) => call.startsWith('abort'))).toEqual([])
  })
})

describe('a link', () => {
  const PROCESS = { status: 'processing', progress: 37, stage: 'download', etaSeconds: null } as const

  it('is tracked by its process, titled, inspected and started [LINK-6] [UP-15]', async () => {
    const { uploader, service, reachesStep } = setUp()
    service.answers.process = [
      { ...PROCESS, title: 'Эфир.mp4' },
      { ...PROCESS, status: 'complete', scriptId: 's9', title: 'Эфир.mp4' },
    ]

    await uploader.addLink('https://a.ru/x')

    await reachesStep('readyToProcess')
    expect(uploader.getState().primary).toMatchObject({ source: { title: 'Эфир.mp4' }, step: { script: { id: 's9' } } })
  })

  it('is cancelled by its process [LINK-6]', async () => {
    const { uploader, service } = setUp()
    service.answers.process = [PROCESS]
    await uploader.addLink('https://a.ru/x')

    await uploader.cancel('i1')

    expect(service.calls).toContain('cancelLink p1')
    expect(uploader.getState().primary).toBeNull()
  })

  it('leaves the page unchanged when the service refuses it [LINK-5]', async () => {
    const { uploader, service, onUploadsExceeded } = setUp()
    service.fail('takeLink', refused('uploadsExceeded'))

    await expect(uploader.addLink('https://a.ru/x')).rejects.toMatchObject({ status: 402 })
    expect(uploader.getState().primary).toBeNull()
    expect(onUploadsExceeded).toHaveBeenCalledTimes(1)
  })

  it('is fileTooBig when the service knows the size at once [LINK-5]', async () => {
    const { uploader, service } = setUp()
    const error = { size: 842, fileName: 'Эфир.mp4', fileSize: 300 }
    service.fail('takeLink', new ApiError(413, { error, code: 'fileTooBig', message: 'x' }))

    await uploader.addLink('https://a.ru/x')

    expect(uploader.getState().primary).toMatchObject({
      source: { title: 'Эфир.mp4' },
      step: { name: 'fileTooBig', fileBytes: 842, limitBytes: 300 },
    })
  })

  it('returns to its field with the error when its download fails [LINK-5]', async () => {
    const { uploader, service, until } = setUp()
    service.answers.process = [PROCESS, { ...PROCESS, status: 'error', errorCode: 'linkAccessDenied' }]

    await uploader.addLink('https://a.ru/x')

    await until((queue) =>
      expect(queue).toMatchObject({ primary: null, link: { url: 'https://a.ru/x', code: 'urlAccessDenied' } }),
    )
  })

  it('is fileTooBig with its name and both sizes [LINK-5]', async () => {
    const { uploader, service, reachesStep } = setUp()
    const error = { size: 842, fileName: 'Эфир.mp4', fileSize: 300 }
    service.answers.process = [{ ...PROCESS, status: 'error', error }]

    await uploader.addLink('https://a.ru/x')

    await reachesStep('fileTooBig')
    expect(uploader.getState().primary).toMatchObject({
      source: { title: 'Эфир.mp4' },
      step: { fileBytes: 842, limitBytes: 300 },
    })
  })
})
