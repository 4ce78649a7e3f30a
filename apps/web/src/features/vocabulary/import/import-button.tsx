import type { Vocabulary } from '@doslovno/contract/vocabularies.ts'
import { vocabularyImportTexts as texts } from '@doslovno/texts/vocabulary/terms.ts'
import { Button, Modal } from '@mantine/core'
import { Upload } from 'lucide-react'
import { useState } from 'react'

import { ImportForm } from './import-form.tsx'

export function ImportButton({ vocabulary: { id } }: { vocabulary: Vocabulary }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        size="compact-md"
        leftSection={<Upload size={15} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        {texts.open}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={texts.title}
        size={560}
        closeButtonProps={{ 'aria-label': texts.close }}
      >
        <ImportForm vocabularyId={id} onClose={() => setIsOpen(false)} />
      </Modal>
    </>
  )
}
