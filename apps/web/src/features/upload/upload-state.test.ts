import { describe, expect, it } from 'vitest'

import {
  nextUpload,
  type UploadEvent,
  uploadLeft,
  uploadPercent,
  uploadSpeed,
  type UploadState,
} from './upload-state.ts'

const MB = 1_000_000
const FILE = { name: 'запись.mp3', size: 100 * MB }
const chosen: UploadEvent = { type: 'chosen', file: FILE, limitBytes: 300 * MB, at: 0 }

function after(...events: UploadEvent[]): UploadState {
  return events.reduce(nextUpload, { name: 'choosing' } as UploadState) // widened: the first state has no other fields
}

describe('choosing a file', () => {
  it('starts its upload', () => {
    expect(after(chosen)).toMatchObject({ name: 'uploading', file: FILE, sentBytes: 0 })
  })

  it('refuses one over the tariff before the first byte is sent', () => {
    const state = after({ ...chosen, limitBytes: 100 * MB - 1 })

    expect(state).toEqual({ name: 'fileTooBig', file: FILE, limitBytes: 100 * MB - 1 })
  })

  it('takes one that is exactly at the limit', () => {
    expect(after({ ...chosen, limitBytes: FILE.size }).name).toBe('uploading')
  })

  it('refuses an empty one', () => {
    expect(after({ ...chosen, file: { name: 'a', size: 0 } }).name).toBe('fileEmpty')
  })

  it('is not heard while another file is on its way', () => {
    const other: UploadEvent = { ...chosen, file: { name: 'другая.mp3', size: 1 } }

    expect(after(chosen, other)).toMatchObject({ file: FILE })
  })

  it('is possible again after a refusal', () => {
    expect(after({ ...chosen, limitBytes: 1 }, chosen).name).toBe('uploading')
  })
})

describe('the way of a file', () => {
  it('goes from the upload to its start and to the processing', () => {
    const uploaded: UploadEvent = { type: 'uploaded', scriptId: 's1' }

    expect(after(chosen, uploaded)).toEqual({ name: 'starting', file: FILE, scriptId: 's1' })
    expect(after(chosen, uploaded, { type: 'started' })).toEqual({ name: 'processing', file: FILE, scriptId: 's1' })
  })

  it('goes back to the choice when it is cancelled [UP-10]', () => {
    expect(after(chosen, { type: 'reset' })).toEqual({ name: 'choosing' })
  })

  it('ignores news of an upload that is over', () => {
    const late: UploadEvent[] = [
      { type: 'progressed', sentBytes: 1, at: 1 },
      { type: 'uploaded', scriptId: 's1' },
      { type: 'started' },
      { type: 'failed', reason: 'network' },
      { type: 'refusedAsTooBig', limitBytes: 1 },
      { type: 'retried', at: 1 },
    ]

    expect(after(chosen, { type: 'reset' }, ...late)).toEqual({ name: 'choosing' })
  })

  it('starts from the beginning when a lost upload is tried again', () => {
    const lost = after(chosen, { type: 'progressed', sentBytes: MB, at: 100 }, { type: 'failed', reason: 'network' })

    expect(lost).toEqual({ name: 'failed', file: FILE, reason: 'network' })
    expect(nextUpload(lost, { type: 'retried', at: 200 })).toMatchObject({ name: 'uploading', sentBytes: 0 })
  })

  it('does not upload twice when only the start has failed', () => {
    const stuck = after(chosen, { type: 'uploaded', scriptId: 's1' }, { type: 'failed', reason: 'start' })

    expect(nextUpload(stuck, { type: 'retried', at: 1 })).toEqual({ name: 'starting', file: FILE, scriptId: 's1' })
  })

  it('tells the size when the server knows a smaller limit', () => {
    expect(after(chosen, { type: 'refusedAsTooBig', limitBytes: 300 * MB })).toMatchObject({ name: 'fileTooBig' })
  })
})

describe('progress', () => {
  const uploading = (...marks: [at: number, sentBytes: number][]) => {
    const state = after(chosen, ...marks.map(([at, sentBytes]) => ({ type: 'progressed', at, sentBytes }) as const))
    if (state.name !== 'uploading') throw new Error('the upload has ended')
    return state
  }

  it('is a truncated percent [UP-10]', () => {
    expect(uploadPercent(uploading([500, 64.9 * MB]))).toBe(64)
  })

  it('has no speed in its first second', () => {
    expect(uploadSpeed(uploading([900, MB]).marks)).toBeUndefined()
    expect(uploadLeft(uploading([900, MB]))).toBeUndefined()
  })

  it('has the speed of its last seconds and the time left at that speed', () => {
    const state = uploading([2000, 20 * MB], [12_000, 30 * MB], [14_000, 40 * MB])

    expect(uploadSpeed(state.marks)).toBe(5 * MB)
    expect(uploadLeft(state)).toBe(12)
  })
})
