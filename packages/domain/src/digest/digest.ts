import { findChapters } from './chapters.ts'
import { inBatches, type Pause } from './in-batches.ts'
import type { DigestLanguage } from './language.ts'
import { pickSentences } from './pick.ts'
import { readSentence } from './read-sentence.ts'
import { rankSentences, SUMMARY_WEIGHTS, THESES_WEIGHTS } from './scores.ts'
import type { Chapter, Sentence } from './sentence.ts'
import { soundsLikeTask } from './tasks.ts'
import { nameChapters, topicsOf, type Topic } from './topics.ts'

/** A text in its own sentences. Numbers are indexes of sentences, in order. */
export type Digest = {
  chapters: Chapter[]
  summary: number[]
  theses: number[]
  /** Sentences that sound like tasks. */
  tasks: number[]
  about: Topic[]
}

/** Chapters and the sentences that matter most, without a model. Same input, same digest. */
export async function makeDigest(
  sentences: readonly Sentence[],
  language: DigestLanguage,
  { pause }: { pause: Pause },
): Promise<Digest> {
  const minutes = ((sentences.at(-1)?.end ?? 0) - (sentences[0]?.start ?? 0)) / 60
  const read = await inBatches(sentences, ({ text }) => readSentence(text, language), pause)
  const bags = read.map(({ bag }) => bag)
  const chapters = await nameChapters(await findChapters(sentences, bags, pause), { read, language, pause })
  const ranking = await rankSentences(read, chapters, pause)
  const tasks = await inBatches(read, (sentence) => soundsLikeTask(sentence, language), pause)
  return {
    chapters: chapters.map(({ from, to, title }) => ({ start: sentences[from]?.start ?? 0, title, from, to })),
    summary: await pickSentences(chapters, ranking, {
      weights: SUMMARY_WEIGHTS,
      count: between(5, minutes / 5, 12),
      pause,
    }),
    theses: await pickSentences(chapters, ranking, {
      weights: THESES_WEIGHTS,
      count: between(5, minutes / 3, 15),
      pause,
    }),
    tasks: [...sentences.keys()].filter((at) => tasks[at]),
    about: topicsOf(chapters, read, ranking),
  }
}

const between = (least: number, value: number, most: number) => Math.max(least, Math.min(most, Math.round(value)))
