import type { ProcessState, Script } from '@doslovno/contract/scripts.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { brokenMedia, makeMedia, silentVideo, tone } from '#test/media.ts'
import { readScript, startProcessing, textOf, uploadRecording, watchToEnd } from '#test/pipeline.ts'
import { recording, toWav, wavSamples } from '#test/recordings.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'
import { startWorker, type TestWorker } from '#test/worker.ts'

let test: TestApp
let worker: TestWorker

beforeAll(async () => {
  test = await createTestApp()
  worker = await startWorker(test.config)
})
afterAll(async () => {
  await worker.kill('SIGTERM')
  await test.close()
})

const SPOKEN = wavSamples(recording('voxforge_ru/ru_0032.wav'))

/** Waits until the service has looked inside. */
function inspected(owner: Caller, id: string): Promise<Script> {
  const read = async () => {
    const script = await readScript(owner, id)
    expect(script.isInspected).toBe(true)
    return script
  }
  return vi.waitFor(read, { timeout: 30_000, interval: 100 })
}

const process = (owner: Caller, id: string, payload: object) =>
  owner.call({ method: 'POST', url: `/api/scripts/${id}/process`, payload })

const minutesOf = async (owner: Caller) =>
  (await owner.call({ url: '/api/account' })).json<{ user: { minutesRemain: number } }>().user.minutesRemain

/** Leaves the user this many seconds of the tariff's month. */
async function leaveSeconds(owner: Caller, seconds: number): Promise<void> {
  await owner.call({ url: '/api/account' })
  await test.ctx.db
    .updateTable('lots')
    .set({ grantedSeconds: seconds, remainingSeconds: seconds })
    .where('userId', '=', owner.userId ?? '')
    .execute()
}

describe('a file that has arrived', () => {
  it('is looked into before it is processed: its length and kind are known', async () => {
    const owner = await test.signIn()
    const picture = ['-f', 'lavfi', '-i', 'color=size=64x64:duration=3']
    const video = makeMedia('mp4', [...picture, ...tone(3), '-pix_fmt', 'yuv420p', '-shortest'])

    const script = await inspected(owner, await uploadRecording(owner, video, 'clip.mp4', 'video/mp4'))

    expect(script).toMatchObject({ status: 'uploaded', type: 'video' })
    expect(script.duration).toBeCloseTo(3, 0)
  })

  it('is measured where it does not tell its length itself', async () => {
    const owner = await test.signIn()
    // A recorder of a browser streams: it never goes back to write the length.
    const streamed = makeMedia('webm', [...tone(4), '-c:a', 'libopus', '-f', 'webm', '-live', '1'])

    const script = await inspected(owner, await uploadRecording(owner, streamed, 'voice.webm', 'audio/webm'))

    expect(script.duration).toBeCloseTo(4, 0)
  })

  it.each([
    ['ogg', 'libopus'],
    ['amr', 'libopencore_amrnb'],
    ['3gp', 'aac'],
  ])('may be a voice message: .%s is taken [UP-3]', async (extension, codec) => {
    const owner = await test.signIn()
    const encoders = codec === 'libopencore_amrnb' ? [] : ['-c:a', codec]
    // Debian's ffmpeg writes no AMR: a file of silent frames by its own format.
    const amr = Buffer.concat([
      Buffer.from('#!AMR\n'),
      ...Array.from({ length: 100 }, () => Buffer.from([0x3c, ...Buffer.alloc(31)])),
    ])
    const voice = extension === 'amr' ? amr : makeMedia(extension, [...tone(2), ...encoders])

    const script = await inspected(owner, await uploadRecording(owner, voice, `voice.${extension}`, ''))

    expect(script).toMatchObject({ status: 'uploaded', type: 'audio' })
    expect(script.duration).toBeCloseTo(2, 0)
  })

  it('without a sound track, or broken, is told so before it is processed [UP-12]', async () => {
    const owner = await test.signIn()

    const mute = await inspected(owner, await uploadRecording(owner, silentVideo(), 'mute.mp4', 'video/mp4'))
    const broken = await inspected(owner, await uploadRecording(owner, brokenMedia(), 'broken.mp3', 'audio/mpeg'))

    expect(mute).toMatchObject({ status: 'error', error: "MediaFile doesn't contain audio stream" })
    expect(broken.status).toBe('error')
    expect(['Unsupported format video', 'MediaFile cannot proceesed']).toContain(broken.error)
  })
})

describe('minutes', () => {
  it('are held while a file is processed, spent when it is done, and shown rounded down', async () => {
    const owner = await test.signIn()
    await leaveSeconds(owner, 600)
    const id = await uploadRecording(owner, toWav(SPOKEN))
    await startProcessing(owner, id)

    await watchToEnd(owner, id)

    // 9.4 seconds are ten.
    const lot = await test.ctx.db
      .selectFrom('lots')
      .select(['remainingSeconds', 'heldSeconds', 'consumedSeconds'])
      .where('userId', '=', owner.userId ?? '')
      .executeTakeFirstOrThrow()
    expect(lot).toEqual({ remainingSeconds: 590, heldSeconds: 0, consumedSeconds: 10 })
    expect(await minutesOf(owner)).toBe(9)
  })

  it('come back whole when processing fails', async () => {
    const owner = await test.signIn()
    const id = await uploadRecording(owner, brokenMedia(), 'broken.mp3', 'audio/mpeg')
    await startProcessing(owner, id)

    const seen = await watchToEnd(owner, id)

    expect(seen.at(-1)?.status).toBe('error')
    expect(await minutesOf(owner)).toBe(30)
  })

  it('that are not enough stop the start at once, and the page learns how many there are [UP-9] [UP-12]', async () => {
    const owner = await test.signIn()
    await leaveSeconds(owner, 61)
    const id = await uploadRecording(owner, makeMedia('mp3', tone(90)), 'long.mp3', 'audio/mpeg')
    await inspected(owner, id)

    const refused = await process(owner, id, {})

    expect(refused.statusCode).toBe(402)
    expect(refused.json()).toMatchObject({ error: 'Not enough minutes to process video' })
    expect(await readScript(owner, id)).toMatchObject({ status: 'notEnoughMinutes', availableMinutes: 1 })
  })

  it('that turn out too few when the file is decoded end the process the same way', async () => {
    const owner = await test.signIn()
    await leaveSeconds(owner, 5)
    const id = await uploadRecording(owner, toWav(SPOKEN))
    await inspected(owner, id)
    // A file that says it is shorter than it is.
    await test.ctx.db.updateTable('scripts').set({ durationSeconds: 1 }).where('id', '=', id).execute()
    await startProcessing(owner, id)

    const seen = await watchToEnd(owner, id)

    expect(seen.at(-1)).toMatchObject({ status: 'error', error: 'Not enough minutes to process video' } as ProcessState)
    expect(await readScript(owner, id)).toMatchObject({ status: 'notEnoughMinutes', availableMinutes: 0 })
  })

  it('that are not enough are all used by a forced start, for the beginning alone [UP-9] [API-4]', async () => {
    const owner = await test.signIn()
    await leaveSeconds(owner, 10)
    const twice = toWav(Buffer.concat([SPOKEN, SPOKEN]))
    const id = await uploadRecording(owner, twice)

    const reply = await process(owner, id, {
      mediaType: 'interview',
      speakersCount: 1,
      language: 'ru',
      badQuality: false,
      templateId: 1,
      force: true,
    })
    expect(reply.statusCode).toBe(200)
    await watchToEnd(owner, id)

    const script = await readScript(owner, id)
    expect(script).toMatchObject({ status: 'complete', processedSeconds: 10 })
    expect(script.duration).toBeCloseTo(18.75, 1)
    expect(textOf(script).length).toBeGreaterThan(20)
    expect(script.script.at(-1)?.end).toBeLessThanOrEqual(10)
    expect(await minutesOf(owner)).toBe(0)
  })

  it('of which there are none cannot be forced', async () => {
    const owner = await test.signIn()
    await leaveSeconds(owner, 1)
    const id = await uploadRecording(owner, toWav(SPOKEN))
    await process(owner, id, { force: true })
    await watchToEnd(owner, id)
    const next = await uploadRecording(owner, toWav(SPOKEN))

    const refused = await process(owner, next, { force: true })

    expect(refused.statusCode).toBe(402)
  })
})

it('shows the text while it is recognised, from where the page has got to', async () => {
  const owner = await test.signIn()
  const minutes = Buffer.concat(Array.from({ length: 9 }, () => SPOKEN))
  const id = await uploadRecording(owner, toWav(minutes))
  await startProcessing(owner, id)
  const heard: { text: string }[] = []
  let from = 0

  await vi.waitFor(
    async () => {
      const reply = await owner.call({ url: `/api/scripts/${id}/draft?from=${from}` })
      const { data, next } = reply.json<{ data: { text: string }[]; next: number }>()
      heard.push(...data)
      from = next
      expect(from).toBeGreaterThan(0)
    },
    { timeout: 150_000, interval: 100 },
  )

  expect(heard.map(({ text }) => text).join(' ').length).toBeGreaterThan(50)
  await watchToEnd(owner, id)
})
