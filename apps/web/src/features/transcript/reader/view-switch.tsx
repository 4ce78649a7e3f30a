import { textViewTexts } from '@doslovno/texts/voices.ts'
import { Button, Tooltip } from '@mantine/core'
import { BrushCleaning } from 'lucide-react'

import type { TextView } from './use-text-view.ts'

import classes from '#features/transcript/toolbar.module.css'

/** Switches between every word and only what is worth reading. */
export function ViewSwitch({ view, canChoose, choose }: TextView) {
  if (!canChoose) return null
  const isClean = view === 'clean'
  return (
    <Tooltip label={isClean ? textViewTexts.back : textViewTexts.show}>
      <Button
        className={classes.view}
        variant="default"
        size="sm"
        aria-pressed={isClean}
        onClick={() => choose(isClean ? 'verbatim' : 'clean')}
      >
        <BrushCleaning size={17} aria-hidden />
        <span className="visually-hidden">{textViewTexts.clean}</span>
        <span className={classes.viewText} aria-hidden>
          {textViewTexts.clean}
        </span>
      </Button>
    </Tooltip>
  )
}

/** Says that words are hidden, and shows them again. */
export function CleanNote({ choose, canEdit }: Pick<TextView, 'choose'> & { canEdit: boolean }) {
  return (
    <p className={`${classes.cleanNote} no-print`}>
      <span>
        {textViewTexts.note} {canEdit && textViewTexts.noteForOwner}
      </span>{' '}
      <button type="button" onClick={() => choose('verbatim')}>
        {textViewTexts.back}
      </button>
    </p>
  )
}
