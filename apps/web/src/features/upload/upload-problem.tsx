import { uploadTexts } from '@doslovno/texts/upload.ts'
import { Button } from '@mantine/core'
import { CloudAlert, FileWarning } from 'lucide-react'

import { fileSize } from '#lib/format/size.ts'
import { Notice } from '#ui/notice.tsx'

import { uploader } from './current.ts'
import type { UploadState } from './upload-state.ts'

type Props = { state: Extract<UploadState, { name: 'fileTooBig' | 'fileEmpty' | 'failed' }> }

/** What went wrong with the file or its way here, and what to do. */
export function UploadProblem({ state }: Props) {
  if (state.name === 'failed') return <Failed state={state} />
  const { title, text } =
    state.name === 'fileTooBig'
      ? {
          title: uploadTexts.tooBig.title,
          text: uploadTexts.tooBig.text(fileSize(state.file.size), fileSize(state.limitBytes)),
        }
      : uploadTexts.empty
  return (
    <Notice icon={FileWarning} tone="bad" title={title} text={text}>
      <Button size="md" onClick={uploader.reset}>
        {uploadTexts.otherFile}
      </Button>
    </Notice>
  )
}

function Failed({ state }: { state: Extract<UploadState, { name: 'failed' }> }) {
  return (
    <Notice icon={CloudAlert} tone="bad" title={uploadTexts.failed.title} text={uploadTexts.failed[state.reason]}>
      <Button size="md" onClick={uploader.retry}>
        {state.scriptId ? uploadTexts.retryStart : uploadTexts.retry}
      </Button>
      <Button size="md" variant="default" onClick={uploader.reset}>
        {uploadTexts.otherFile}
      </Button>
    </Notice>
  )
}
