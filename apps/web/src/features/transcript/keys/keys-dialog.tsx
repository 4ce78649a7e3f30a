import { editingKeys, reviewKeys, writingKeys } from '@doslovno/texts/editing.ts'
import { keysTexts } from '@doslovno/texts/file-page.ts'
import { voicesKey } from '@doslovno/texts/voices.ts'
import { Checkbox, Modal } from '@mantine/core'
import { useState } from 'react'

import type { Reading } from '#features/transcript/use-reading.ts'
import { letterKeys } from '#lib/keys/letter-keys.ts'
import { useRemembered } from '#lib/use-remembered.ts'

import { useReadingKeys } from './use-reading-keys.ts'

import classes from './keys-dialog.module.css'

type Props = {
  opened: boolean
  onClose: () => void
  /** Whether single-character shortcuts are enabled. */
  hasLetters: boolean
  onLetters: (hasLetters: boolean) => void
  canEdit: boolean
}

/** Lists the shortcuts, and switches off those that dictation software could trigger. */
export function KeysDialog({ opened, onClose, hasLetters, onLetters, canEdit }: Props) {
  const keys = canEdit ? [...keysTexts.keys, ...editingKeys, voicesKey] : keysTexts.keys
  const more = canEdit ? [writingKeys, reviewKeys] : []
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={keysTexts.title}
      size={canEdit ? 880 : 480}
      closeButtonProps={{ 'aria-label': keysTexts.close }}
    >
      <div className={classes.groups} data-wide={canEdit || undefined}>
        <KeyList keys={keys} />
        <div className={classes.more}>
          {more.map(({ title, keys: own }) => (
            <section key={title} aria-label={title}>
              <h3 className={classes.title}>{title}</h3>
              <KeyList keys={own} />
            </section>
          ))}
        </div>
      </div>
      <Checkbox
        mt="lg"
        label={keysTexts.letters}
        description={keysTexts.lettersHint}
        checked={hasLetters}
        onChange={({ currentTarget }) => onLetters(currentTarget.checked)}
      />
    </Modal>
  )
}

type ListProps = { keys: readonly { keys: readonly string[]; text: string }[] }

function KeyList({ keys }: ListProps) {
  return (
    <dl className={classes.keys}>
      {keys.map(({ keys: own, text }) => (
        <div key={text}>
          <dt>
            {own.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The reader's shortcuts and the dialog that lists them. */
export function useHelp({ player, sync, find, setIsNaming }: Reading) {
  const [isOpen, setIsOpen] = useState(false)
  const [hasLetters, setLetters] = useRemembered(letterKeys)
  useReadingKeys(hasLetters, (action) => {
    switch (action.name) {
      case 'toggle':
        return player?.toggle()
      case 'skip':
        return player?.skip(action.seconds)
      case 'step':
        return sync.step(action.paragraphs)
      case 'follow':
        return sync.follow()
      case 'find':
        return find.open()
      case 'names':
        return setIsNaming(true)
      case 'help':
        return setIsOpen(true)
    }
  })
  return {
    isOpen,
    open: () => setIsOpen(true),
    close: () => setIsOpen(false),
    hasLetters,
    setLetters,
  }
}
