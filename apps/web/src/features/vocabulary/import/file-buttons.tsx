import type { Vocabulary } from '@doslovno/contract/vocabularies.ts'
import { exportTerms } from '@doslovno/contract/vocabulary.ts'
import { vocabularyImportTexts as texts } from '@doslovno/texts/vocabulary/terms.ts'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Download, Upload } from 'lucide-react'
import { useState } from 'react'

import { call } from '#lib/api/current.ts'
import { saveFile } from '#lib/download/save-file.ts'
import { BusyButton } from '#ui/busy-button.tsx'
import { showToast } from '#ui/toast.ts'

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

/** Without it spreadsheets take UTF-8 for something else. */
const MARK = '\uFEFF'

export function ExportButton({ vocabulary: { id, name } }: { vocabulary: Vocabulary }) {
  const save = useMutation({
    mutationFn: () => call(exportTerms, { query: { vocabularyId: id } }),
    onSuccess: ({ content }) =>
      saveFile({ name: texts.fileName(name), mediaType: 'text/csv', content: MARK + content }),
    onError: () => showToast(texts.failed),
  })
  return (
    <BusyButton
      variant="default"
      size="compact-md"
      leftSection={<Download size={15} aria-hidden />}
      isBusy={save.isPending}
      onClick={() => save.mutate()}
    >
      {texts.export}
    </BusyButton>
  )
}
