import { processingTexts } from '@doslovno/texts/processing.ts'
import { useEffect, useRef } from 'react'

import classes from './processing.module.css'

/** Distance from the end that still counts as the end. */
const NEAR_PX = 40

/** The text recognised so far. It scrolls along unless the user has scrolled up. */
export function DraftColumn({ sentences }: { sentences: readonly string[] }) {
  const column = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const count = sentences.length
  useEffect(() => {
    const element = column.current
    if (count > 0 && element && isAtEnd.current) element.scrollTop = element.scrollHeight
  }, [count])
  if (count === 0) return null
  return (
    <section className={classes.draft} aria-labelledby="draft">
      <h2 id="draft">{processingTexts.draft}</h2>
      <div
        ref={column}
        className={classes.draftText}
        // A scrollable region must be focusable.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="group"
        aria-labelledby="draft"
        onScroll={({ currentTarget }) => {
          const { scrollHeight, scrollTop, clientHeight } = currentTarget
          isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_PX
        }}
      >
        <p>
          {sentences.map((sentence, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- sentences are only ever added at the end
            <span key={index}>{sentence} </span>
          ))}
        </p>
      </div>
    </section>
  )
}
