import { recording, toWav, wavSamples } from '@doslovno/server/test/recordings.ts'
import { expect, test } from '@playwright/test'

import { PAVEL } from './journey.ts'

const CLIPS = ['0022', '0024', '0025', '0027', '0030', '0031', '0032', '0033', '0034', '0035']
const SECONDS = 240
const BYTES_PER_SECOND = 32_000
/** People stop to think between what they say. */
const PAUSE = Buffer.alloc(4 * BYTES_PER_SECOND)
/** Ten minutes for an hour. */
const SLOWEST = 1 / 6

test('a recording of one speaker is done within ten minutes per hour of it [UP-13]', async ({ request }) => {
  const login = await request.post('/api/account/login', { data: PAVEL })
  const { accessToken } = (await login.json()) as { accessToken: string }
  const headers = { authorization: `Bearer ${accessToken}` }
  const clips = CLIPS.flatMap((clip) => [wavSamples(recording(`voxforge_ru/ru_${clip}.wav`)), PAUSE])
  const speech = Buffer.concat([...clips, ...clips, ...clips, ...clips]).subarray(0, SECONDS * BYTES_PER_SECOND)
  const file = { name: 'talk.wav', mimeType: 'audio/wav', buffer: toWav(speech) }
  const upload = await request.post('/api/scripts/upload', { headers, multipart: { file } })
  const { script } = (await upload.json()) as { script: { id: string } }

  const started = Date.now()
  await request.post(`/api/scripts/${script.id}/process`, { headers, data: { language: 'ru', speakersCount: 1 } })
  await expect
    .poll(
      async () => {
        const reply = await request.get(`/api/scripts/${script.id}/status`, { headers })
        return ((await reply.json()) as { status: string }).status
      },
      { timeout: 100_000, intervals: [250] },
    )
    .toBe('complete')
  const took = (Date.now() - started) / 1000

  expect(took).toBeLessThanOrEqual(SECONDS * SLOWEST)
})
