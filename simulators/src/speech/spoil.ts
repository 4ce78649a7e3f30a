import type { Heard, HeardWord } from './hear.ts'
import type { Plan } from './modes.ts'

export type VerboseWord = { word: string; start: number; end: number }
export type VerboseJson = {
  task: 'transcribe'
  language: string
  duration: number
  text: string
  segments: object[]
  words?: unknown
}

/** The reply of a faithful server. */
export function verboseJson({ words, language }: Heard, seconds: number, wantsWords: boolean): VerboseJson {
  const text = words.map((word) => word.text).join(' ')
  const segment = { id: 0, start: words[0]?.start ?? 0, end: words.at(-1)?.end ?? 0, text }
  return {
    task: 'transcribe',
    language,
    duration: seconds,
    text,
    segments: words.length > 0 ? [segment] : [],
    ...(wantsWords && { words: words.map(toVerbose) }),
  }
}

const toVerbose = ({ text, start, end }: HeardWord): VerboseWord => ({ word: text, start, end })

type Spoil = (reply: VerboseJson, words: VerboseWord[]) => VerboseJson | object

const spoils: Partial<Record<Plan['mode'], Spoil>> = {
  noWords: (reply) => ({ ...reply, words: undefined }),
  nullWords: (reply) => ({ ...reply, words: null }),
  emptyWords: (reply) => ({ ...reply, words: [] }),
  outOfOrder: (reply, words) => ({ ...reply, words: words.toReversed() }),
  beyondTheClip: (reply, words) => ({ ...reply, words: shifted(words, reply.duration) }),
  backwards: (reply, words) => ({ ...reply, words: words.map((one) => ({ ...one, start: one.end, end: one.start })) }),
  otherWords: (reply, words) => ({ ...reply, text: '', words: words.map((one) => ({ ...one, word: 'lorem' })) }),
  wrongShape: (reply) => ({ ...reply, words: [{ token: 1, at: 'now' }] }),
  languageNames: (reply) => ({ ...reply, language: nameOf(reply.language) }),
  noPunctuation: (reply, words) => ({
    ...reply,
    words: words.map((one) => ({ ...one, word: one.word.replace(/[^\p{L}\p{N}-]/gu, '').toLowerCase() })),
  }),
  controlCharacters: (reply, words) => ({
    ...reply,
    text: '',
    words: words.map((one) => ({ ...one, word: ` \u0000${one.word}\u0007\ud800` })),
  }),
}

/** Spoils a reply as planned. */
export function spoil(reply: VerboseJson, plans: readonly Plan[]): object {
  const words = Array.isArray(reply.words) ? (reply.words as VerboseWord[]) : []
  return plans.reduce<object>((spoiled, { mode }) => spoils[mode]?.(spoiled as VerboseJson, words) ?? spoiled, reply)
}

const shifted = (words: readonly VerboseWord[], seconds: number) =>
  words.map(({ word, start, end }) => ({ word, start: start + seconds, end: end + seconds }))

/** OpenAI answers with names, most other servers with codes. */
const nameOf = (code: string) => (new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code).toLowerCase()
