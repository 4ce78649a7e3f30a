import { startApi } from '#test/api.ts'
import { createTestApp } from '#test/test-app.ts'

import { toWav } from './recordings.ts'

const PRO = 3
/** Open uploads per user are limited. */
const PER_USER = 10
const BYTES = 5_000_000

type Uploaded = { statuses: number[]; idleMegabytes: number; peakMegabytes: number }

/** Sends `count` files of 5 MB to one API process concurrently. */
export async function uploadAtOnce(count: number): Promise<Uploaded> {
  const test = await createTestApp()
  const users = Array.from({ length: Math.ceil(count / PER_USER) }, () => test.signIn({ tariffId: PRO }))
  const tokens = (await Promise.all(users)).map(({ authorization }) => authorization)
  const api = await startApi(test.config)
  const idleMegabytes = api.peakMegabytes()
  const file = new Blob([Uint8Array.from(toWav(Buffer.alloc(BYTES, 3)))], { type: 'audio/wav' })
  const send = async (authorization: string) => {
    const body = new FormData()
    body.append('file', file, 'talk.wav')
    return (await fetch(`${api.url}/api/scripts/upload`, { method: 'POST', headers: { authorization }, body })).status
  }

  const sent = Array.from({ length: count }, (_, index) => send(tokens[index % tokens.length] ?? ''))
  const statuses = await Promise.all(sent)
  const peakMegabytes = api.peakMegabytes()

  await api.stop()
  await test.close()
  return { statuses, idleMegabytes, peakMegabytes }
}
