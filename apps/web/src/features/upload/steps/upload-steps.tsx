import { pageTitle } from '@doslovno/texts/brand.ts'
import { uploadTexts } from '@doslovno/texts/upload.ts'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'

import { FileCard } from '#features/upload/cards/file-card.tsx'
import { uploader } from '#features/upload/queue/current.ts'
import type { Page } from '#features/upload/queue/page.ts'
import type { Item, Queue } from '#features/upload/queue/queue.ts'
import { useUser } from '#lib/queries/account.ts'

import { Countdown } from './countdown.tsx'
import { OptionsStep } from './options-step.tsx'
import { ProcessingFailed } from './processing-failed.tsx'
import { ShortOfMinutes } from './short-of-minutes.tsx'
import { UploadProblem } from './upload-problem.tsx'

type Props = {
  queue: Queue
  primary: Item
  /** The page's own step for the processing. */
  processing: (isStarted: boolean) => ReactNode
  /** Deletes the recording that has arrived. */
  onRemove: () => void
}

/** The current step of the primary recording. */
export function UploadSteps({ queue, primary, processing, onRemove }: Props) {
  const { page } = queue
  switch (page.name) {
    case 'uploading':
      return <UploadingStep queue={queue} primary={primary} onRemove={onRemove} />
    case 'prepareProcess':
      return (
        <>
          <title>{pageTitle(uploadTexts.pageTitle)}</title>
          <FileCard item={primary} />
          <Countdown
            secondsLeft={page.secondsLeft}
            onCancel={uploader.cancelCountdown}
            onStart={() => uploader.start()}
          />
        </>
      )
    case 'processing':
    case 'complete':
      return processing(page.name === 'complete' || page.isStarted)
    case 'error':
      return <ProcessingFailed primary={primary} code={page.code} />
    case 'uploadsLimitExceeded':
      return null
  }
}

/** A key that changes with the step on screen; the focus follows it. */
export function stepShown(page: Page, { step }: Item): string {
  if (page.name === 'complete') return 'processing'
  if (page.name !== 'uploading') return page.name
  return step.name === 'uploading' || step.name === 'readyToProcess' ? 'options' : step.name
}

function UploadingStep({ queue, primary, onRemove }: Omit<Props, 'processing'>) {
  const user = useUser()
  const canChangeTariff = user?.canChangeTariff ?? false
  const { step } = primary
  if (step.name === 'uploading' || step.name === 'readyToProcess')
    return <OptionsStep queue={queue} primary={primary} onRemove={onRemove} />
  return (
    <>
      <title>{pageTitle(uploadTexts.pageTitle)}</title>
      <FileCard item={primary} onRemove={onRemove} />
      {step.name === 'notEnoughMinutes' ? (
        <ShortOfMinutes
          availableMinutes={step.availableMinutes}
          canBuy={canChangeTariff}
          onForce={() => uploader.start(true)}
        >
          <Button size="md" variant="default" onClick={() => uploader.dismiss(primary.id)}>
            {uploadTexts.otherFile}
          </Button>
        </ShortOfMinutes>
      ) : (
        <UploadProblem item={primary} canChangeTariff={canChangeTariff} />
      )}
    </>
  )
}
