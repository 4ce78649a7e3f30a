import { type ContentWord, contentWords } from '#language/content-words.ts'

import { findChapters, type SentenceRange } from './chapters.ts'
import { capitalised, cutFillers } from './fillers.ts'
import { inBatches, type Pause } from './in-batches.ts'
import { keyWords, type WordsByStem } from './key-words.ts'
import type { DigestLanguage } from './language.ts'
import { bestOfEach, pickSentences } from './pick.ts'
import { isQuotable, isReadable, isUnderstood } from './quotable.ts'
import { type ReadSentence, readSentence } from './read-sentence.ts'
import { type Ranking, rankSentences, SUMMARY_WEIGHTS, THESES_WEIGHTS } from './scores.ts'
import type { Chapter, Sentence } from './sentence.ts'

/** A text in its own sentences. Numbers are indexes of sentences, in order. */
export type Digest = {
  /** None if the text is about one thing. */
  chapters: Chapter[]
  /** The two most telling sentences. This, the summary and the theses are empty if too few may be quoted. */
  about: number[]
  summary: number[]
  /** One sentence per chapter or voice, none of the summary. */
  theses: number[]
  /** Sentences that sound like tasks. */
  tasks: number[]
  /** Whether enough of the words are known; if not, nothing else is there. */
  isUnderstood: boolean
}

const ABOUT_SENTENCES = 2
const FEWEST_SENTENCES = 5
const MOST_SENTENCES = 7
const MINUTES_PER_SENTENCE = 5
const FEWEST_GROUPS = 2

/** Chapters and the sentences that matter most, without a model. Same input, same digest. */
export async function makeDigest(
  sentences: readonly Sentence[],
  language: DigestLanguage,
  { pause }: { pause: Pause },
): Promise<Digest> {
  if (!isUnderstood(sentences, language.isKnown))
    return { chapters: [], about: [], summary: [], theses: [], tasks: [], isUnderstood: false }
  const read = await inBatches(sentences, ({ text }) => readSentence(text, language), pause)
  const quotable = await inBatches([...sentences.keys()], (at) => isQuotable(sentences, at, language), pause)
  const bags = read.map(({ bag }) => bag)
  const found = await findChapters(sentences, bags, pause)
  const chapters = await nameChapters(found, { read, language, pause })
  const ranges = chapters.length > 0 ? chapters : [{ from: 0, to: sentences.length }]
  const ranking = await rankSentences(read, { chapters: ranges, quotable, pause })
  return {
    chapters: chapters.map(({ from, to, title }) => ({ start: sentences[from]?.start ?? 0, title, from, to })),
    ...(await quoted(sentences, ranges, { ranking, pause })),
    tasks: await tasksIn(sentences, read, { language, pause }),
    isUnderstood: true,
  }
}

type Reading = { language: DigestLanguage; pause: Pause }
type Choosing = { ranking: Ranking; pause: Pause }

/**
 * A text with too few sentences to quote gets none. Theses take what the summary leaves; if that is too little, they
 * choose first and the summary takes the rest.
 */
async function quoted(
  sentences: readonly Sentence[],
  ranges: readonly SentenceRange[],
  { ranking, pause }: Choosing,
): Promise<Pick<Digest, 'about' | 'summary' | 'theses'>> {
  const picking = { ranking, weights: SUMMARY_WEIGHTS, pause }
  const count = summaryLength(sentences)
  const pick = async (taken: number[]) =>
    atLeast(FEWEST_SENTENCES, await pickSentences(ranges, { ...picking, taken, count }))
  const groups = ranges.length > 1 ? ranges.map(indexesOf) : voicesOf(sentences)
  const pickTheses = (taken: number[]) =>
    atLeast(FEWEST_GROUPS, bestOfEach(groups, { ranking, weights: THESES_WEIGHTS, taken }))
  const summary = await pick([])
  if (summary.length === 0) return { about: [], summary, theses: [] }
  const whole = [{ from: 0, to: sentences.length }]
  const about = await pickSentences(whole, { ...picking, count: ABOUT_SENTENCES })
  const theses = pickTheses(summary)
  if (theses.length > 0) return { about, summary, theses }
  const first = pickTheses([])
  const rest = await pick(first)
  return rest.length > 0 ? { about, summary: rest, theses: first } : { about, summary, theses }
}

function summaryLength(sentences: readonly Sentence[]): number {
  const minutes = ((sentences.at(-1)?.end ?? 0) - (sentences[0]?.start ?? 0)) / 60
  return Math.max(FEWEST_SENTENCES, Math.min(MOST_SENTENCES, Math.round(minutes / MINUTES_PER_SENTENCE)))
}

const atLeast = (fewest: number, chosen: number[]) => (chosen.length < fewest ? [] : chosen)

const indexesOf = ({ from, to }: SentenceRange) => Array.from({ length: to - from }, (_, at) => from + at)

/** The sentences of each speaker. */
function voicesOf(sentences: readonly Sentence[]): number[][] {
  return [...Map.groupBy(sentences.keys(), (at) => sentences[at]?.speaker).values()]
}

async function tasksIn(sentences: readonly Sentence[], read: readonly ReadSentence[], { language, pause }: Reading) {
  const isTask = (at: number) => soundsLikeTask(read[at]!, language) && isReadable(sentences[at]!, language)
  const areTasks = await inBatches([...read.keys()], isTask, pause)
  return [...read.keys()].filter((at) => areTasks[at])
}

const FEWEST_WORDS = 2

/** Whether a sentence sounds like a task: an order, a promise, an assignment or an agreement that says about what. */
export function soundsLikeTask(sentence: ReadSentence, language: DigestLanguage): boolean {
  const { text, isQuestion } = sentence
  if (isQuestion || language.task.not.test(text)) return false
  if (!language.task.cue.test(text) && !isAssigned(sentence, language)) return false
  return contentWords(cutFillers(text, language), language).length >= FEWEST_WORDS
}

function isAssigned({ text, words, names }: ReadSentence, { task, names: { given } }: DigestLanguage): boolean {
  if (!task.assignment.test(text)) return false
  return names > 0 || task.deadline.test(text) || words.some(({ stem }) => given.has(stem))
}

type NamedChapter = SentenceRange & { title: string }

/** Chapters under the words they repeat. One without such words belongs to its neighbour; a single one is none. */
async function nameChapters(
  ranges: readonly SentenceRange[],
  { read, language, pause }: { read: readonly ReadSentence[]; language: DigestLanguage; pause: Pause },
): Promise<NamedChapter[]> {
  const said: WordsByStem[] = []
  for (const { from, to } of ranges) said.push(await wordsByStem(read.slice(from, to), pause))
  const named = await keyWords(said, language, pause)
  const chapters = joinUntitled(
    ranges.map((range, at) => ({ ...range, title: capitalised((named[at] ?? []).join(', ')) })),
  )
  return chapters.length > 1 ? chapters : []
}

async function wordsByStem(read: readonly ReadSentence[], pause: Pause): Promise<WordsByStem> {
  const said = new Map<string, ContentWord[]>()
  const add = (word: ContentWord) => {
    const known = said.get(word.stem)
    if (known) known.push(word)
    else said.set(word.stem, [word])
  }
  await inBatches(read, ({ telling }) => telling.forEach(add), pause)
  return said
}

function joinUntitled(chapters: readonly NamedChapter[]): NamedChapter[] {
  const joined: NamedChapter[] = []
  for (const chapter of chapters) {
    const last = joined.at(-1)
    if (last && (chapter.title === '' || last.title === ''))
      joined.splice(-1, 1, { from: last.from, to: chapter.to, title: last.title || chapter.title })
    else joined.push(chapter)
  }
  return joined
}
