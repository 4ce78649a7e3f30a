import type { ProcessState, Script } from '@doslovno/contract/scripts.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { brokenMedia, makeMedia, silentVideo, tone } from '#test/recordings/media.ts'
import {
  ONE_SPEAKER,
  readScript,
  startProcessing as start,
  textOf,
  uploadRecording,
  watchToEnd,
} from '#test/recordings/pipeline.ts'
import { recording, toWav, wavSamples } from '#test/recordings/recordings.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'
import { startWorkerHere, type WorkerHere } from '#test/worker.ts'

let test: TestApp
let worker: WorkerHere

beforeAll(async () => {
  test = await createTestApp()
  worker = await startWorkerHere(test.config)
})
afterAll(async () => {
  await worker.stop()
  await test.close()
})

const SPOKEN = wavSamples(recording('voxforge_ru/ru_0032.wav'))

/** Waits until the script has been inspected. */
function inspected(owner: Caller, id: string): Promise<Script> {
  const read = async () => {
    const script = await readScript(owner, id)
    expect(script.isInspected).toBe(true)
    return script
  }
  return vi.waitFor(read, { timeout: 30_000, interval: 100 })
}

const startProcessing = (owner: Caller, id: string) => start(owner, id, ONE_SPEAKER)
const process = (owner: Caller, id: string, payload: object) =>
  owner.call({ method: 'POST', url: `/api/scripts/${id}/process`, payload })

const minutesOf = async (owner: Caller) =>
  (await owner.call({ url: '/api/account' })).json<{ user: { minutesRemain: number } }>().user.minutesRemain

/** Sets the balance of a user. */
async function setBalance(owner: Caller, seconds: number): Promise<void> {
  await owner.call({ url: '/api/account' })
  await test.ctx.db
    .updateTable('lots')
    .set({ grantedSeconds: seconds, remainingSeconds: seconds })
    .where('userId', '=', owner.userId ?? '')
    .execute()
}

describe('an uploaded file', () => {
  it('is probed for its duration and kind before it is processed [FILE-9]', async () => {
    const owner = await test.signIn()
    const picture = ['-f', 'lavfi', '-i', 'color=size=64x64:duration=3']
    const video = makeMedia('mp4', [...picture, ...tone(3), '-pix_fmt', 'yuv420p', '-shortest'])

    const script = await inspected(owner, await uploadRecording(owner, video, 'clip.mp4', 'video/mp4'))

    expect(script).toMatchObject({ status: 'uploaded', type: 'video' })
    expect(script.duration).toBeCloseTo(3, 0)
  })

  it('is measured if its container has no duration', async () => {
    const owner = await test.signIn()
    // A browser's recorder streams: it never goes back to write the duration.
    const streamed = makeMedia('webm', [...tone(4), '-c:a', 'libopus', '-f', 'webm', '-live', '1'])

    const script = await inspected(owner, await uploadRecording(owner, streamed, 'voice.webm', 'audio/webm'))

    expect(script.duration).toBeCloseTo(4, 0)
  })

  it.each([
    ['ogg', 'libopus'],
    ['amr', 'libopencore_amrnb'],
    ['3gp', 'aac'],
  ])('may be a voice message in .%s [UP-3]', async (extension, codec) => {
    const owner = await test.signIn()
    const encoders = codec === 'libopencore_amrnb' ? [] : ['-c:a', codec]
    // Debian's ffmpeg cannot encode AMR, so the silent frames are written by hand.
    const amr = Buffer.concat([
      Buffer.from('#!AMR\n'),
      ...Array.from({ length: 100 }, () => Buffer.from([0x3c, ...Buffer.alloc(31)])),
    ])
    const voice = extension === 'amr' ? amr : makeMedia(extension, [...tone(2), ...encoders])

    const script = await inspected(owner, await uploadRecording(owner, voice, `voice.${extension}`, ''))

    expect(script).toMatchObject({ status: 'uploaded', type: 'audio' })
    expect(script.duration).toBeCloseTo(2, 0)
  })

  it('fails with the reason before it is processed if it has no audio stream or is broken [UP-12]', async () => {
    const owner = await test.signIn()

    const mute = await inspected(owner, await uploadRecording(owner, silentVideo(), 'mute.mp4', 'video/mp4'))
    const broken = await inspected(owner, await uploadRecording(owner, brokenMedia(), 'broken.mp3', 'audio/mpeg'))

    expect(mute).toMatchObject({ status: 'error', error: "MediaFile doesn't contain audio stream" })
    expect(broken).toMatchObject({ status: 'error', error: 'MediaFile cannot proceesed', errorCode: 'mediaBroken' })
  })
})

describe('minutes', () => {
  it('are held during processing, spent on completion and shown rounded down', async () => {
    const owner = await test.signIn()
    await setBalance(owner, 600)
    const id = await uploadRecording(owner, toWav(SPOKEN))
    await startProcessing(owner, id)

    await watchToEnd(owner, id)

    // 9.4 s cost 10 s.
    const lot = await test.ctx.db
      .selectFrom('lots')
      .select(['remainingSeconds', 'heldSeconds', 'consumedSeconds'])
      .where('userId', '=', owner.userId ?? '')
      .executeTakeFirstOrThrow()
    expect(lot).toEqual({ remainingSeconds: 590, heldSeconds: 0, consumedSeconds: 10 })
    expect(await minutesOf(owner)).toBe(9)
  })

  it('are released in full when processing fails', async () => {
    const owner = await test.signIn()
    const id = await uploadRecording(owner, brokenMedia(), 'broken.mp3', 'audio/mpeg')
    await startProcessing(owner, id)

    const seen = await watchToEnd(owner, id)

    expect(seen.at(-1)?.status).toBe('error')
    expect(await minutesOf(owner)).toBe(30)
  })

  it('prevent the start if they do not suffice, and the page shows how many are left [UP-9] [UP-12]', async () => {
    const owner = await test.signIn()
    await setBalance(owner, 61)
    const id = await uploadRecording(owner, makeMedia('mp3', tone(90)), 'long.mp3', 'audio/mpeg')
    await inspected(owner, id)

    const refused = await process(owner, id, {})

    expect(refused.statusCode).toBe(402)
    expect(refused.json()).toMatchObject({ error: 'Not enough minutes to process video' })
    expect(await readScript(owner, id)).toMatchObject({ status: 'notEnoughMinutes', availableMinutes: 1 })
  })

  it('end the process the same way if they turn out not to suffice once the file is decoded', async () => {
    const owner = await test.signIn()
    await setBalance(owner, 5)
    const id = await uploadRecording(owner, toWav(SPOKEN))
    await inspected(owner, id)
    // As if the container claimed a shorter duration.
    await test.ctx.db.updateTable('scripts').set({ durationSeconds: 1 }).where('id', '=', id).execute()
    await startProcessing(owner, id)

    const seen = await watchToEnd(owner, id)

    expect(seen.at(-1)).toMatchObject({ status: 'error', error: 'Not enough minutes to process video' } as ProcessState)
    expect(await readScript(owner, id)).toMatchObject({ status: 'notEnoughMinutes', availableMinutes: 0 })
  })

  it('are all spent on the beginning of the file by a forced start [UP-9] [API-4]', async () => {
    const owner = await test.signIn()
    await setBalance(owner, 10)
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
    // The rest was not even decoded.
    const heard = Math.ceil((script.peaks.length * 10) / 18.75)
    expect(Math.max(...script.peaks.slice(0, heard))).toBe(100)
    expect(Math.max(...script.peaks.slice(heard))).toBe(0)
    expect(await minutesOf(owner)).toBe(0)
  })

  it('do not allow a forced start if none are left', async () => {
    const owner = await test.signIn()
    await setBalance(owner, 1)
    const id = await uploadRecording(owner, toWav(SPOKEN))
    await process(owner, id, { ...ONE_SPEAKER, force: true })
    await watchToEnd(owner, id)
    const next = await uploadRecording(owner, toWav(SPOKEN))

    const refused = await process(owner, next, { force: true })

    expect(refused.statusCode).toBe(402)
  })
})
