import { readFileSync } from 'node:fs'

import { findRisks } from '@doslovno/domain/editing/review.ts'
import { assignWords } from '@doslovno/domain/speakers/assign-words.ts'
import { toSegments } from '@doslovno/domain/transcript/segments.ts'
import { joinWords } from '@doslovno/domain/transcript/spread-words.ts'
import { wordErrorRate } from '@doslovno/domain/transcript/word-error-rate.ts'
import type { Word } from '@doslovno/domain/transcript/words.ts'
import { correctSpeech } from '@doslovno/domain/vocabulary/correct.ts'
import type { Speech as Spoken, Vocabulary } from '@doslovno/domain/vocabulary/find-terms.ts'
import type { WordList } from '@doslovno/domain/vocabulary/word-list.ts'
import { createMedia } from '@doslovno/server/adapters/media/index.ts'
import { createLocalSpeech } from '@doslovno/server/adapters/speech/local.ts'
import { recording, reference, testModelsDir } from '@doslovno/server/test/recordings/recordings.ts'
import { russianReviewRules } from '@doslovno/texts/language/review.ts'

import { hearSpeech, windowedTurns } from '#lab/bench/speech/systems.ts'
import { percent } from '#lab/figures.ts'
import { mark, markShare } from '#lab/marks.ts'
import { clips, dialogs, type Labelled } from '#lab/recordings.ts'
import { openFolder } from '#lab/servers.ts'

import { referenceIn, toWords } from './material.ts'
import { align, countRight, noPause } from './score.ts'

const LONGEST_SECONDS = 3600
const GOAL = { recall: 0.55, met: 0.45, shown: 0.18, precision: 0.8 }

/** A recording as the pipeline hears it, before its words become segments. */
type Heard = Labelled & { spoken: Spoken; seconds: number }

/** Real recordings by Whisper base through the pieces of the pipeline: terms, errors of words, words to look at, time. */
export async function realRecordings(vocabulary: Vocabulary, list: WordList): Promise<void> {
  const heard = await hearAll([...clips(), ...dialogs(), ...(await references())])
  await terms(heard, vocabulary)
  unsure(heard, list)
}

/** Recordings of other sample rates, decoded as the pipeline does. */
async function references(): Promise<Labelled[]> {
  const names = Object.keys(JSON.parse(readFileSync(recording('references.json'), 'utf8')) as object)
  const folder = openFolder('bench-vocabulary-')
  const labelled: Labelled[] = []
  for (const name of names) {
    const { signal } = new AbortController()
    const samples = await createMedia().decode(recording(name), folder, { seconds: LONGEST_SECONDS }, signal)
    labelled.push({ name, pcm: readFileSync(samples), text: reference(name), turns: [], texts: [] })
  }
  return labelled
}

async function hearAll(recordings: readonly Labelled[]): Promise<Heard[]> {
  const speech = await createLocalSpeech({ modelsDir: testModelsDir(), model: 'whisper-base', slots: 1 })
  const heard: Heard[] = []
  for (const labelled of recordings) {
    const started = performance.now()
    const { words } = await hearSpeech(speech, labelled.pcm)
    const speakers = assignWords(words, await windowedTurns(speech, labelled.pcm))
    heard.push({ ...labelled, spoken: { words, speakers }, seconds: (performance.now() - started) / 1000 })
  }
  speech.close()
  return heard
}

async function terms(heard: readonly Heard[], vocabulary: Vocabulary): Promise<void> {
  const sum = { words: 0, said: 0, before: 0, after: 0, errorsBefore: 0, errorsAfter: 0, recognised: 0, corrected: 0 }
  let isWorse = false
  for (const { name, text, spoken, seconds } of heard) {
    const said = referenceIn(text)
    const started = performance.now()
    const { words } = await correctSpeech(spoken, vocabulary, noPause)
    sum.corrected += (performance.now() - started) / 1000
    sum.recognised += seconds
    const [was, is] = [joinWords(spoken.words), joinWords(words)]
    const [before, after] = [wordErrorRate(text, was), wordErrorRate(text, is)]
    isWorse ||= after > before
    sum.words += said.words.length
    sum.said += said.occurrences.length
    sum.before += countRight(said, toWords(was))
    sum.after += countRight(said, toWords(is))
    sum.errorsBefore += before * said.words.length
    sum.errorsAfter += after * said.words.length
    console.log(`${name}: WER ${percent(before)} → ${percent(after)}${changesOf(words)}`)
  }
  console.log(`real, base: ${heard.length} files, ${sum.words} words, ${vocabulary.index.size} terms; recall ${percent(sum.before / sum.said)} → ${percent(sum.after / sum.said)} of ${sum.said}; WER ${percent(sum.errorsBefore / sum.words)} → ${percent(sum.errorsAfter / sum.words)}`) // prettier-ignore
  console.log(`time: ${sum.recognised.toFixed(1)} s to recognise, ${sum.corrected.toFixed(2)} s to correct = ${percent(sum.corrected / sum.recognised)} more`) // prettier-ignore
  markShare('recall ≥', sum.after / sum.said, GOAL.recall)
  mark('WER worse in no file', isWorse ? 'in some' : 'in none', !isWorse)
}

function changesOf(words: readonly Word[]): string {
  const marks = words.flatMap(({ text, heard, maybe }) => {
    if (heard) return [`${heard} → ${text}`]
    return maybe ? [`${text} → ${maybe.text}?`] : []
  })
  return marks.length > 0 ? `; ${marks.join(', ')}` : ''
}

/** Which errors the review mode meets, without and with words that no list knows. */
function unsure(heard: readonly Heard[], list: WordList): void {
  const isUnknown = ({ text }: Word) => !list.isKnown(text)
  const today = measure(heard, reviewed(russianReviewRules))
  const both = measure(heard, reviewed({ ...russianReviewRules, isKnown: list.isKnown }))
  const unknown = measure(heard, ({ words }) => new Set(words.filter(isUnknown)))
  for (const [name, { words, errors, shown, met, right }] of Object.entries({ today, unknown, both }))
    console.log(`${name}: shown ${percent(shown / words)} of ${words} words, met ${percent(met / errors)} of ${errors} errors, precision ${percent(right / shown)}`) // prettier-ignore
  markShare('errors met ≥', both.met / both.errors, GOAL.met)
  mark(`words shown ≤ ${percent(GOAL.shown)}`, percent(both.shown / both.words), both.shown / both.words <= GOAL.shown)
  markShare('precision of unknown words ≥', unknown.right / unknown.shown, GOAL.precision)
}

type Marked = (spoken: Spoken) => ReadonlySet<Word>

function measure(heard: readonly Heard[], marked: Marked): Met {
  return heard.reduce((sum, { text, spoken }) => addMet(sum, { said: toWords(text), words: spoken.words, marked: marked(spoken) }), nothingMet) // prettier-ignore
}

/** The words of the review mode; segment by segment, so that no word is there for its new speaker alone. */
function reviewed(rules: typeof russianReviewRules): Marked {
  return ({ words, speakers }) =>
    new Set(
      toSegments(words, speakers).flatMap((segment) =>
        findRisks([segment], rules).flatMap(({ word }) => segment.words[word] ?? []),
      ),
    )
}

/** `met`: errors at a marked word; a word left out is met if a neighbour is marked. `right`: marked words that are wrong. */
type Met = { words: number; errors: number; shown: number; met: number; right: number }

const nothingMet: Met = { words: 0, errors: 0, shown: 0, met: 0, right: 0 }

type Text = { said: readonly string[]; words: readonly Word[]; marked: ReadonlySet<Word> }

/** Adds the errors of a text, and which of them its marked words meet. */
function addMet(sum: Met, { said, words, marked }: Text): Met {
  const heard = words.flatMap((word) => toWords(word.text).map((text) => ({ text, isMarked: marked.has(word) })))
  const { of, back } = align(said, heard.map(({ text }) => text)) // prettier-ignore
  const wrong = heard.filter(({ text }, at) => said[back[at] ?? -1] !== text)
  const missing = said.flatMap((_, at) => (of[at] === -1 ? [at] : []))
  const isMet = (at: number) => neighbours(of, at).some((place) => heard[place]?.isMarked)
  const right = wrong.filter(({ isMarked }) => isMarked).length
  return {
    words: sum.words + heard.length,
    errors: sum.errors + wrong.length + missing.length,
    shown: sum.shown + heard.filter(({ isMarked }) => isMarked).length,
    met: sum.met + right + missing.filter(isMet).length,
    right: sum.right + right,
  }
}

/** The nearest words that were heard before and after the one left out. */
function neighbours(of: readonly number[], at: number): number[] {
  const isHeard = (place: number) => place !== -1
  return [of.slice(0, at).findLast(isHeard), of.slice(at + 1).find(isHeard)].flatMap((place) => place ?? [])
}
