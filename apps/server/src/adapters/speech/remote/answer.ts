import type { Word } from '@doslovno/domain/transcript/words.ts'
import { languages } from '@doslovno/domain/upload/languages.ts'
import * as z from 'zod'

import { SpeechRefused } from '#adapters/speech/port.ts'

/** The part of `verbose_json` that we read. The server may be anybody's: lengths and ranges are bounded. */
const Answer = z.object({
  text: z.string().max(100_000).nullish(),
  language: z.string().max(40).nullish(),
  words: z
    .array(
      z.object({
        word: z.string().max(200),
        start: z.number().min(0).max(100_000),
        end: z.number().min(0).max(100_000),
        probability: z.number().min(0).max(1).nullish().catch(undefined),
      }),
    )
    .max(10_000)
    .nullish(),
})
type Timed = { text: string; start: number; end: number; confidence: number | null }

/** Neighbours may overlap by this much. */
const OVERLAP_SECONDS = 0.1

export type Transcription = { words: Word[]; language: string | undefined }

/** The words of an answer, in order and inside the piece. Throws `SpeechRefused` with what is wrong. */
export function readAnswer(answer: unknown, pieceSeconds: number): Transcription {
  const parsed = Answer.safeParse(answer)
  if (!parsed.success) throw new SpeechRefused('wrongShape')
  const { text, language, words } = parsed.data
  const said = clean(text ?? '')
  const timed = (words ?? []).map(({ word, start, end, probability }) => ({
    text: clean(word),
    start,
    end,
    confidence: probability ?? null,
  }))
  if (timed.length === 0 && said !== '') throw new SpeechRefused('noWordTimes')
  checkOrder(timed)
  const inside = timed.filter(({ start }) => start < pieceSeconds)
  // A word or two beyond the end are a slip of the model, as locally; most of them are a wrong clock.
  if (inside.length * 2 < timed.length) throw new SpeechRefused('wordsBeyondTheSound')
  return { words: tidy(withMarks(inside, said), pieceSeconds), language: languageCode(language ?? '') }
}

/** No control characters, no half letters, single spaces: what PostgreSQL stores and a page shows. */
const clean = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Z}\ufffd]+/gu, ' ')
    .trim()

function checkOrder(words: readonly Timed[]): void {
  const isWrong = words.some(
    ({ start, end }, index) => end < start || start < (words[index - 1]?.start ?? 0) - OVERLAP_SECONDS,
  )
  if (isWrong) throw new SpeechRefused('wordsOutOfOrder')
}

/** Some servers time words without their punctuation, which the whole text has. */
function withMarks(words: readonly Timed[], said: string): Timed[] {
  const texts = said.split(' ')
  return texts.length === words.length
    ? words.map((word, index) => ({ ...word, text: texts[index] ?? word.text }))
    : [...words]
}

/** One word per entry, each ending before the next begins. */
function tidy(words: readonly Timed[], pieceSeconds: number): Word[] {
  const single = words.flatMap(splitAtSpaces).filter(({ text }) => text !== '')
  return single.map((word, index) => {
    const start = Math.max(word.start, single[index - 1]?.start ?? 0)
    const end = Math.max(start, Math.min(word.end, single[index + 1]?.start ?? pieceSeconds, pieceSeconds))
    return { ...word, start: toMilliseconds(start), end: toMilliseconds(end) }
  })
}

function splitAtSpaces({ text, start, end, confidence }: Timed): Timed[] {
  const texts = text.split(' ')
  const seconds = (end - start) / texts.length
  return texts.map((one, index) => ({
    text: one,
    start: start + index * seconds,
    end: start + (index + 1) * seconds,
    confidence,
  }))
}

const toMilliseconds = (seconds: number) => Math.round(seconds * 1000) / 1000

const names = new Intl.DisplayNames('en', { type: 'language' })

/** Whisper's own names where they differ from the standard's. */
const codes = new Map<string, string>([
  ...languages.filter((code) => code !== 'auto').map((code) => [(names.of(code) ?? code).toLowerCase(), code] as const),
  ['moldavian', 'ro'],
  ['nn', 'no'],
])

/** The code of a language that a server names by its code, a locale or its English name; undefined for any other. */
function languageCode(name: string): string | undefined {
  const plain = name.trim().toLowerCase()
  const code = codes.get(plain) ?? plain.split(/[-_]/)[0] ?? ''
  return (languages as readonly string[]).includes(code) && code !== 'auto' ? code : undefined
}
