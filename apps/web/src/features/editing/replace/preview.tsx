import type { FormPlace } from '@doslovno/domain/editing/find-forms.ts'
import { replaceTexts } from '@doslovno/texts/editing.ts'
import { Button, Checkbox } from '@mantine/core'
import { type Ref, type SubmitEvent, useState, memo, useCallback } from 'react'

import { clock } from '#lib/format/time.ts'

import classes from './replace.module.css'

type Props<Place extends FormPlace> = {
  /** Lets fields outside submit the form. */
  ref?: Ref<HTMLFormElement>
  places: readonly Place[]
  /** Whether a match is chosen at first; all are by default. */
  isChosen?: (place: Place) => boolean
  onReplace: (places: readonly Place[]) => void
}

/** All matches with checkboxes. A match is identified by its number: its text may change meanwhile. */
export function Preview<Place extends FormPlace>({ ref, places, isChosen = () => true, onReplace }: Props<Place>) {
  const [left, setLeft] = useState<ReadonlySet<number>>(
    () => new Set(places.flatMap((place, index) => (isChosen(place) ? [] : [index]))),
  )
  const chosen = places.filter((place, index) => !left.has(index) && place.text !== place.found)
  const isRemoving = chosen.some(({ text }) => text === '')
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (chosen.length > 0) onReplace(chosen)
  }
  return (
    <form ref={ref} className={classes.preview} onSubmit={submit}>
      <ReplaceList places={places} left={left} onLeft={setLeft} />
      <div className={classes.actions}>
        <Button type="submit" disabled={chosen.length === 0} data-autofocus>
          {isRemoving ? replaceTexts.remove(chosen.length) : replaceTexts.submit(chosen.length)}
        </Button>
      </div>
    </form>
  )
}

const SHOWN = 100

type ReplaceListProps = {
  places: readonly FormPlace[]
  /** Numbers of the unchecked matches. */
  left: ReadonlySet<number>
  onLeft: (change: (left: ReadonlySet<number>) => ReadonlySet<number>) => void
}

function ReplaceList({ places, left, onLeft }: ReplaceListProps) {
  const [shown, setShown] = useState(SHOWN)
  const toggle = useCallback(
    (index: number) =>
      onLeft((known) =>
        known.has(index) ? new Set([...known].filter((one) => one !== index)) : new Set([...known, index]),
      ),
    [onLeft],
  )
  const chosen = places.length - left.size
  const rest = places.length - shown
  return (
    <>
      <Checkbox
        label={replaceTexts.all(places.length)}
        checked={chosen === places.length}
        indeterminate={chosen > 0 && chosen < places.length}
        onChange={() => onLeft(() => new Set(chosen === places.length ? places.keys() : []))}
      />
      <ul className={classes.places} aria-label={replaceTexts.places} tabIndex={-1}>
        {places.slice(0, shown).map((place, index) => (
          <Row key={`${place.at} ${place.from}`} {...{ place, index, toggle }} isChosen={!left.has(index)} />
        ))}
        {rest > 0 && (
          <li>
            <Button variant="subtle" fullWidth onClick={() => setShown(shown + SHOWN)}>
              {replaceTexts.more(Math.min(rest, SHOWN))}
            </Button>
          </li>
        )}
      </ul>
    </>
  )
}

type RowProps = { place: FormPlace; index: number; isChosen: boolean; toggle: (index: number) => void }

const Row = memo(function Row({ place, index, isChosen, toggle }: RowProps) {
  const { before, found, text, after, start } = place
  return (
    <li className={classes.place} data-left={!isChosen || undefined}>
      <label>
        <Checkbox
          checked={isChosen}
          onChange={() => toggle(index)}
          aria-label={`${replaceTexts.place(clock(start))}: ${found}`}
        />
        <span>
          {before}
          <del>{found}</del>
          {text !== '' && (
            <>
              {' '}
              <ins>{text}</ins>
            </>
          )}
          {after}
        </span>
        <small className="num">{clock(start)}</small>
      </label>
    </li>
  )
})
