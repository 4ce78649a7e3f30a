import { SAMPLE_RATE } from '@doslovno/domain/media/levels.ts'
import type { HeardWindow } from '@doslovno/domain/speakers/join-windows.ts'
import { canBeSpeech, gainFor, loudSpans, soundOf } from '@doslovno/domain/speech/sound.ts'
import { hasLoop, judge, wordsBeforeLoop } from '@doslovno/domain/speech/verdict.ts'
import type { Word } from '@doslovno/domain/transcript/words.ts'
import { phantoms } from '@doslovno/texts/language/phantoms.ts'

import { diariserModels, models, SPEAKERS } from '#adapters/speech/catalogue.ts'
import { coverSpeech } from '#adapters/speech/cover.ts'
import { checkModels } from '#adapters/speech/model-files.ts'
import { onlySpeaker } from '#adapters/speech/only-speaker.ts'
import { RecogniserPool } from '#adapters/speech/pool.ts'
import type { Hearing, Speech } from '#adapters/speech/port.ts'
import { unexpected } from '#adapters/speech/protocol.ts'
import { Recogniser } from '#adapters/speech/recogniser.ts'
import { amplify, cut, toPcm, toSamples } from '#adapters/speech/samples.ts'
import type { RemoteSpeechConfig } from '#platform/config.ts'
import { AppError } from '#platform/errors.ts'
import type { Log } from '#platform/log.ts'

import type { Transcription } from './answer.ts'
import { createSpeechServer, type SpeechServer } from './server.ts'

/** Words on both sides of a longer pause are judged apart, and so are longer stretches. */
const PAUSE_SECONDS = 1
const LONGEST_SECONDS = 14
/** Of the sound around a stretch: its pauses show what is behind the speech. */
const AROUND_SECONDS = 1

/** The text is complete without speakers, and says so. */
const noDiarisers: Diarisers = {
  diarise: async () => {
    throw new AppError('processingFailed')
  },
  close: () => undefined,
}

type Options = RemoteSpeechConfig & { modelsDir: string; idleSeconds?: number }

/** Refused at start: a server that does not give words their times would fail every file. */
export class SpeechServerUnfit extends Error {
  override name = 'SpeechServerUnfit'
}

/** Words by an OpenAI-compatible server; speakers by this machine, if it has diarisers. */
export async function createRemoteSpeech(
  { modelsDir, idleSeconds, ...config }: Options,
  { log }: { log: Log },
): Promise<Speech> {
  const diarisers = await createDiarisers(modelsDir, config.diarisers, idleSeconds)
  const server = createSpeechServer(config, { log })
  const found = await server.start()
  if (typeof found === 'object') throw new SpeechServerUnfit(unfitText(config, found.unfit))
  return {
    modelFor: () => config.model,
    voicesThreshold: models[SPEAKERS].voicesThreshold,
    recognise: (pcm, { language }, signal) => hearCovered(server, pcm, language, signal),
    identifyLanguage: async (pcm, signal) => {
      const { words, language } = await hear(server, pcm, undefined, signal)
      return words.length > 0 ? language : undefined
    },
    diarise: async (pcm, { speakers }, signal) => (speakers === 1 ? onlySpeaker(pcm) : diarisers.diarise(pcm, signal)),
    // The server is no part of this machine: tasks wait for it by `isUp`.
    selfTest: async () => undefined,
    isUp: (signal) => server.isUp(signal),
    close: () => diarisers.close(),
  }
}

const unfitText = ({ baseUrl, model }: RemoteSpeechConfig, reason: string) =>
  `The speech server ${baseUrl} with the model ${model} cannot be used: ${reason}, see docs/operations/models.md`

/** The levels of the sound tell where words are missing: this machine may have no voice detector. */
async function hearCovered(
  server: SpeechServer,
  pcm: Uint8Array,
  language: string,
  signal: AbortSignal,
): Promise<Hearing> {
  const samples = toSamples(pcm)
  const { words } = await hear(server, pcm, language, signal)
  const cover = coverSpeech({ words, speech: loudSpans(samples), samples })
  let step = cover.next()
  while (!step.done) {
    const { start, end } = step.value
    const again = await hear(server, toPcm(cut(samples, step.value)), language, signal)
    step = cover.next(
      again.words.map((word) => ({ ...word, start: word.start + start, end: Math.min(word.end + start, end) })),
    )
  }
  return step.value
}

/** Sound that cannot be speech is not sent; quiet speech is amplified, so that the server's voice detector finds it. */
async function hear(
  server: SpeechServer,
  pcm: Uint8Array,
  language: string | undefined,
  signal: AbortSignal,
): Promise<Transcription> {
  const samples = toSamples(pcm)
  const sound = soundOf(samples)
  if (!canBeSpeech(sound)) return { words: [], language: undefined }
  const gain = gainFor(sound)
  const heard = await server.hear({ pcm: gain === 1 ? pcm : toPcm(amplify(samples, gain)), language }, signal)
  return { ...heard, words: withoutInventions(heard.words, samples) }
}

type Diarisers = {
  diarise(pcm: Uint8Array, signal: AbortSignal): Promise<HeardWindow>
  close(): void
}

/** Diarises on this machine: no protocol returns voices. The models are loaded when the first window comes. */
async function createDiarisers(modelsDir: string, count: number, idleSeconds?: number): Promise<Diarisers> {
  if (count === 0) return noDiarisers
  await checkModels(modelsDir, diariserModels)
  let pool: RecogniserPool | undefined
  return {
    diarise: async (pcm, signal) => {
      pool ??= new RecogniserPool(count, () => new Recogniser({ modelsDir, speakers: SPEAKERS }), idleSeconds)
      const answer = await pool.ask({ kind: 'diarise', pcm }, signal)
      if (answer.kind !== 'window') throw unexpected(answer)
      return answer.window
    },
    close: () => pool?.close(),
  }
}

/**
 * Drops what a recogniser invents, by the rules for words of local models that need no second decoding: no words where
 * there is no sound, no remarks and credits, nothing after a loop.
 */
function withoutInventions(words: readonly Word[], samples: Float32Array): Word[] {
  return stretchesOf(words).flatMap((stretch) => trusted(stretch, samples))
}

function stretchesOf(words: readonly Word[]): Word[][] {
  const stretches: Word[][] = []
  for (const word of words) {
    const current = stretches.at(-1)
    const isNear = current && word.start - (current.at(-1)?.end ?? 0) < PAUSE_SECONDS
    if (isNear && word.end - (current[0]?.start ?? 0) <= LONGEST_SECONDS) current.push(word)
    else stretches.push([word])
  }
  return stretches
}

function trusted(words: Word[], samples: Float32Array): Word[] {
  const [start, end] = [words[0]?.start ?? 0, words.at(-1)?.end ?? 0]
  const around = { start: Math.max(0, start - AROUND_SECONDS), end: end + AROUND_SECONDS }
  const sound = soundOf(cut(samples, around))
  if (!canBeSpeech(sound)) return []
  const tokens = words.map((word) => ({
    text: ` ${word.text}`,
    start: word.start - start,
    duration: word.end - word.start,
    confidence: word.confidence,
  }))
  const seconds = Math.min(end, samples.length / SAMPLE_RATE) - start
  const verdict = judge({ tokens, hasDurations: true, seconds, sound, phantoms })
  if (verdict === 'invented') return []
  const texts = words.map((word) => word.text)
  return hasLoop(texts) ? words.slice(0, wordsBeforeLoop(texts)) : words
}
