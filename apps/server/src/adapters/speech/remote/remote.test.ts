import { SAMPLE_RATE } from '@doslovno/domain/media/levels.ts'
import type { Hear, HeardWord } from '@doslovno/simulators/speech/hear.ts'
import { modes } from '@doslovno/simulators/speech/modes.ts'
import { knownClipText } from '@doslovno/texts/language/phantoms.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { type Speech, SpeechLost, SpeechRefused } from '#adapters/speech/port.ts'
import type { RemoteSpeechConfig } from '#platform/config.ts'
import { AppError } from '#platform/errors.ts'
import { createLog } from '#platform/log.ts'
import { freePort } from '#test/free-port.ts'
import { startTestSpeechServer, type TestSpeechServer } from '#test/speech-server.ts'

import { createRemoteSpeech } from './index.ts'
import { knownClip } from './server.ts'

const log = createLog('silent', 'test')
const { signal } = new AbortController()
const RUSSIAN = { language: 'ru', isNoisy: false }

let server: TestSpeechServer
let clip: Uint8Array
let piece: Uint8Array
/** The server's words for anything longer than the clip. */
let said: HeardWord[]
let speech: Speech

const spread = (text: string, from: number, step = 0.4): HeardWord[] =>
  text.split(' ').map((word, index) => ({ text: word, start: from + index * step, end: from + (index + 0.8) * step }))

const hear: Hear = async ({ pcm, language = 'ru' }) => {
  if (pcm.length === clip.length) return { language, words: spread(knownClipText, 0.1) }
  // In what is heard again because it has no words there is nothing.
  return { language, words: pcm.length < piece.length ? [] : said }
}

beforeAll(async () => {
  clip = await knownClip()
  // The sentence, a pause, and the sentence again.
  piece = Buffer.concat([clip, Buffer.alloc(SAMPLE_RATE * 2 * 2), clip])
  server = await startTestSpeechServer({ hear })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.reset()
  // Words all over the sound: none of it is heard again.
  said = spread('Раз, два, три, четыре, пять.', 0.2, 2.4)
})
afterEach(() => speech?.close())

const start = async (env: Record<string, string> = {}, changes: Partial<RemoteSpeechConfig> = {}) => {
  const config = { ...server.config({ SPEECH_DIARISERS: '0', ...env }), ...changes }
  speech = await createRemoteSpeech({ ...config, modelsDir: '/none' }, { log })
  return speech
}
const textOf = (words: readonly { text: string }[]) => words.map((word) => word.text).join(' ')
const recognise = async () => textOf((await speech.recognise(piece, RUSSIAN, signal)).words)
const statuses = async () => (await server.journal()).calls.map((call) => call.status)

describe('a request to a speech server', () => {
  it('asks for words with times by a name with brackets, and names model, language and sound', async () => {
    await start({ SPEECH_EXTRA_FIELDS: '{"vad_filter":"true"}' })

    expect(await recognise()).toBe('Раз, два, три, четыре, пять.')

    const { calls } = await server.journal()
    expect(calls.map((call) => call.seconds)).toEqual([5.3, 12.6])
    expect(calls[1]).toMatchObject({ model: 'simulator', language: 'ru', status: 200 })
    expect(calls[1]?.fields).toEqual([
      'model',
      'response_format',
      'timestamp_granularities[]',
      'temperature',
      'language',
      'vad_filter',
      'file',
    ])
  })

  it('leaves the language to the server to identify it, by code or by name', async () => {
    await start()
    await server.fail({ mode: 'languageNames', times: 1 })

    expect(await speech.identifyLanguage(piece, signal)).toBe('ru')
    expect(await speech.identifyLanguage(piece, signal)).toBe('ru')
    expect((await server.journal()).calls.at(-1)?.language).toBeUndefined()
  })

  it('is not made for sound that cannot be speech', async () => {
    await start()

    expect(await speech.recognise(Buffer.alloc(64_000), RUSSIAN, signal)).toEqual({ words: [], unheard: [] })
    expect(await statuses()).toEqual([200])
  })
})

describe('an answer', () => {
  it('gets its punctuation from the whole text where its words have none', async () => {
    await start()
    await server.fail({ mode: 'noPunctuation' })

    expect(await recognise()).toBe('Раз, два, три, четыре, пять.')
  })

  it('is stripped of what cannot be stored or shown', async () => {
    await start()
    await server.fail({ mode: 'controlCharacters' })

    expect(await recognise()).toBe('Раз, два, три, четыре, пять.')
  })

  it('loses words in silence, loops and the credits of subtitles', async () => {
    await start()
    // The sound is silent between the fifth and the seventh second.
    said = [...spread('Раз два', 0.2), ...spread('Субтитры сделал DimaTorzok', 6, 0.01)]
    expect(await recognise()).toBe('Раз два')

    said = spread(`Раз два три ${'да нет вот '.repeat(12).trim()}`, 0.1, 0.12)
    expect((await recognise()).split(' ').length).toBeLessThan(12)
  })

  it('keeps the words inside the piece and drops those beyond its end', async () => {
    await start()
    said = [...spread('Раз два три', 0.2), { text: 'четыре', start: 40, end: 41 }]

    expect(await recognise()).toBe('Раз два три')
  })
})

describe('a server is refused at start in one line', () => {
  it.each([...modes.words, '401', '404', '400', 'html', 'huge'] as const)('if it answers with %s', async (mode) => {
    await server.fail({ mode })

    await expect(start()).rejects.toThrow(
      /^The speech server http:\/\/127.0.0.1:\d+\/v1 with the model simulator cannot be used: \w+, see [\w./]+$/,
    )
  })

  it('but not if it does not answer yet: its pieces wait until it hears the clip', async () => {
    await server.fail({ mode: '500', times: 3 })

    await start()

    expect(await recognise()).toBe('Раз, два, три, четыре, пять.')
    expect(await statuses()).toEqual([500, 500, 500, 200, 200])
  })
})

describe('a failure', () => {
  it.each(['500', '503', 'down', 'cut', 'silent', 'redirect'] as const)(
    'by %s is no fault of the piece',
    async (mode) => {
      await start({}, { timeoutMs: 2000 })
      await server.fail({ mode, minSeconds: 6, retryAfterSeconds: -1 })

      await expect(speech.recognise(piece, RUSSIAN, signal)).rejects.toBeInstanceOf(SpeechLost)

      expect(await speech.isUp(signal)).toBe(true)
      expect(await recognise()).toBe('Раз, два, три, четыре, пять.')
    },
  )

  it.each(['400', '413', 'html', 'huge', 'noWords', 'outOfOrder', 'beyondTheClip', 'wrongShape'] as const)(
    'by %s is one of the piece if the server hears the clip',
    async (mode) => {
      await start()
      await server.fail({ mode, minSeconds: 6 })

      await expect(speech.recognise(piece, RUSSIAN, signal)).rejects.toBeInstanceOf(SpeechRefused)

      expect(await speech.isUp(signal)).toBe(true)
    },
  )

  it('is one of the server if it does not hear the clip either', async () => {
    await start()
    await server.fail({ mode: 'noWords', times: 2 })

    await expect(speech.recognise(piece, RUSSIAN, signal)).rejects.toBeInstanceOf(SpeechRefused)

    expect(await speech.isUp(signal)).toBe(false)
    expect(await recognise()).toBe('Раз, два, три, четыре, пять.')
  })

  it('keeps nothing that the server wrote', async () => {
    await start()
    await server.fail({ mode: '400', minSeconds: 6 })

    await expect(speech.recognise(piece, RUSSIAN, signal)).rejects.toThrow(/^the speech server gave no words: http400$/)
  })
})

describe('a busy server', () => {
  it('is asked again when it said it would be free, and loses no piece', async () => {
    await start()
    await server.fail({ mode: '429', times: 2, retryAfterSeconds: 1 })

    const texts = await Promise.all([recognise(), recognise(), recognise()])

    expect(new Set(texts)).toEqual(new Set(['Раз, два, три, четыре, пять.']))
    expect((await statuses()).filter((status) => status === 429)).toHaveLength(2)
    expect((await statuses()).filter((status) => status === 200)).toHaveLength(4)
  })

  it('is not asked by others meanwhile', async () => {
    await start()
    await server.fail({ mode: '429', times: 1, retryAfterSeconds: 3 })
    const first = recognise()
    await expect.poll(statuses, { timeout: 5000 }).toEqual([200, 429])

    expect(await speech.isUp(signal)).toBe(false)
    const second = recognise()

    expect(await Promise.all([first, second])).toHaveLength(2)
    expect(await statuses()).toEqual([200, 429, 200, 200])
  })

  it('ends the waiting of an aborted task', async () => {
    await start()
    await server.fail({ mode: '429', times: 1, retryAfterSeconds: 500 })
    const abort = new AbortController()
    const waiting = speech.recognise(piece, RUSSIAN, abort.signal)
    await expect.poll(statuses, { timeout: 5000 }).toEqual([200, 429])

    abort.abort()

    await expect(waiting).rejects.toThrow('aborted')
  })
})

describe('an aborted request', () => {
  it('ends at any moment without harm', async () => {
    await start()
    const large = Buffer.concat(Array.from({ length: 8 }, () => piece))

    for (const delay of [0, 1, 2, 5, 10, 20, 40]) {
      const abort = new AbortController()
      const request = speech.recognise(large, RUSSIAN, abort.signal)
      setTimeout(() => abort.abort(), delay)
      await request.catch(() => undefined)
    }

    expect(await recognise()).toBe('Раз, два, три, четыре, пять.')
  })
})

describe('a dead server', () => {
  it('gets no piece after five failures in a row until it hears the clip again', async () => {
    await start()
    await server.fail({ mode: 'down', times: 6 })
    const lost = await Promise.allSettled(Array.from({ length: 5 }, recognise))
    expect(lost.map(({ status }) => status)).toContain('rejected')

    const heard = await recognise()

    expect(heard).toBe('Раз, два, три, четыре, пять.')
    const { calls } = await server.journal()
    const [first, ...later] = calls.slice(calls.findLastIndex(({ status }) => status === 'none') + 1)
    expect(calls.filter(({ status }) => status === 'none')).toHaveLength(6)
    expect(first?.seconds).toBeLessThan(later[0]?.seconds ?? 0)
    expect([first, ...later].map((call) => call?.status)).toEqual(Array(later.length + 1).fill(200))
  })

  it('does not keep a worker from starting', async () => {
    const port = await freePort()

    await start({ SPEECH_BASE_URL: `http://127.0.0.1:${port}/v1` })

    expect(await speech.isUp(signal)).toBe(false)
  })
})

describe('speakers', () => {
  it('are given up for good without a diariser', async () => {
    await start()

    await expect(speech.diarise(piece, { speakers: -2 }, signal)).rejects.toBeInstanceOf(AppError)
  })

  it('need their models at start', async () => {
    await expect(start({ SPEECH_DIARISERS: '1' })).rejects.toThrow(/pyannote.*missing[\s\S]*xvector.*missing/)
  })
})
