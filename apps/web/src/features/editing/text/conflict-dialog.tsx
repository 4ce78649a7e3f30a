import { conflictTexts } from '@doslovno/texts/editing.ts'
import { Button, Modal } from '@mantine/core'

import type { Editor } from './editor.ts'
import { type Choice, textOf } from './resolution.ts'
import { useEditorState } from './use-editor.ts'

import classes from '#features/editing/editing.module.css'

/** Two tabs edited the same sentence: the user chooses, and nothing is lost until then. */
export function ConflictDialog({ editor }: { editor: Editor }) {
  const conflict = useEditorState(editor, (state) => state.conflict)
  const choose = (choice: Choice) => () => editor.resolve(choice)
  return (
    <Modal
      opened={conflict !== undefined}
      onClose={() => {}}
      title={conflictTexts.title}
      size={640}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <p className={classes.lead}>{conflictTexts.text}</p>
      <div className={classes.versions}>
        <Version title={conflictTexts.mine} text={textOf(conflict?.mine ?? [])} />
        <Version title={conflictTexts.theirs} text={textOf(conflict?.theirs ?? [])} />
      </div>
      <div className={classes.actions}>
        <Button variant="default" onClick={choose('both')}>
          {conflictTexts.keepBoth}
        </Button>
        <Button variant="default" onClick={choose('theirs')}>
          {conflictTexts.takeTheirs}
        </Button>
        <Button data-autofocus onClick={choose('mine')}>
          {conflictTexts.keepMine}
        </Button>
      </div>
    </Modal>
  )
}

function Version({ title, text }: { title: string; text: string }) {
  return (
    <section className={classes.version}>
      <h3>{title}</h3>
      <p>{text === '' ? <em>{conflictTexts.removed}</em> : text}</p>
    </section>
  )
}
