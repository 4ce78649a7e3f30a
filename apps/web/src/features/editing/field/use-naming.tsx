import { namesakeTexts } from '@doslovno/texts/editing.ts'
import { Button } from '@mantine/core'
import { useCallback, useState } from 'react'

import type { Editor } from '#features/editing/text/editor.ts'
import type { EditingSlots } from '#lib/file-page/editing-slots.ts'

import { namesakeOf } from './voices.ts'

import classes from '#features/editing/editing.module.css'

type Namesakes = { from: number; into: number; name: string }

/** Names speakers, and offers to merge two with the same name. */
export function useNaming(editor: Editor, onNamed: (name: string) => void) {
  const [namesakes, setNamesakes] = useState<Namesakes>()
  const onNameSpeaker: EditingSlots['onNameSpeaker'] = useCallback(
    (speakerId, name) => {
      if (!editor.perform([{ kind: 'nameSpeaker', speaker: { speakerId, name } }])) return
      const into = namesakeOf(editor.getState().transcript, { speakerId, name })
      setNamesakes(into === undefined ? undefined : { from: speakerId, into, name })
      onNamed(name)
    },
    [editor, onNamed],
  )
  const dropOffer = () => setNamesakes(undefined)
  const merge = ({ from, into }: Namesakes) => {
    dropOffer()
    editor.perform([{ kind: 'mergeSpeakers', from, into }])
  }
  const bar = namesakes && (
    <section className={classes.bar} aria-label={namesakeTexts.label}>
      <p role="status">{namesakeTexts.question(namesakes.name)}</p>
      <div className={classes.end}>
        <Button size="xs" variant="subtle" onClick={dropOffer}>
          {namesakeTexts.dismiss}
        </Button>
        <Button size="xs" onClick={() => merge(namesakes)}>
          {namesakeTexts.merge}
        </Button>
      </div>
    </section>
  )
  return { onNameSpeaker, dropOffer, bar }
}
