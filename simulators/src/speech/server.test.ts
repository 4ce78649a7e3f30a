import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { HeardWord } from './hear.ts'
import { allModes } from './modes.ts'
import { SIMULATOR_KEY, type SpeechSimulator, startSpeechSimulator } from './server.ts'

const WORDS: HeardWord[] = [
  { text: 'Раз,', start: 0.1, end: 0.3 },
  { text: 'два.', start: 0.4, end: 0.7 },
]
const SECONDS = 1

let simulator: SpeechSimulator
let isHearing: Promise<void>

beforeAll(async () => {
  simulator = await startSpeechSimulator({
    port: 0,
    mostInFlight: 1,
    hear: async ({ language = 'ru' }) => {
      await isHearing
      return { words: WORDS, language }
    },
  })
})
afterAll(() => simulator.close())
beforeEach(() => {
  isHearing = Promise.resolve()
  return control('reset', {})
})

describe('the simulated speech server', () => {
  it('answers with words and their times', async () => {
    const reply = await ask()

    expect(await reply.json()).toEqual({
      task: 'transcribe',
      language: 'ru',
      duration: SECONDS,
      text: 'Раз, два.',
      segments: [{ id: 0, start: 0.1, end: 0.7, text: 'Раз, два.' }],
      words: [
        { word: 'Раз,', start: 0.1, end: 0.3 },
        { word: 'два.', start: 0.4, end: 0.7 },
      ],
    })
  })

  it('gives no words to those who forget the brackets or the format', async () => {
    const plain = await ask({ granularities: 'timestamp_granularities' })
    const short = await ask({ format: 'json' })

    expect([await plain.json(), await short.json()].map((reply) => Object.keys(reply as object).includes('words'))).toEqual(
      [false, false],
    ) // prettier-ignore
  })

  it('refuses a wrong key, another path and a sound of another kind', async () => {
    const keyless = await fetch(`${simulator.url}/v1/models`)
    const elsewhere = await fetch(`${simulator.url}/v1/elsewhere`, { headers: bearer })
    const other = await ask({ file: new Blob(['ID3 not a WAV file']) })

    expect([keyless.status, elsewhere.status, other.status]).toEqual([401, 404, 400])
  })

  it('answers 429 beyond its limit of requests in flight', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    isHearing = promise
    const first = ask()
    await expect.poll(async () => (await journal()).inFlight).toBe(1)

    const second = await ask()
    resolve()

    expect([second.status, second.headers.get('retry-after'), (await first).status]).toEqual([429, '1', 200])
  })

  it.each(allModes.filter((mode) => !['silent', 'down', 'cut', 'redirect'].includes(mode)))(
    'spoils one answer by %s and notes it down',
    async (mode) => {
      await control('fail', { mode, lateMs: 1 })

      const [spoiled, next] = [await textOf(ask()), await textOf(ask())]

      expect(spoiled === next).toBe(mode === 'late')
      expect((await journal()).calls.map((call) => call.modes)).toEqual([[mode], []])
    },
  )

  it.each(['down', 'cut'])('breaks the connection by %s', async (mode) => {
    await control('fail', { mode })

    await expect(textOf(ask())).rejects.toThrow(/terminated|fetch failed/)
  })

  it('spares sounds shorter than a plan wants', async () => {
    await control('fail', { mode: '500', minSeconds: SECONDS + 1 })

    expect((await ask()).status).toBe(200)
  })
})

const bearer = { authorization: `Bearer ${SIMULATOR_KEY}` }

function ask({ granularities = 'timestamp_granularities[]', format = 'verbose_json', file = wav() } = {}) {
  const form = new FormData()
  form.set('model', 'simulator')
  form.set('response_format', format)
  form.set(granularities, 'word')
  form.set('file', file, 'piece.wav')
  return fetch(`${simulator.url}/v1/audio/transcriptions`, { method: 'POST', headers: bearer, body: form })
}

const textOf = async (reply: Promise<Response>) => `${(await reply).status} ${await (await reply).text()}`

function wav(): Blob {
  const file = Buffer.alloc(44 + SECONDS * 32_000)
  file.write('RIFF', 0)
  file.write('WAVEfmt ', 8)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(16_000, 24)
  file.writeUInt16LE(16, 34)
  file.write('data', 36)
  return new Blob([file])
}

async function journal(): Promise<{ calls: { modes: string[] }[]; inFlight: number }> {
  return (await fetch(`${simulator.url}/control/calls`)).json() as ReturnType<typeof journal>
}

async function control(name: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  await fetch(`${simulator.url}/control/${name}`, { method: 'POST', headers, body: JSON.stringify(body) })
}
