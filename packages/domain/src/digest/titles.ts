import type { ContentWord } from '#language/content-words.ts'

import type { SentenceRange } from './chapters.ts'
import { capitalised } from './fillers.ts'
import { inBatches, type Pause } from './in-batches.ts'
import { keyWords, type WordsByStem } from './key-words.ts'
import type { DigestLanguage } from './language.ts'
import type { ReadSentence } from './read-sentence.ts'

export type NamedChapter = SentenceRange & { title: string }

/** Chapters under the words they repeat. One without such words belongs to its neighbour; a single one is none. */
export async function nameChapters(
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
