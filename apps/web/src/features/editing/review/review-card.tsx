import { reviewTexts } from '@doslovno/texts/editing.ts'
import { unheardTexts } from '@doslovno/texts/file-page.ts'
import { Button } from '@mantine/core'
import { CircleCheckBig, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'

import { clock } from '#lib/format/time.ts'
import type { Unheard } from '#lib/queries/hear-again.ts'
import { keepFocus } from '#ui/keep-focus.ts'

import { Step, Steps } from './card-step.tsx'
import { ReviewPlace } from './review-place.tsx'
import type { Review } from './use-review.ts'

import classes from './review.module.css'

type Props = { review: Review; suggest: (word: string, places: number) => string[]; onLeave: () => void }

/** Asks one question after the other, beside the text that it is about. */
export function ReviewCard({ review, suggest, onLeave }: Props) {
  const { item, place, unheard } = review
  return (
    <section className={`${classes.card} no-print`} role="dialog" aria-label={reviewTexts.title}>
      <div className={classes.head}>
        <p className="num" role="status">
          {place ? reviewTexts.progress(review.number, review.total, review.minutes) : reviewTexts.title}
        </p>
        {review.isLong && <Length review={review} />}
        <Step icon={X} label={reviewTexts.leave} onClick={onLeave} />
      </div>
      {item && place && unheard && <UnheardPlace key={item.start} {...{ review, onLeave }} span={unheard} />}
      {item && place && !unheard && (
        // The key resets the field for each place.
        <ReviewPlace
          key={`${item.keys.join()} ${item.reason} ${review.isWhole}`}
          {...{ review, item, place, suggest, onLeave }}
        />
      )}
      {!(item && place) && <Done review={review} onLeave={onLeave} />}
    </section>
  )
}

/** A pass is as short as the user wants. */
function Length({ review }: { review: Review }) {
  const lengths = [
    { isWhole: false, label: reviewTexts.fiveMinutes },
    { isWhole: true, label: reviewTexts.whole },
  ]
  return (
    <div className={classes.lengths} role="group" aria-label={reviewTexts.length}>
      {lengths.map(({ isWhole, label }) => (
        <button
          key={label}
          type="button"
          className={classes.length}
          aria-pressed={review.isWhole === isWhole}
          onMouseDown={keepFocus}
          onClick={() => review.begin(isWhole)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}

/** Shown while the list of words loads. */
export function ReviewWaiting({ onLeave }: Pick<Props, 'onLeave'>) {
  return (
    <section className={`${classes.card} no-print`} role="dialog" aria-label={reviewTexts.title} aria-busy>
      <div className={classes.head}>
        <p role="status">{reviewTexts.preparing}</p>
        <Step icon={X} label={reviewTexts.leave} onClick={onLeave} />
      </div>
    </section>
  )
}

function Done({ review, onLeave }: Omit<Props, 'suggest'>) {
  const hasMore = review.later > 0
  const done = review.isEmpty ? reviewTexts.nothing : reviewTexts.doneText
  return (
    <div className={classes.done}>
      <CircleCheckBig size={28} aria-hidden />
      <p role="status">{hasMore ? reviewTexts.moreText(review.later) : done}</p>
      <Button
        autoFocus
        onClick={hasMore ? review.more : onLeave}
        onKeyDown={({ key }: KeyboardEvent) => key === 'Escape' && onLeave()}
      >
        {hasMore ? reviewTexts.more : reviewTexts.leave}
      </Button>
    </div>
  )
}

type UnheardPlaceProps = { review: Review; span: Unheard; onLeave: () => void }

/** Speech without words: it plays, and its owner may have it heard again. */
function UnheardPlace({ review, span, onLeave }: UnheardPlaceProps) {
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
