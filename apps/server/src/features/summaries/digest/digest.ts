import { setImmediate as yieldTurn } from 'node:timers/promises'

import type { Moment } from '@doslovno/contract/summaries.ts'
import { type Digest, makeDigest } from '@doslovno/domain/digest/digest.ts'
import type { DigestLanguage } from '@doslovno/domain/digest/language.ts'
import type { Sentence } from '@doslovno/domain/digest/read-sentence.ts'
import type { Span } from '@doslovno/domain/span.ts'
import { russianDigestTables } from '@doslovno/texts/language/digest.ts'

import { russian } from '#platform/language.ts'
import type { ScriptRow } from '#platform/tables.ts'

const CYRILLIC = /\p{Script=Cyrillic}/u

export const digestLanguage: DigestLanguage = {
  ...russian,
  ...russianDigestTables,
  // Of names in other letters nothing is known, nor of a text whose language nobody told.
  isKnown: (word) => !CYRILLIC.test(word) || russian.isKnown(word),
}

/** Of other languages neither words nor clauses are known: their sentences are judged by their form alone. */
const foreign: DigestLanguage = { ...digestLanguage, isRead: false, declensions: [], isKnown: () => true }

export const languageOf = (script: Pick<ScriptRow, 'language'>): DigestLanguage =>
  isRussian(script) ? digestLanguage : foreign

/** Only Russian is compared by words; in other languages citations and numbers alone are checked. */
export function isRussian({ language }: Pick<ScriptRow, 'language'>): boolean {
  return (language ?? 'ru') === 'ru'
}

/** Chapters and the sentences that matter most. Lets other jobs of the worker run in between. */
export function digestOf(
  sentences: readonly Sentence[],
  language: DigestLanguage,
  signal: AbortSignal,
): Promise<Digest> {
  const pause = async () => {
    await yieldTurn()
    signal.throwIfAborted()
  }
  return makeDigest(sentences, language, { pause })
}

/** The moments of the recording that anchors point to, with what is said there now. */
export function momentsAt(sentences: readonly Sentence[], anchors: readonly Span[]): Moment[] {
  return anchors.map(({ start, end }) => {
    const said = sentencesAt(sentences, { start, end })
    return { start, end, text: said.map(({ text }) => text).join(' '), speaker: said[0]?.speaker ?? 0 }
  })
}

export function textAt(sentences: readonly Sentence[], anchors: readonly Span[]): string {
  return momentsAt(sentences, anchors)
    .map(({ text }) => text)
    .join(' ')
}

/** Sentences that lie in a span by at least half of either. */
function sentencesAt(sentences: readonly Sentence[], span: Span): Sentence[] {
  return sentences.filter((sentence) => {
    const common = Math.min(sentence.end, span.end) - Math.max(sentence.start, span.start)
    return common * 2 >= Math.min(sentence.end - sentence.start, span.end - span.start)
  })
}
