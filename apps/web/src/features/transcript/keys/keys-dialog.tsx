import { editingKeys } from '@doslovno/texts/editing.ts'
import { keysTexts } from '@doslovno/texts/file-page.ts'
import { Checkbox, Modal } from '@mantine/core'

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
  const keys = canEdit ? [...keysTexts.keys, ...editingKeys] : keysTexts.keys
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={keysTexts.title}
      size={480}
      closeButtonProps={{ 'aria-label': keysTexts.close }}
    >
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
