import { filePageTexts } from '@doslovno/texts/file-page.ts'
import { Skeleton } from '@mantine/core'

import classes from '#features/transcript/transcript.module.css'

const PARAGRAPHS = [92, 100, 64, 97, 88, 41]

/** The placeholder while the text loads. */
export function TranscriptSkeleton() {
  return (
    <div className={classes.page} role="status">
      <span className="visually-hidden">{filePageTexts.loading}</span>
      <div className={classes.headSkeleton} aria-hidden>
        <Skeleton height={30} width="60%" />
        <Skeleton height={14} width="34%" />
      </div>
      {PARAGRAPHS.map((width) => (
        <ParagraphSkeleton key={width} width={width} />
      ))}
    </div>
  )
}

/** Where a paragraph will stand; its last line takes this percentage of the width. */
export function ParagraphSkeleton({ width }: { width: number }) {
  return (
    <div className={classes.paragraph} data-lead aria-hidden>
      <Skeleton height={36} circle className={classes.avatar} />
      <Skeleton height={14} width={120} mt={6} />
      <div className={classes.text}>
        <Skeleton height={14} mt={8} />
        <Skeleton height={14} mt={14} width={`${width}%`} />
      </div>
    </div>
  )
}
