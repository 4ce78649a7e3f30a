import { reviewTexts } from '@doslovno/texts/editing.ts'
import { unheardTexts } from '@doslovno/texts/file-page.ts'
import { Button } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef } from 'react'

import { clock } from '#lib/format/time.ts'
import type { Unheard } from '#lib/queries/hear-again.ts'
import { keepFocus } from '#ui/keep-focus.ts'

import { Steps } from './card-step.tsx'
import type { Review } from './use-review.ts'

import classes from './review.module.css'

type Props = { review: Review; span: Unheard; onLeave: () => void }

/** Speech without words: it plays, and its owner may have it heard again. */
export function UnheardPlace({ review, span, onLeave }: Props) {
  const next = useRef<HTMLButtonElement>(null)
  useEffect(() => next.current?.focus({ preventScroll: true }), [])
  const state = span.again ?? 'once'
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onLeave()
    else if (event.key === 'ArrowUp' || event.key === 'ArrowLeft') review.move(-1)
    else if (event.key === 'ArrowDown' || event.key === 'ArrowRight') review.move(1)
    else return
    event.preventDefault()
  }
  return (
    <div className={classes.place} role="group" aria-label={reviewTexts.unheard}>
      <p className={classes.unheard} role="status">
        <span className="num">{`${clock(span.start)}–${clock(span.end)}`}</span> {unheardTexts.states[state]}
      </p>
      <div className={classes.actions}>
        <Steps review={review} />
        <Button variant="default" onMouseDown={keepFocus} onClick={review.listen}>
          {unheardTexts.listen}
        </Button>
        {state === 'once' && (
          <Button variant="default" onMouseDown={keepFocus} onClick={() => review.hearAgain(span)}>
            {unheardTexts.again}
          </Button>
        )}
        <Button ref={next} onClick={review.accept} onKeyDown={onKeyDown}>
          {reviewTexts.goOn}
        </Button>
      </div>
    </div>
  )
}
