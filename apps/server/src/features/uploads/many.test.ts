import { expect, it } from 'vitest'

import { startApi } from '#test/api.ts'
import { toWav } from '#test/recordings.ts'
import { createTestApp } from '#test/test-app.ts'

const UPLOADS = 200
const PRO = 3

it(
  'one API process takes 200 uploads of 5 MB at once, without an error and within 400 MB of memory',
  { timeout: 240_000 },
  async () => {
    const test = await createTestApp()
    const { authorization } = await test.signIn({ tariffId: PRO })
    // Uploads of many users: one alone may have only so many open.
    const owners = await Promise.all(
      Array.from({ length: 19 }, async () => (await test.signIn({ tariffId: PRO })).authorization),
    )
    const api = await startApi(test.config)
    const file = new Blob([Uint8Array.from(toWav(Buffer.alloc(5_000_000, 3)))], { type: 'audio/wav' })
    const send = async (token: string) => {
      const body = new FormData()
      body.append('file', file, 'talk.wav')
      const reply = await fetch(`${api.url}/api/scripts/upload`, {
        method: 'POST',
        headers: { authorization: token },
        body,
      })
      return reply.status
    }
    const tokens = Array.from({ length: UPLOADS }, (_, index) => [authorization, ...owners][index % 20] ?? '')

    const statuses = await Promise.all(tokens.map((token) => send(token)))
    const peak = api.peakMegabytes()

    await api.stop()
    await test.close()
    expect(statuses.filter((status) => status !== 200)).toEqual([])
    expect(peak).toBeLessThan(400)
    console.log(`${UPLOADS} uploads at once, peak memory ${peak.toFixed(0)} MB`)
  },
)
