import { vocabularyImportTexts as texts } from '@doslovno/texts/vocabulary/terms.ts'
import { Modal } from '@mantine/core'

import { ImportForm } from './import-form.tsx'

type Props = { vocabularyId: string; opened: boolean; initialText?: string | undefined; onClose: () => void }

export function ImportDialog({ vocabularyId, opened, initialText, onClose }: Props) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.title}
      size={560}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <ImportForm vocabularyId={vocabularyId} initialText={initialText} onClose={onClose} />
    </Modal>
  )
}
