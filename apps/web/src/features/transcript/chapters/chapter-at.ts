import type { ChapterView } from '@doslovno/contract/summaries.ts'

/** The chapter at a second; undefined before the first. */
export function chapterAt(chapters: readonly ChapterView[], seconds: number): ChapterView | undefined {
  return chapters.findLast(({ start }) => start <= seconds)
}
