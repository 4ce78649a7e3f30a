import type { Sentence } from '#digest/sentence.ts'
import { contentOf, type ContentWord } from '#language/content-words.ts'
import { type Denials, denialsOf } from '#language/denials.ts'
import type { Language } from '#language/language.ts'
import { numbersOf, type NumberIn } from '#language/numbers.ts'
import { type Token, tokensOf } from '#language/tokens.ts'
import { plainForm, plainWords } from '#transcript/plain-words.ts'

/** A text taken apart for comparison. `plain`: the text in its `plainForm`. */
export type ReadText = Denials & {
  plain: string
  tokens: readonly Token[]
  words: readonly ContentWord[]
  numbers: readonly NumberIn[]
  /** Weekdays, months and days relative to today. */
  days: ReadonlySet<string>
}

export type Heard = ReadText & { speaker: number }

/** A transcript prepared for any number of checks. */
export type Evidence = {
  sentences: readonly Heard[]
  /** The parts of every speaker's name, as stems. */
  speakers: ReadonlyMap<number, readonly string[]>
  /** The sentences that hold a stem. */
  places: ReadonlyMap<string, readonly number[]>
  /** Stems with a capital, and those with one inside a sentence. */
  names: ReadonlySet<string>
  innerNames: ReadonlySet<string>
  /** Stems that stand without a capital. */
  lowered: ReadonlySet<string>
}

export function prepareEvidence(
  sentences: readonly Pick<Sentence, 'text' | 'speaker'>[],
  speakerNames: ReadonlyMap<number, string>,
  language: Language,
): Evidence {
  const heard = sentences.map(({ text, speaker }) => ({ ...readText(text, language), speaker }))
  const words = heard.flatMap((sentence) => sentence.words)
  const named = words.filter(({ raw }) => hasCapital(raw))
  return {
    sentences: heard,
    speakers: new Map([...speakerNames].map(([speaker, name]) => [speaker, plainStems(name, language)])),
    places: placesOf(heard),
    names: stemsOf(named),
    innerNames: stemsOf(named.filter(({ isFirst }) => !isFirst)),
    lowered: stemsOf(words.filter(({ raw }) => !hasCapital(raw))),
  }
}

const stemsOf = (words: readonly ContentWord[]) => new Set(words.map(({ stem }) => stem))
const plainStems = (text: string, { stem }: Language) => plainWords(plainForm(text)).map(stem)

export function readText(text: string, language: Language): ReadText {
  const tokens = tokensOf(text)
  const { calendar } = language
  return {
    plain: plainForm(text),
    tokens,
    words: contentOf(tokens, language),
    numbers: numbersOf(tokens, language),
    days: new Set(tokens.map(({ word }) => calendar.dayOf(word)).filter((day) => day !== null)),
    ...denialsOf(tokens, language),
  }
}

export const hasCapital = (word: string): boolean => /^\p{Lu}/u.test(word)

/** How much a stem tells: the rarer in the transcript, the more. */
export function weightOf(stem: string, { places, sentences }: Evidence): number {
  return Math.log(1 + sentences.length / ((places.get(stem)?.length ?? 0) + 0.5))
}

function placesOf(heard: readonly Heard[]): Map<string, number[]> {
  const places = new Map<string, number[]>()
  for (const [index, { words }] of heard.entries()) {
    for (const stem of new Set(words.map((word) => word.stem))) {
      const list = places.get(stem)
      if (list) list.push(index)
      else places.set(stem, [index])
    }
  }
  return places
}
