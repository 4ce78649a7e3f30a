import type { ChapterView } from '@doslovno/contract/summaries.ts'
import type { Chapter } from '@doslovno/domain/digest/sentence.ts'

import { titlesQuestion } from '#features/summaries/prompts/titles.ts'

import type { Desk } from './desk.ts'
import type { CheckedNote } from './material.ts'

const MOST_NOTES = 6
const MOST_WORDS = 6

/** One call names all chapters from their notes; one whose title the check does not confirm keeps its `plain` title. */
export async function nameChapters(
  desk: Desk,
  chapters: readonly Chapter[],
  plain: readonly ChapterView[],
): Promise<ChapterView[]> {
  const withNotes = chapters.flatMap((chapter) => {
    const notes = notesIn(chapter, desk.notes)
    return notes.length > 0 ? [{ chapter, notes }] : []
  })
  const answer = withNotes.length > 0 ? await desk.tryAsk(titlesQuestion(withNotes)) : undefined
  const titles = new Map(answer?.titles.map(({ id, text }) => [withNotes[id - 1]?.chapter, text]))
  return chapters.map((chapter, at) => {
    const title = titleOf(desk, chapter, titles.get(chapter)) ?? plain[at]?.title ?? chapter.title
    return { start: chapter.start, title }
  })
}

function notesIn({ from, to }: Chapter, notes: readonly CheckedNote[]): CheckedNote[] {
  const inside = notes.filter(({ cites }) => cites.some((cite) => cite >= from && cite < to))
  const heaviest = new Set(inside.toSorted((one, other) => other.weight - one.weight).slice(0, MOST_NOTES))
  return inside.filter((note) => heaviest.has(note))
}

function titleOf({ material }: Desk, chapter: Chapter, text: string | undefined): string | undefined {
  const cites = [...new Set(notesIn(chapter, material.notes).flatMap((note) => note.cites))]
  const judged = text ? material.check.topic({ text, cites, who: [] }) : undefined
  if (!judged || !['confirmed', 'linked'].includes(judged.check.verdict)) return undefined
  const { text: title } = judged.claim
  return title.split(' ').length > MOST_WORDS ? undefined : title.charAt(0).toUpperCase() + title.slice(1)
}
