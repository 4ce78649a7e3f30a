import { hasCapital } from '#editing/word-forms.ts'
import type { Segment } from '#transcript/segments.ts'
import { wordsOf } from '#transcript/spread-words.ts'
import { endsSentence, plainForm, type Word } from '#transcript/words.ts'

/** The case that a phrase asks of a name. */
export type NameForm = 'nominative' | 'dative'

/** The name that words begin with, in the nominative, and how many of them it takes. */
export type ReadName = (
  words: readonly string[],
  form: NameForm,
  isAny: boolean,
) => { name: string; words: number } | null

/** Whom a name belongs to: the one who says it, or the one who is spoken to. */
type Named = 'speaker' | 'addressee'

/** Words around a name that show whose it is. Texts are in their `plainForm`. */
export type NamingPhrase = {
  of: Named
  form?: NameForm
  /** Matches the end of what is said before the name. Its start is the start of the turn. */
  before: RegExp
  /** Matches the start of what is said after the name, punctuation first, up to the end of the sentence. */
  after: RegExp
  /** Matches what was said before this turn, for answers. */
  asked?: RegExp
  /** Leaves no doubt, so that a name of no list counts too. */
  isSure?: boolean
  /** Holds only in a talk of two. */
  isOfTwo?: boolean
  /** Holds only in the first turn of a speaker. */
  isFirstTurn?: boolean
}

export type NamingLanguage = {
  readName: ReadName
  phrases: readonly NamingPhrase[]
  /** Matches the beginning of a sentence that repeats what somebody else said. */
  quoting: RegExp
}

/** A name that a speaker was heard to have, in the nominative. */
export type Introduction = {
  speaker: number
  name: string
  /** The segment of the name and its first word there. */
  segment: number
  word: number
  /** The words around the name, and when they are heard, in seconds. */
  quote: string
  start: number
  end: number
}

/** Anyone may answer when a name is called; hardly anybody introduces oneself by a wrong one. */
const OWN_WEIGHT = 5
const CALLED_WEIGHT = 1
/** Somebody who is called speaks after at most this many further sentences. */
const MOST_SENTENCES = 1
const LONGEST_NAME_WORDS = 3

/** Names by which speakers introduce themselves or are addressed before they speak, one per speaker at most. */
export function findIntroductions(segments: readonly Segment[], language: NamingLanguage): Introduction[] {
  const turns = spokenTurns(segments)
  const talk = { turns, firstTurns: firstTurnsOf(turns), language }
  return chooseNames(
    turns.flatMap((turn, index) =>
      turn.words.flatMap(({ text }, at) => (hasCapital(text) ? (mentionAt({ talk, turn, index, at }) ?? []) : [])),
    ),
  )
}

type Talk = {
  turns: readonly SpokenTurn[]
  /** The first turn of every speaker. */
  firstTurns: ReadonlyMap<number, SpokenTurn>
  language: NamingLanguage
}

type Place = { talk: Talk; turn: SpokenTurn; index: number; at: number }

function firstTurnsOf(turns: readonly SpokenTurn[]): Map<number, SpokenTurn> {
  return new Map(turns.toReversed().map((turn) => [turn.speaker, turn]))
}

function mentionAt(place: Place): (Introduction & { weight: number }) | null {
  const { talk, turn, at } = place
  const { phrases, quoting, readName } = talk.language
  const words = turn.words.slice(at, at + LONGEST_NAME_WORDS).map(({ text }) => text)
  const [listed, dative] = [readName(words, 'nominative', false), readName(words, 'dative', false)]
  const any = listed ?? readName(words, 'nominative', true)
  const before = saidBefore(turn, at)
  for (const phrase of phrases) {
    const read = phrase.form === 'dative' ? dative : phrase.isSure ? any : listed
    if (!read || !phrase.before.test(before) || !mayHold(phrase, place)) continue
    const speaker = phrase.of === 'speaker' ? turn.speaker : addresseeOf(place)
    if (speaker === null || !phrase.after.test(saidAfter(turn, at + read.words))) continue
    if (quoting.test(sentenceBefore(turn, at))) return null
    const weight = phrase.of === 'speaker' ? OWN_WEIGHT : CALLED_WEIGHT
    return { speaker, name: read.name, weight, ...placeOf(place) }
  }
  return null
}

function mayHold({ asked, isFirstTurn, isOfTwo }: NamingPhrase, { talk, turn, index }: Place): boolean {
  if (isOfTwo && talk.firstTurns.size !== 2) return false
  if (isFirstTurn && talk.firstTurns.get(turn.speaker) !== turn) return false
  const previous = talk.turns[index - 1]
  return !asked || (previous !== undefined && asked.test(endOf(previous)))
}

/** With two speakers: the other one. With more: the next one, if the turn ends soon. */
function addresseeOf({ talk, turn, index, at }: Place): number | null {
  const { turns, firstTurns } = talk
  if (firstTurns.size === 2) return [...firstTurns.keys()].find((speaker) => speaker !== turn.speaker) ?? null
  return sentencesAfter(turn, at) <= MOST_SENTENCES ? (turns[index + 1]?.speaker ?? null) : null
}

function placeOf({ turn, at }: Place) {
  const quoted = quotedAt(turn, at)
  const [named, first, last] = [turn.words[at], quoted[0], quoted.at(-1)]
  return {
    segment: named?.segment ?? 0,
    word: named?.index ?? 0,
    quote: textOf(quoted),
    start: first?.start ?? 0,
    end: last?.end ?? 0,
  }
}

type Mention = { speaker: number; name: string; weight: number }

/**
 * The mention by which each speaker is best known. A speaker with two names of equal weight has none, and a name that
 * another speaker has with equal weight or more is nobody's or that speaker's.
 */
function chooseNames<M extends Mention>(mentions: readonly M[]): Omit<M, 'weight'>[] {
  const candidates = [...Map.groupBy(mentions, keyOf).values()].flatMap((same) => {
    const best = bestOf(same)
    return best ? [{ best, key: givenOf(best), weight: same.reduce((sum, { weight }) => sum + weight, 0) }] : []
  })
  return candidates
    .filter(({ best, key, weight }) =>
      candidates.every(
        (other) =>
          other.best === best || other.weight < weight || (other.best.speaker !== best.speaker && other.key !== key),
      ),
    )
    .map(({ best: { weight: _weight, ...chosen } }) => chosen)
}

const keyOf = (mention: Mention) => `${mention.speaker} ${givenOf(mention)}`

/** One's own words first, then the fullest name. */
function bestOf<M extends Mention>(mentions: readonly M[]): M | undefined {
  return mentions.toSorted((one, other) => other.weight - one.weight || lengthOf(other) - lengthOf(one))[0]
}

const givenOf = ({ name }: Mention) => plainForm(name.split(' ')[0] ?? '')
const lengthOf = ({ name }: Mention) => name.split(' ').length

/** A word with its place in the text; `sentence` counts from the start of the turn. */
type SpokenWord = Word & { segment: number; index: number; sentence: number }

/** The words of one speaker until another one speaks. */
type SpokenTurn = { speaker: number; words: readonly SpokenWord[] }

function spokenTurns(segments: readonly Segment[]): SpokenTurn[] {
  const turns: { speaker: number; words: SpokenWord[] }[] = []
  for (const [segment, spoken] of segments.entries()) {
    let turn = turns.at(-1)
    if (turn?.speaker !== spoken.speaker) turns.push((turn = { speaker: spoken.speaker, words: [] }))
    for (const [index, word] of wordsOf(spoken).entries()) {
      const last = turn.words.at(-1)
      const sentence = last ? last.sentence + (endsSentence(last.text) ? 1 : 0) : 0
      turn.words.push({ ...word, segment, index, sentence })
    }
  }
  return turns
}

const NEAR_WORDS = 12

/** The text just before a word, ending with a space. A text that was cut starts with an ellipsis. */
function saidBefore({ words }: SpokenTurn, at: number): string {
  const near = words.slice(Math.max(0, at - NEAR_WORDS), at).map(({ text }) => `${text} `)
  return plainForm((at > NEAR_WORDS ? '\u2026\u00a0' : '') + near.join(''))
}

/** The text from a word on, in the sentence of the word before it, which lends its last signs. */
function saidAfter({ words }: SpokenTurn, at: number): string {
  const previous = words[at - 1]
  const signs = /\P{L}*$/u.exec(previous?.text ?? '')?.[0] ?? ''
  const near = words.slice(at, at + NEAR_WORDS).filter(({ sentence }) => sentence === previous?.sentence)
  return plainForm([signs, ...near.map(({ text }) => text)].join(' '))
}

/** The near part of a sentence before a word. */
function sentenceBefore({ words }: SpokenTurn, at: number): string {
  const near = words.slice(Math.max(0, at - NEAR_WORDS), at)
  return plainForm(textOf(near.filter(({ sentence }) => sentence === words[at]?.sentence)))
}

const ENDING_WORDS = 40

/** The last two sentences of a turn. */
function endOf({ words }: SpokenTurn): string {
  const last = words.at(-1)?.sentence ?? 0
  return plainForm(textOf(words.slice(-ENDING_WORDS).filter(({ sentence }) => sentence >= last - 1)))
}

/** How many sentences follow that of a word. */
function sentencesAfter({ words }: SpokenTurn, at: number): number {
  return (words.at(-1)?.sentence ?? 0) - (words[at]?.sentence ?? 0)
}

/** The words around a word in its sentence. */
function quotedAt({ words }: SpokenTurn, at: number): readonly SpokenWord[] {
  const near = words.slice(Math.max(0, at - NEAR_WORDS), at + NEAR_WORDS)
  return near.filter(({ sentence }) => sentence === words[at]?.sentence)
}

function textOf(words: readonly SpokenWord[]): string {
  return words.map(({ text }) => text).join(' ')
}
