import type { ChapterView } from '@doslovno/contract/summaries.ts'
import { chapterTexts } from '@doslovno/texts/summaries/summary-panel.ts'
import { ChevronDown, ListTree } from 'lucide-react'
import type { MouseEvent } from 'react'

import { clock } from '#lib/format/time.ts'

import classes from './chapters.module.css'

type Props = {
  scriptId: string
  chapters: readonly ChapterView[]
  onOpen: (chapter: ChapterView) => void
}

/** The table of contents above a text. Each chapter is a link to its second, to be opened here or shared. */
export function ChapterList({ scriptId, chapters, onOpen }: Props) {
  const open = (event: MouseEvent, chapter: ChapterView) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onOpen(chapter)
  }
  return (
    <details className={`${classes.chapters} no-print`}>
      <summary>
        <ListTree size={16} aria-hidden />
        {chapterTexts.count(chapters.length)}
        <ChevronDown size={16} className={classes.arrow} aria-hidden />
      </summary>
      <ol aria-label={chapterTexts.label}>
        {chapters.map((chapter) => (
          <li key={chapter.start}>
            <a href={linkOf(scriptId, chapter)} onClick={(event) => open(event, chapter)}>
              <span className="num">{clock(chapter.start)}</span>
              {chapter.title}
            </a>
          </li>
        ))}
      </ol>
    </details>
  )
}

function linkOf(scriptId: string, { start }: ChapterView): string {
  return `/files/${scriptId}?t=${Math.round(start * 10) / 10}`
}
