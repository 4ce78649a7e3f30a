import type { FormPlace } from '@doslovno/domain/editing/find-forms.ts'
import { findPlaces, inCaseOf, type Place, type Replacement } from '@doslovno/domain/editing/replace.ts'
import type { Segment } from '@doslovno/domain/transcript/segments.ts'
import { replaceTexts } from '@doslovno/texts/editing.ts'
import { Checkbox, Modal, TextInput } from '@mantine/core'
import { type KeyboardEvent, useDeferredValue, useMemo, useRef, useState } from 'react'

import type { Offer } from './offer.ts'
import { Preview } from './preview.tsx'

import classes from './replace.module.css'

type Props = {
  /** The offer it was opened with, if any; undefined while closed. */
  opened: { offer?: Offer } | undefined
  segments: readonly Segment[]
  onReplace: (replacements: readonly Replacement[]) => void
  onClose: () => void
}

/** Replaces words in the whole text, with a preview of every match. */
export function ReplaceDialog({ opened, segments, onReplace, onClose }: Props) {
  const replace = (places: readonly FormPlace[]) => {
    onClose()
    onReplace(places.map(({ at, from, to, text }) => ({ at, from, to, text })))
  }
  return (
    <Modal
      opened={opened !== undefined}
      onClose={onClose}
      title={opened?.offer ? replaceTexts.formsTitle : replaceTexts.title}
      size={680}
      closeButtonProps={{ 'aria-label': replaceTexts.close }}
    >
      {opened?.offer ? (
        <Preview key="offer" places={opened.offer.places} onReplace={replace} />
      ) : (
        <Search segments={segments} onReplace={replace} />
      )}
    </Modal>
  )
}

type SearchProps = { segments: readonly Segment[]; onReplace: (places: readonly FormPlace[]) => void }

/** Enter leads from the first field to the second, and from there replaces. */
function Search({ segments, onReplace }: SearchProps) {
  const form = useRef<HTMLFormElement>(null)
  const second = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useState('')
  const [text, setText] = useState('')
  const [wholeWord, setWholeWord] = useState(true)
  const wanted = useDeferredValue(query)
  const found = useMemo(() => findPlaces(segments, wanted, { wholeWord }), [segments, wanted, wholeWord])
  const places = useMemo(() => replaced(found, text), [found, text])
  const isEmpty = wanted.trim() === ''
  const replace = (chosen: readonly FormPlace[]) => {
    // Enter may come before the matches of the last letters are shown: all of them are meant.
    const meant = wanted === query ? chosen : replaced(findPlaces(segments, query, { wholeWord }), text)
    if (meant.length > 0) onReplace(meant)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    // Without a replacement the words would be deleted: that takes another Enter, in the second field.
    if (text === '' && event.currentTarget !== second.current) second.current?.focus()
    else if (wanted === query) form.current?.requestSubmit()
    else replace([])
  }
  return (
    <>
      <div className={classes.fields}>
        <TextInput
          label={replaceTexts.find}
          value={query}
          onChange={({ currentTarget }) => setQuery(currentTarget.value)}
          onKeyDown={onKeyDown}
          data-autofocus
        />
        <TextInput
          ref={second}
          onKeyDown={onKeyDown}
          label={replaceTexts.replace}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Checkbox
          label={replaceTexts.wholeWord}
          checked={wholeWord}
          onChange={({ currentTarget }) => setWholeWord(currentTarget.checked)}
        />
      </div>
      {places.length > 0 ? (
        // A new set of matches resets the checkboxes.
        <Preview ref={form} key={`${wanted} ${wholeWord}`} places={places} onReplace={replace} />
      ) : (
        <p className={classes.empty} role="status">
          {isEmpty ? replaceTexts.start : replaceTexts.nothing}
        </p>
      )}
    </>
  )
}

function replaced(found: readonly Place[], text: string): FormPlace[] {
  return found.map((place) => ({ ...place, text: inCaseOf(place.found, text.trim()) }))
}
