import type { FormPlace } from '@doslovno/domain/editing/find-forms.ts'
import { replaceTexts } from '@doslovno/texts/editing.ts'
import { Button } from '@mantine/core'
import { type Ref, type SubmitEvent, useState } from 'react'

import { ReplaceList } from './replace-list.tsx'

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
