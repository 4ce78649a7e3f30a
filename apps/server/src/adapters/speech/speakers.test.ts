import { readFileSync } from 'node:fs'

import { BYTES_PER_SECOND } from '@doslovno/domain/media/levels.ts'
import { joinWindows } from '@doslovno/domain/speakers/join-windows.ts'
import { diarizationErrorRate } from '@doslovno/domain/test/diarization-error-rate.ts'
import { expect, it } from 'vitest'

import { createLog } from '#platform/log.ts'
import { recording, testModelsDir, wavSamples } from '#test/recordings/recordings.ts'
import { startTestSpeechServer } from '#test/speech-server.ts'

import { createRemoteSpeech } from './remote/index.ts'

const NAME = 'dialogs/ru_fest2'
const { signal } = new AbortController()

it('a diariser beside a speech server diarises two windows and matches their speakers [UP-7]', async () => {
  const speech = await startBesideServer()
  const pcm = wavSamples(recording(`${NAME}.wav`))
  const border = 17 * BYTES_PER_SECOND
  const halves = [
    { startSeconds: 0, pcm: pcm.subarray(0, border) },
    { startSeconds: 17, pcm: pcm.subarray(border) },
  ]
  const windows = []
  for (const half of halves)
    windows.push({ ...(await speech.diarise(half.pcm, { speakers: -2 }, signal)), startSeconds: half.startSeconds })
  const alone = await speech.diarise(pcm, { speakers: 1 }, signal)
  speech.close()

  const turns = joinWindows(windows, { threshold: speech.voicesThreshold, speakers: -2 })
  expect(new Set(turns.map((turn) => turn.speaker))).toEqual(new Set([0, 1]))
  expect(diarizationErrorRate(referenceTurns(), turns)).toBeLessThanOrEqual(0.05)
  expect(alone.turns).toEqual([{ start: 0, end: pcm.length / BYTES_PER_SECOND, speaker: 0 }])
})

/** The server is not up, and need not be. */
async function startBesideServer() {
  const server = await startTestSpeechServer()
  const config = server.config({ SPEECH_DIARISERS: '1' })
  await server.close()
  return createRemoteSpeech({ ...config, modelsDir: testModelsDir() }, { log: createLog('silent', 'test') })
}

function referenceTurns() {
  const reference: { start: number; end: number; speaker: string }[] = JSON.parse(
    readFileSync(recording(`${NAME}.json`), 'utf8'),
  )
  return reference.map(({ start, end, speaker }) => ({ start, end, speaker: speaker.charCodeAt(0) }))
}
