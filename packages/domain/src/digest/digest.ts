import { type ContentWord, contentWords } from '#language/content-words.ts'

import { findChapters, type SentenceRange } from './chapters.ts'
import { inBatches, type Pause } from './in-batches.ts'
import { keyWords, type WordsByStem } from './key-words.ts'
import { capitalised, cutFillers, type DigestLanguage } from './language.ts'
import { isQuotable, isReadable, isUnderstood } from './quotable.ts'
import { type Chapter, type ReadSentence, readSentence, type Sentence } from './read-sentence.ts'
import { type Ranking, rankSentences, SUMMARY_WEIGHTS, THESES_WEIGHTS, type Weights } from './scores.ts'
import { similarity, type Vector } from './vectors.ts'

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

const SCORE_WEIGHT = 0.7
const NOVELTY_WEIGHT = 0.3
/** Sentences more alike than this say the same. */
const DOUBLE = 0.9

/** `taken`: sentences that are not to be picked, nor any that say the same. */
type Picking = { ranking: Ranking; weights: Weights; taken?: readonly number[] }

/** The best `count` sentences in order, spread over the chapters by the root of their lengths. */
async function pickSentences(
  chapters: readonly SentenceRange[],
  { ranking, weights, taken = [], count, pause }: Picking & { count: number; pause: Pause },
): Promise<number[]> {
  const picked: number[] = []
  const shares: Share[] = chapters.map((range) => ({ range, taken: 0, isOpen: true }))
  while (picked.length < count) {
    const share = neediest(shares, count)
    if (!share) break
    await pause()
    const { from, to } = share.range
    const best = newest(
      Array.from({ length: to - from }, (_, at) => from + at),
      { ranking, weights, picked: [...taken, ...picked] },
    )
    share.isOpen = best !== null
    share.taken += 1
    if (best !== null) picked.push(best)
  }
  return picked.toSorted((one, other) => one - other)
}

/** The best sentence of each group, in order, unlike those taken; groups that have none are left out. */
function bestOfEach(groups: readonly (readonly number[])[], { ranking, weights, taken = [] }: Picking): number[] {
  const picked: number[] = []
  for (const group of groups) {
    const best = newest(group, { ranking, weights, picked: [...taken, ...picked] })
    if (best !== null) picked.push(best)
  }
  return picked.toSorted((one, other) => one - other)
}

type Share = { range: SentenceRange; taken: number; isOpen: boolean }

/** If there are enough sentences for all, every chapter gets one before any gets a second. */
function neediest(shares: readonly Share[], count: number): Share | null {
  const open = shares.filter(({ isOpen }) => isOpen)
  const untouched = shares.length <= count ? open.filter(({ taken }) => taken === 0) : []
  const need = ({ range, taken }: Share) => Math.sqrt(range.to - range.from) / (taken + 1)
  return (untouched.length > 0 ? untouched : open).reduce<Share | null>(
    (best, share) => (best && need(best) >= need(share) ? best : share),
    null,
  )
}

/** Maximal marginal relevance: scores high and is unlike the sentences picked before. */
function newest(
  among: readonly number[],
  { ranking, weights, picked }: { ranking: Ranking; weights: Weights; picked: readonly number[] },
): number | null {
  const known = picked.map((at) => ranking.vectors[at] ?? NOTHING)
  let best: { at: number; value: number } | null = null
  for (const at of among) {
    const score = picked.includes(at) ? null : ranking.score(at, weights)
    if (score === null) continue
    const alike = likeness(ranking.vectors[at] ?? NOTHING, known)
    const value = SCORE_WEIGHT * score - NOVELTY_WEIGHT * alike
    if (alike <= DOUBLE && (!best || value > best.value)) best = { at, value }
  }
  return best?.at ?? null
}

const NOTHING: Vector = new Map()

const likeness = (vector: Vector, known: readonly Vector[]) =>
  Math.max(0, ...known.map((other) => similarity(vector, other)))
