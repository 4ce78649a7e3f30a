import type { Vocabulary } from '@doslovno/contract/vocabularies.ts'
import { exportTerms } from '@doslovno/contract/vocabulary.ts'
import { vocabularyImportTexts as texts } from '@doslovno/texts/vocabulary/terms.ts'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'

import { call } from '#lib/api/current.ts'
import { saveFile } from '#lib/download/save-file.ts'
import { BusyButton } from '#ui/busy-button.tsx'
import { showToast } from '#ui/toast.ts'

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
