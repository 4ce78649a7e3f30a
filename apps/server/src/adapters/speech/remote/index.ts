import { canBeSpeech, gainFor, loudSpans, soundOf } from '@doslovno/domain/speech/sound.ts'

import { models, SPEAKERS } from '#adapters/speech/catalogue.ts'
import { coverSpeech } from '#adapters/speech/cover.ts'
import { onlySpeaker } from '#adapters/speech/only-speaker.ts'
import type { Hearing, Speech } from '#adapters/speech/port.ts'
import { amplify, cut, toPcm, toSamples } from '#adapters/speech/samples.ts'
import type { RemoteSpeechConfig } from '#platform/config.ts'
import type { Log } from '#platform/log.ts'

import type { Transcription } from './answer.ts'
import { createDiarisers } from './diarisers.ts'
import { withoutInventions } from './guards.ts'
import { createSpeechServer, type SpeechServer } from './server.ts'

type Options = RemoteSpeechConfig & { modelsDir: string }

/** Refused at start: a server that does not give words their times would fail every file. */
export class SpeechServerUnfit extends Error {
  override name = 'SpeechServerUnfit'
}

/** Words by an OpenAI-compatible server; speakers by this machine, if it has diarisers. */
export async function createRemoteSpeech({ modelsDir, ...config }: Options, { log }: { log: Log }): Promise<Speech> {
  const diarisers = await createDiarisers(modelsDir, config.diarisers)
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
