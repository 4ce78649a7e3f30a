import { filePageTexts } from '@doslovno/texts/file-page.ts'
import { Skeleton } from '@mantine/core'

import classes from './transcript.module.css'

const PARAGRAPHS = [92, 100, 64, 97, 88, 41]

/** The text's shape while it loads. */
export function TranscriptSkeleton() {
  return (
    <div className={classes.page} role="status">
      <span className="visually-hidden">{filePageTexts.loading}</span>
      <div className={classes.head} aria-hidden>
        <Skeleton height={30} width="60%" />
        <Skeleton height={14} width="34%" />
      </div>
      {PARAGRAPHS.map((width) => (
        <div key={width} className={classes.paragraph} aria-hidden>
          <Skeleton height={12} width={34} mt={8} />
          <div>
            <Skeleton height={14} mt={8} />
            <Skeleton height={14} mt={14} width={`${width}%`} />
          </div>
        </div>
      ))}
    </div>
  )
}
