import { pageTitle } from '@doslovno/texts/brand.ts'
import { uploadTexts } from '@doslovno/texts/upload.ts'
import { Button } from '@mantine/core'

import { Countdown } from '#features/upload/countdown.tsx'
import { uploader } from '#features/upload/current.ts'
import { FileCard } from '#features/upload/file-card.tsx'
import type { Page } from '#features/upload/page.ts'
import type { Item, Queue } from '#features/upload/queue.ts'
import { ShortOfMinutes } from '#features/upload/short-of-minutes.tsx'
import { UploadProblem } from '#features/upload/upload-problem.tsx'
import { useSession } from '#lib/session/current.ts'

import { LeaderOptions } from './leader-options.tsx'
import { LeaderFailed, LeaderProcessing } from './leader-processing.tsx'

type Props = { queue: Queue; leader: Item }

/** The recording on the page, wherever it is on its way. */
export function LeaderView({ queue, leader }: Props) {
  const { page } = queue
  switch (page.name) {
    case 'uploading':
      return <LeaderStep queue={queue} leader={leader} />
    case 'prepareProcess':
      return (
        <>
          <title>{pageTitle(uploadTexts.pageTitle)}</title>
          <FileCard item={leader} />
          <Countdown secondsLeft={page.secondsLeft} onCancel={uploader.holdBack} onStart={() => uploader.start()} />
        </>
      )
    case 'processing':
    case 'complete':
      return <LeaderProcessing leader={leader} isStarted={page.name === 'complete' || page.isStarted} />
    case 'error':
      return <LeaderFailed leader={leader} wireText={page.wireText} />
    case 'uploadsLimitExceeded':
      return null
  }
}

/** What the focus moves along: the steps as people see them. */
export function viewOf(page: Page, { step }: Item): string {
  if (page.name === 'complete') return 'processing'
  if (page.name !== 'uploading') return page.name
  return step.name === 'uploading' || step.name === 'readyToProcess' ? 'options' : step.name
}

function LeaderStep({ queue, leader }: Props) {
  const { user } = useSession()
  const canChangeTariff = user?.canChangeTariff ?? false
  const { step } = leader
  if (step.name === 'uploading' || step.name === 'readyToProcess')
    return <LeaderOptions queue={queue} leader={leader} />
  return (
    <>
      <title>{pageTitle(uploadTexts.pageTitle)}</title>
      <FileCard item={leader} />
      {step.name === 'notEnoughMinutes' ? (
        <ShortOfMinutes
          availableMinutes={step.availableMinutes}
          canBuy={canChangeTariff}
          onForce={() => uploader.start(true)}
        >
          <Button size="md" variant="default" onClick={() => uploader.dismiss(leader.id)}>
            {uploadTexts.otherFile}
          </Button>
        </ShortOfMinutes>
      ) : (
        <UploadProblem item={leader} canChangeTariff={canChangeTariff} />
      )}
    </>
  )
}
