import type { Place as FoundPlace } from '@doslovno/domain/editing/replace.ts'
import { reviewTexts } from '@doslovno/texts/editing.ts'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'

import { clock } from '#lib/format/time.ts'
import { keepFocus } from '#ui/keep-focus.ts'

import type { ReviewItem, ReviewPlace } from './review-queue.ts'
import type { Review } from './use-review.ts'

import classes from './review.module.css'

const SHOWN = 50

type Props = { review: Review; item: ReviewItem; place: ReviewPlace }

/** Why it is asked, and all places that the answer is for, to be heard one by one. */
export function ReviewPlaces({ review, item, place }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const [shown, setShown] = useState(SHOWN)
  const { count, reason } = item
  const places = place.places.toSorted((one, other) => one.at - other.at || one.word - other.word)
  const rest = places.length - shown
  return (
    <>
      <p className={classes.why}>
        <b>{reviewTexts.reason(reason)}</b>
        {count > 1 && item.question && <span>{reviewTexts.forAll(count)}</span>}
        {count > 1 && !item.question && (
          <button
            type="button"
            className={classes.places}
            aria-expanded={isOpen}
            onMouseDown={keepFocus}
            onClick={() => setIsOpen(!isOpen)}
          >
            {reviewTexts.forAll(count)}
            <ChevronDown size={14} aria-hidden />
          </button>
        )}
      </p>
      {isOpen && (
        <ul className={classes.list} aria-label={reviewTexts.allPlaces}>
          {places.slice(0, shown).map((one) => (
            <PlaceRow key={one.key} {...review.preview(one)} onOpen={() => review.open(one)} />
          ))}
          {rest > 0 && (
            <li>
              <button type="button" onMouseDown={keepFocus} onClick={() => setShown(shown + SHOWN)}>
                {reviewTexts.morePlaces(Math.min(rest, SHOWN))}
              </button>
            </li>
          )}
        </ul>
      )}
    </>
  )
}

type RowProps = FoundPlace & { onOpen: () => void }

function PlaceRow({ start, before, found, after, onOpen }: RowProps) {
  return (
    <li>
      <button type="button" onMouseDown={keepFocus} onClick={onOpen}>
        <small className="num">{clock(start)}</small> {before}
        <b>{found}</b>
        {after}
      </button>
    </li>
  )
}
