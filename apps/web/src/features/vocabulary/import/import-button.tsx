import type { Vocabulary } from '@doslovno/contract/vocabularies.ts'
import { vocabularyImportTexts as texts } from '@doslovno/texts/vocabulary/terms.ts'
import { Button } from '@mantine/core'
import { Upload } from 'lucide-react'
import { useState } from 'react'

import { ImportDialog } from './import-dialog.tsx'

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
      <ImportDialog vocabularyId={id} opened={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}
