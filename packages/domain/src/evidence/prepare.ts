import { inBatches, type Pause } from '#digest/in-batches.ts'
import type { Sentence } from '#digest/read-sentence.ts'
import type { ContentWord } from '#language/content-words.ts'
import type { Language } from '#language/language.ts'

import { hasCapital, type Heard, readText } from './read.ts'
import { type Speakers, speakersOf } from './speakers.ts'

/** A transcript prepared for any number of checks. */
export type Evidence = {
  sentences: readonly Heard[]
  speakers: Speakers
  /** The sentences that hold a stem. */
  places: ReadonlyMap<string, readonly number[]>
  /** Stems with a capital, and those with one inside a sentence. */
  names: ReadonlySet<string>
  innerNames: ReadonlySet<string>
  /** Stems that stand without a capital. */
  lowered: ReadonlySet<string>
}

type Said = Pick<Sentence, 'text' | 'speaker'>

export function prepareEvidence(
  sentences: readonly Said[],
  speakerNames: ReadonlyMap<number, string>,
  language: Language,
): Evidence {
  return evidenceOf(sentences.map((sentence) => hear(sentence, language)), speakerNames, language) // prettier-ignore
}

type InTurns = { sentences: readonly Said[]; speakerNames: ReadonlyMap<number, string>; pause: Pause }

/** The same for a text of any length: `pause` is awaited now and then. */
export async function prepareInTurns(
  { sentences, speakerNames, pause }: InTurns,
  language: Language,
): Promise<Evidence> {
  const heard = await inBatches(sentences, (sentence) => hear(sentence, language), pause)
  await pause()
  return evidenceOf(heard, speakerNames, language)
}

const hear = ({ text, speaker }: Said, language: Language): Heard => ({ ...readText(text, language), speaker })

function evidenceOf(heard: readonly Heard[], speakerNames: ReadonlyMap<number, string>, language: Language): Evidence {
  const words = heard.flatMap((sentence) => sentence.words)
  const named = words.filter(({ raw }) => hasCapital(raw))
  return {
    sentences: heard,
    speakers: speakersOf(heard, speakerNames, language),
    places: placesOf(heard),
    names: stemsOf(named),
    innerNames: stemsOf(named.filter(({ isFirst }) => !isFirst)),
    lowered: stemsOf(words.filter(({ raw }) => !hasCapital(raw))),
  }
}

const stemsOf = (words: readonly ContentWord[]) => new Set(words.map(({ stem }) => stem))

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
