import { processingFailure } from '@doslovno/texts/errors.ts'
import { uploadProblems, uploadTexts } from '@doslovno/texts/upload.ts'
import { Button, type ButtonProps } from '@mantine/core'
import { useRouterState } from '@tanstack/react-router'
import { CloudAlert, FileWarning } from 'lucide-react'
import type { ReactNode } from 'react'

import { uploader } from '#features/upload/queue/current.ts'
import type { Item } from '#features/upload/queue/queue.ts'
import type { Step } from '#features/upload/sending/step.ts'
import { fileSize } from '#lib/format/size.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Notice } from '#ui/notice.tsx'

type Error = Extract<Step, { name: 'error' }>
type TooBig = Extract<Step, { name: 'fileTooBig' }>
type Props = { item: Item; canChangeTariff: boolean }

/** Explains a failed upload and offers the next step. */
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

function textsOf({ flaw, code }: Error): { title: string; text: string } {
  return flaw === 'media' ? processingFailure(code) : uploadProblems[flaw]
}

/** Leads to the tariffs, and back to this page after the payment. */
function TariffsButton(props: ButtonProps) {
  const from = useRouterState({ select: ({ location }) => location.pathname })
  return (
    <LinkButton size="md" {...props} to="/tariffs" search={{ from }}>
      {uploadTexts.chooseTariff}
    </LinkButton>
  )
}
