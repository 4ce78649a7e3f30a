import { describe, expect, it, vi } from 'vitest'

import { ApiError } from '#lib/http/api-error.ts'
import { fakeConnection, instantConnection } from '#test/connection.ts'
import { fakeService, PART_SIZE } from '#test/upload-service.ts'

import { type BegunUpload, sendFile, type SendNews } from './send-file.ts'

const CONTENT = 'Каждое слово на своём месте'
const bytes = new TextEncoder().encode(CONTENT).length
const file = new File([CONTENT], 'запись.mp3', { type: 'audio/mpeg' })

function sending(service = fakeService(), connection = instantConnection) {
  const progress: number[] = []
  const lost: [string, number][] = []
  const uploads: string[] = []
  const abort = new AbortController()
  const news: SendNews = {
    onCompare: () => undefined,
    onUpload: ({ id }) => uploads.push(id),
    onProgress: (sentBytes) => progress.push(sentBytes),
    onLost: (cause, keptBytes) => lost.push([cause, keptBytes]),
  }
  const send = (begun?: BegunUpload, sent: File = file) =>
    sendFile(sent, begun, { api: service.api, connection, signal: abort.signal, news })
  return { service, send, progress, lost, uploads, abort }
}

describe('a file sent in parts', () => {
  it('arrives byte for byte, part after part, and is completed', async () => {
    const { service, send, progress } = sending()

    expect(await send()).toMatchObject({ id: 'script-u1' })

    expect(service.contentOf('u1')).toBe(CONTENT)
    expect(service.sent.bytes).toBe(bytes)
    expect(service.calls.filter((call) => call.startsWith('put'))).toEqual([
      'put 1',
      'put 2',
      'put 3',
      'put 4',
      'put 5',
    ])
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
    expect(progress.at(-1)).toBe(bytes)
  })

  it('loses at most one part to a broken connection, and shows what has arrived [UP-10]', async () => {
    const { service, send, lost } = sending()
    service.faults.push(undefined, undefined, 'cut')

    await send()

    expect(service.contentOf('u1')).toBe(CONTENT)
    expect(service.sent.bytes - bytes).toBeLessThanOrEqual(PART_SIZE)
    expect(lost).toEqual([['connection', 2 * PART_SIZE]])
  })

  it('does not resend a part whose answer was lost', async () => {
    const { service, send } = sending()
    service.faults.push('answer lost')

    await send()

    expect(service.sent.bytes).toBe(bytes)
    expect(service.contentOf('u1')).toBe(CONTENT)
  })

  it('requests a new address when the old one has expired', async () => {
    const { service, send } = sending()
    service.faults.push(undefined, 'expired')

    await send()

    expect(service.contentOf('u1')).toBe(CONTENT)
    expect(service.calls.filter((call) => call === 'signPart u1 2')).toHaveLength(2)
  })

  it('survives any number of failed calls to the service', async () => {
    const { service, send } = sending()
    const lost = () => new ApiError(0, null)
    service.fail('create', lost(), lost())
    service.fail('signPart', lost(), lost(), lost())
    service.fail('complete', lost())

    await send()

    expect(service.contentOf('u1')).toBe(CONTENT)
  })

  it('resumes an upload begun before', async () => {
    const { service, send, progress, uploads } = sending()
    const upload = await service.begun(file, 3)

    await send({ upload, mustMatch: true })

    expect(service.sent.bytes).toBe(bytes - 3 * PART_SIZE)
    expect(service.contentOf('u1')).toBe(CONTENT)
    expect(progress[0]).toBe(3 * PART_SIZE)
    expect(uploads).toEqual(['u1'])
  })

  it.each([
    ['another name', new File([CONTENT], 'другая.mp3')],
    ['another size', new File([`${CONTENT}!`], 'запись.mp3')],
    ['another byte in what has arrived', new File([CONTENT.replace('К', 'к')], 'запись.mp3')],
  ])('is rejected with %s where it must match', async (_, other) => {
    const { service, send } = sending()
    const upload = await service.begun(file, 3)

    await expect(send({ upload, mustMatch: true }, other)).rejects.toThrow('Another file was chosen')
    expect(service.sent.bytes).toBe(0)
    expect(service.has('u1')).toBe(true)
  })

  it('becomes a new upload when it only resembles an unfinished one', async () => {
    const { service, send } = sending()
    const upload = await service.begun(file, 3)
    const other = new File([CONTENT.replace('К', 'к')], 'запись.mp3')

    expect(await send({ upload, mustMatch: false }, other)).toMatchObject({ id: 'script-u2' })

    expect(service.contentOf('u2')).toBe(CONTENT.replace('К', 'к'))
  })

  it('starts over when the service has forgotten the upload', async () => {
    const { service, send } = sending()
    const upload = await service.begun(file, 3)
    await service.api.abort(upload.id)

    await send({ upload, mustMatch: true })

    expect(service.sent.bytes).toBe(bytes)
  })

  it('stops in the middle of a part when cancelled [UP-10]', async () => {
    const { service, send, abort } = sending()
    service.faults.push('hangs')
    const done = send()
    await vi.waitFor(() => expect(service.calls).toContain('put 1'))

    abort.abort()

    await expect(done).rejects.toThrow(/^Request was aborted$/)
  })

  it('is also discarded by the service when cancelled before its answer [UP-10]', async () => {
    const { service, send, abort } = sending()
    const done = send()

    abort.abort()

    await expect(done).rejects.toThrow(/^Request was aborted$/)
    expect(service.has('u1')).toBe(false)
    expect(service.calls).toEqual(['create запись.mp3', 'abort u1'])
  })

  it('is reported, not retried for ever, if it cannot be read any more', async () => {
    const { send } = sending()
    const gone = new File([CONTENT], 'запись.mp3')
    gone.slice = () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) }) as Blob // the file was deleted

    await expect(send(undefined, gone)).rejects.toThrow('The file cannot be read')
  })

  it('waits for the network and resumes when it is back', async () => {
    const connection = fakeConnection()
    const { service, send, lost } = sending(fakeService(), connection)
    service.faults.push(undefined, 'cut')
    const done = send()
    await vi.waitFor(() => expect(connection.isWaiting()).toBe(true))
    expect(lost).toEqual([['connection', PART_SIZE]])

    connection.go()
    await done

    expect(service.contentOf('u1')).toBe(CONTENT)
  })
})
