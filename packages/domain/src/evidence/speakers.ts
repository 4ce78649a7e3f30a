import type { ContentWord } from '#language/content-words.ts'
import type { Language } from '#language/language.ts'
import { plainForm, plainWords } from '#transcript/words.ts'

import { hasCapital, type Heard, isSetOff, runsOf } from './read.ts'

/** Parts of names by speaker, as stems. */
export type Speakers = ReadonlyMap<number, readonly string[]>

/**
 * The names that speakers go by: those that the owner typed, and those heard in the talk. Most speakers are never named by
 * their owner, while statements call them as they were introduced or addressed.
 */
export function speakersOf(heard: readonly Heard[], typed: ReadonlyMap<number, string>, language: Language): Speakers {
  const names = new Map([...typed].map(([speaker, name]) => [speaker, plainWords(plainForm(name)).map(language.stem)]))
  const calls = heard.flatMap((sentence, n) => callsOf(sentence, nextSpeaker(heard, n), language))
  for (const { speaker, name } of calls) {
    if (isMostly(speaker, name, calls)) names.set(speaker, [...new Set([...(names.get(speaker) ?? []), ...name])])
  }
  return names
}

type Call = { speaker: number; name: readonly string[] }

/** A speaker introduces oneself; a guest who is introduced, or somebody who is addressed, speaks next. */
function callsOf(sentence: Heard, next: number | null, language: Language): Call[] {
  const { self, guest } = language.names.introductions
  const runs = runsOf(sentence.words.filter(({ raw }) => hasCapital(raw))).filter((run) => isGiven(run, language))
  const own = runAfter(self, runs, sentence).map((run) => ({ speaker: sentence.speaker, name: stemsOf(run) }))
  if (next === null) return own
  const called = [...runAfter(guest, runs, sentence), ...runs.filter((run) => isCall(run, sentence))]
  return [...own, ...called.map((run) => ({ speaker: next, name: stemsOf(run) }))]
}

type Run = readonly ContentWord[]

function isGiven([first]: Run, { names }: Language): boolean {
  return first !== undefined && names.given.has(first.stem.replace(names.fleeting, ''))
}

/** The first name after a phrase. */
function runAfter(phrase: RegExp, runs: readonly Run[], { plain, tokens }: Heard): Run[] {
  const place = phrase.exec(plain)?.index
  if (place === undefined) return []
  return runs.filter(([first]) => first && (tokens[first.index]?.at ?? 0) > place).slice(0, 1)
}

/** A name set off at the start of a sentence calls somebody; further on it may explain who was meant. */
const WORDS_BEFORE_CALL = 1

function isCall(run: Run, sentence: Heard): boolean {
  const before = sentence.words.filter(({ index }) => index < (run[0]?.index ?? 0))
  return before.length <= WORDS_BEFORE_CALL && isSetOff(run, sentence)
}

function nextSpeaker(heard: readonly Heard[], n: number): number | null {
  const [now, next] = [heard[n]?.speaker, heard[n + 1]?.speaker]
  return next === undefined || next === now ? null : next
}

/** Somebody may answer out of turn: the speaker who answers to a name more often than anybody else goes by it. */
function isMostly(speaker: number, [first]: readonly string[], calls: readonly Call[]): boolean {
  const counts = Map.groupBy(
    calls.filter(({ name }) => name[0] === first),
    (call) => call.speaker,
  )
  const own = counts.get(speaker)?.length ?? 0
  return [...counts].every(([other, list]) => other === speaker || list.length < own)
}

const stemsOf = (words: Run) => words.map(({ stem }) => stem)
