import { replaceTexts } from '@doslovno/texts/editing.ts'
import { applyTexts } from '@doslovno/texts/marks.ts'
import { Modal } from '@mantine/core'

import { Preview } from '#features/editing/replace/preview.tsx'

import type { TermMatch, useApply } from './use-apply.ts'

type Props = Pick<ReturnType<typeof useApply>, 'matches' | 'apply' | 'close'>

const isCertain = ({ term }: TermMatch) => !term.isQuestion

/** Every place where the vocabulary would change the text; doubtful ones are left to the user. */
export function ApplyDialog({ matches, apply, close }: Props) {
  return (
    <Modal
      opened={matches !== undefined}
      onClose={close}
      title={applyTexts.title}
      size={680}
      closeButtonProps={{ 'aria-label': replaceTexts.close }}
    >
      {matches && <Preview places={matches} isChosen={isCertain} onReplace={apply} />}
    </Modal>
  )
}
