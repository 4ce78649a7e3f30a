import type { ErrorCode } from '@doslovno/domain/errors.ts'
import { pageTitle } from '@doslovno/texts/brand.ts'
import { processingFailure } from '@doslovno/texts/errors.ts'
import { processingTexts } from '@doslovno/texts/processing.ts'
import { uploadTexts } from '@doslovno/texts/upload.ts'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { FileWarning } from 'lucide-react'

import { FileCard } from '#features/upload/cards/file-card.tsx'
import { uploader } from '#features/upload/queue/current.ts'
import type { Item } from '#features/upload/queue/queue.ts'
import { isKept } from '#features/upload/sending/step.ts'
import { scriptStatusQuery } from '#lib/queries/scripts.ts'
import { Notice } from '#ui/notice.tsx'

type Props = { primary: Item; code: ErrorCode | undefined }

export function ProcessingFailed({ primary, code }: Props) {
  const queries = useQueryClient()
  const { title, text } = processingFailure(code)
  const retry = () => {
    // A cached result of the failed run would be taken for the result of the next one.
    if (isKept(primary.step)) queries.removeQueries({ queryKey: scriptStatusQuery(primary.step.script.id).queryKey })
    uploader.retryProcessing()
  }
  return (
    <>
      <title>{pageTitle(uploadTexts.pageTitle)}</title>
      <FileCard item={primary} />
      <Notice icon={FileWarning} tone="bad" title={title} text={text}>
        <Button size="md" onClick={retry}>
          {processingTexts.again}
        </Button>
        <Button size="md" variant="default" onClick={() => uploader.dismiss(primary.id)}>
          {uploadTexts.otherFile}
        </Button>
      </Notice>
    </>
  )
}
