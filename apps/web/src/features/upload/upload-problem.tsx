import { processingFailure } from '@doslovno/texts/errors.ts'
import { uploadProblems, uploadTexts } from '@doslovno/texts/upload.ts'
import { Button } from '@mantine/core'
import { CloudAlert, FileWarning } from 'lucide-react'
import type { ReactNode } from 'react'

import { fileSize } from '#lib/format/size.ts'
import { Notice } from '#ui/notice.tsx'

import { uploader } from './current.ts'
import type { Item } from './queue.ts'
import type { Step } from './step.ts'
import { TariffsButton } from './tariffs-button.tsx'

type Error = Extract<Step, { name: 'error' }>
type TooBig = Extract<Step, { name: 'fileTooBig' }>
type Props = { item: Item; canChangeTariff: boolean }

/** What went wrong with the recording or its way here, and what to do. */
export function UploadProblem({ item: { id, step }, canChangeTariff }: Props) {
  const other = (isMain: boolean) => <OtherFile isMain={isMain} onClick={() => uploader.dismiss(id)} />
  if (step.name === 'fileTooBig') {
    return (
      <Notice icon={FileWarning} tone="bad" title={uploadProblems.tooBig.title} text={tooBigText(step)}>
        {canChangeTariff && <TariffsButton />}
        {other(!canChangeTariff)}
      </Notice>
    )
  }
  if (step.name === 'notAvailableUploads')
    return <UploadsExceeded canChangeTariff={canChangeTariff}>{other(false)}</UploadsExceeded>
  if (step.name !== 'error') return null
  const isLost = step.flaw === 'upload'
  const { title, text } = textsOf(step)
  return (
    <Notice icon={isLost ? CloudAlert : FileWarning} tone="bad" title={title} text={text}>
      {isLost && (
        <>
          <Button size="md" onClick={() => uploader.retry(id)}>
            {uploadProblems.upload.retry}
          </Button>
          <Button size="md" variant="default" onClick={() => uploader.startOver(id)}>
            {uploadProblems.upload.startOver}
          </Button>
        </>
      )}
      {other(!isLost)}
      {step.flaw === 'otherFile' && (
        <Button size="md" variant="default" onClick={() => uploader.startOver(id)}>
          {uploadProblems.otherFile.asNew}
        </Button>
      )}
    </Notice>
  )
}

/** No upload is left this month. */
export function UploadsExceeded({ canChangeTariff, children }: { canChangeTariff: boolean; children?: ReactNode }) {
  return (
    <Notice icon={FileWarning} title={uploadProblems.exceeded.title} text={uploadProblems.exceeded.text}>
      {canChangeTariff && <TariffsButton />}
      {children}
    </Notice>
  )
}

function OtherFile({ isMain, onClick }: { isMain: boolean; onClick: () => void }) {
  return (
    <Button size="md" variant={isMain ? 'filled' : 'default'} onClick={onClick}>
      {uploadTexts.otherFile}
    </Button>
  )
}

function tooBigText({ fileBytes, limitBytes }: TooBig): string {
  return uploadProblems.tooBig.text(fileSize(fileBytes), fileSize(limitBytes))
}

function textsOf({ flaw, wireText }: Error): { title: string; text: string } {
  return flaw === 'media' ? processingFailure(wireText) : uploadProblems[flaw]
}
