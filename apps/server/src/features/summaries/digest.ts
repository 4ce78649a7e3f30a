import type { Chapter, Sentence } from '@doslovno/domain/digest/sentence.ts'

/** A text in its own sentences. Numbers are indexes of sentences, in order. */
export type Digest = {
  chapters: Chapter[]
  summary: number[]
  theses: number[]
  tasks: number[]
  about: { words: string[]; sentence: number }[]
}

// TODO(16): makeDigest of the domain takes its place.
export async function digestOf(sentences: readonly Sentence[], signal: AbortSignal): Promise<Digest> {
  signal.throwIfAborted()
  const long = sentences.flatMap(({ text }, at) => (text.split(' ').length >= 4 ? [at] : [])).slice(0, 12)
  const longest = sentences[0]?.text.split(' ').toSorted((a, b) => b.length - a.length)[0] ?? ''
  return {
    chapters: [{ start: sentences[0]?.start ?? 0, title: longest, from: 0, to: sentences.length }],
    summary: long,
    theses: long,
    tasks: [],
    about: [{ words: [longest], sentence: 0 }],
  }
}
