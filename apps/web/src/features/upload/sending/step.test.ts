import { describe, expect, it } from 'vitest'

import { isKept, isSending, nextStep, type Step, type StepEvent } from './step.ts'

const MB = 1_000_000
const chosen: StepEvent = { type: 'chosen', totalBytes: 100 * MB, limitBytes: 300 * MB, at: 0 }
const script = { id: 's1', durationSeconds: 60 }

function after(...events: StepEvent[]): Step {
  return events.reduce(nextStep, { name: 'init' } as Step) // widened: the first state has no other fields
}

describe('the step of an upload', () => {
  it('starts at init and queues a chosen file [UP-5]', () => {
    expect(after()).toEqual({ name: 'init' })
    expect(after(chosen)).toMatchObject({ name: 'uploading', phase: 'queued', percent: 0 })
  })

  it("is fileTooBig over the tariff's limit, before the first byte is sent [UP-4] [UP-5]", () => {
    expect(after({ ...chosen, limitBytes: 100 * MB - 1 })).toEqual({
      name: 'fileTooBig',
      fileBytes: 100 * MB,
      limitBytes: 100 * MB - 1,
    })
    expect(after({ ...chosen, limitBytes: 100 * MB }).name).toBe('uploading')
  })

  it('is error for an empty file [UP-5]', () => {
    expect(after({ ...chosen, totalBytes: 0 })).toEqual({ name: 'error', flaw: 'empty' })
  })

  it('is uploading with its percentage [UP-5]', () => {
    expect(after(chosen, { type: 'moved', sentBytes: 64.9 * MB, at: 1 })).toMatchObject({
      name: 'uploading',
      phase: 'sending',
      percent: 64,
    })
  })

  it('is no error on a lost connection: it waits with what has arrived [UP-5]', () => {
    const lost: StepEvent = { type: 'lost', cause: 'connection', keptBytes: 50 * MB, at: 2 }
    const step = after(chosen, { type: 'moved', sentBytes: 57 * MB, at: 1 }, lost)

    expect(step).toMatchObject({ name: 'uploading', phase: 'waiting', percent: 50, cause: 'connection' })
    expect(nextStep(step, { type: 'moved', sentBytes: 51 * MB, at: 3 })).toMatchObject({
      phase: 'sending',
      percent: 51,
    })
  })

  it('resumes an upload begun before', () => {
    expect(after({ ...chosen, keptBytes: 64 * MB })).toMatchObject({ phase: 'queued', percent: 64 })
    expect(after(chosen, { type: 'comparing' })).toMatchObject({ phase: 'comparing' })
  })

  it('is readyToProcess after the inspection [UP-5]', () => {
    const inspecting = after(chosen, { type: 'arrived' })

    expect(inspecting).toMatchObject({ name: 'uploading', phase: 'inspecting', percent: 100 })
    expect(nextStep(inspecting, { type: 'inspected', script })).toEqual({ name: 'readyToProcess', script })
  })

  it('is notEnoughMinutes when it needs more, known at once or at the start [UP-5] [UP-9]', () => {
    const short = { name: 'notEnoughMinutes', script, availableMinutes: 12 }

    expect(after(chosen, { type: 'inspected', script, availableMinutes: 12 })).toEqual(short)
    expect(after(chosen, { type: 'inspected', script }, { type: 'shortOfMinutes', availableMinutes: 12 })).toEqual(
      short,
    )
  })

  it('is notAvailableUploads when the service accepts no more [UP-5]', () => {
    expect(after(chosen, { type: 'uploadsExceeded' })).toEqual({ name: 'notAvailableUploads' })
  })

  it('is fileTooBig when the service has a smaller limit [UP-5]', () => {
    expect(after(chosen, { type: 'tooBig', fileBytes: 100 * MB, limitBytes: MB }).name).toBe('fileTooBig')
  })

  it('is error after a failure, and restarts on a retry [UP-5]', () => {
    const failed = after(chosen, { type: 'failed', flaw: 'upload' })

    expect(failed).toMatchObject({ name: 'error', flaw: 'upload' })
    expect(nextStep(failed, { type: 'retried', totalBytes: 100 * MB, keptBytes: 0, at: 1 })).toMatchObject({
      name: 'uploading',
      phase: 'queued',
    })
  })

  it('has the percentage of the download of a link [UP-5] [LINK-6]', () => {
    expect(after({ type: 'linkTaken', at: 0 }, { type: 'progressed', percent: 37.8 })).toMatchObject({
      name: 'uploading',
      percent: 37,
    })
  })

  it('ignores events that do not fit', () => {
    const ready = after(chosen, { type: 'inspected', script })
    const late: StepEvent[] = [
      { type: 'moved', sentBytes: 1, at: 1 },
      { type: 'lost', cause: 'connection', keptBytes: 0, at: 1 },
      { type: 'arrived' },
      { type: 'failed', flaw: 'upload' },
      { type: 'uploadsExceeded' },
      { type: 'retried', totalBytes: 1, keptBytes: 0, at: 1 },
      chosen,
    ]

    expect(late.reduce(nextStep, ready)).toBe(ready)
    expect(late.filter(({ type }) => type !== 'chosen').reduce(nextStep, after())).toEqual({ name: 'init' })
  })

  it('tells whether bytes are still to be sent, and whether the file has arrived', () => {
    expect([after(), after(chosen), after(chosen, { type: 'arrived' })].map(isSending)).toEqual([false, true, false])
    expect([after(chosen), after(chosen, { type: 'inspected', script })].map(isKept)).toEqual([false, true])
  })
})
