import type { ErrorCode } from '@doslovno/domain/errors.ts'
import { pageTitle } from '@doslovno/texts/brand.ts'
import { processingFailure } from '@doslovno/texts/errors.ts'
import { processingTexts } from '@doslovno/texts/processing.ts'
import { uploadTexts, countdownTexts, linkTexts, optionTexts } from '@doslovno/texts/upload.ts'
import { Button, RingProgress } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { FileWarning } from 'lucide-react'
import type { ReactNode } from 'react'

import { FileCard } from '#features/upload/cards/file-card.tsx'
import { OptionsPanel } from '#features/upload/options/options-panel.tsx'
import { isComplete } from '#features/upload/options/options.ts'
import { uploader } from '#features/upload/queue/current.ts'
import type { Page } from '#features/upload/queue/page.ts'
import { type Item, itemsOf, type Queue } from '#features/upload/queue/queue.ts'
import { isKept } from '#features/upload/sending/step.ts'
import { StartCost } from '#features/upload/start/start-cost.tsx'
import { useUser } from '#lib/queries/account.ts'
import { scriptStatusQuery } from '#lib/queries/scripts.ts'
import { UPLOADS_KEY } from '#lib/queries/uploads.ts'
import { Notice } from '#ui/notice.tsx'
import { ProgressAnnouncement } from '#ui/progress-announcement.tsx'

import { ShortOfMinutes } from './short-of-minutes.tsx'
import { UploadProblem } from './upload-problem.tsx'

import classes from '#features/upload/upload.module.css'

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

type ProcessingFailedProps = { primary: Item; code: ErrorCode | undefined }

function ProcessingFailed({ primary, code }: ProcessingFailedProps) {
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

const WHOLE_SECONDS = 5

type CountdownProps = { secondsLeft: number; onCancel: () => void; onStart: () => void }

/** The last chance to cancel an automatic start. */
function Countdown({ secondsLeft, onCancel, onStart }: CountdownProps) {
  return (
    <div className={classes.countdown}>
      <RingProgress
        size={168}
        thickness={10}
        roundCaps
        sections={[{ value: (secondsLeft / WHOLE_SECONDS) * 100, color: 'var(--accent)' }]}
        rootColor="var(--line)"
        transitionDuration={400}
        label={<span className={`${classes.seconds} num`}>{secondsLeft}</span>}
        aria-hidden
      />
      <h1>{countdownTexts.title}</h1>
      <p aria-hidden className="num">
        {countdownTexts.text(secondsLeft)}
      </p>
      {/* Announced once: a screen reader must not count along. */}
      <span className="visually-hidden" role="status">
        {countdownTexts.text(WHOLE_SECONDS)}
      </span>
      <div className={classes.buttons}>
        <Button size="md" onClick={onStart}>
          {countdownTexts.now}
        </Button>
        <Button size="md" variant="default" onClick={onCancel}>
          {countdownTexts.cancel}
        </Button>
      </div>
    </div>
  )
}

type OptionsStepProps = { queue: Queue; primary: Item; onRemove: () => void }

/** The second step: the options, shown while the file is still being sent. */
function OptionsStep({ queue, primary, onRemove }: OptionsStepProps) {
  const queries = useQueryClient()
  const { step, source } = primary
  const texts = source.kind === 'url' ? linkTexts : uploadTexts
  const percent = step.name === 'uploading' && step.phase !== 'inspecting' ? step.percent : undefined
  const cancel = async () => {
    await uploader.cancel(primary.id)
    await queries.invalidateQueries({ queryKey: UPLOADS_KEY })
  }
  return (
    <>
      <title>{pageTitle(percent === undefined ? uploadTexts.pageTitle : texts.tabTitle(percent))}</title>
      <h1>{uploadTexts.pageTitle}</h1>
      <FileCard item={primary} onCancel={() => void cancel()} onRemove={onRemove} />
      <ProgressAnnouncement percent={percent ?? 100} text={texts.announce} />
      <OptionsPanel
        options={queue.options}
        onChange={(change) => uploader.setOptions(change)}
        onStart={() => uploader.start()}
        next={nextText(queue, primary)}
        cost={<StartCost seconds={secondsToStart(queue)} />}
      />
      {source.kind === 'url' && step.name === 'uploading' && (
        <p className={classes.quiet}>{linkTexts.downloadingHint}</p>
      )}
      {step.name === 'readyToProcess' && (
        <p className={classes.quiet}>
          {uploadTexts.laterHint}{' '}
          <button type="button" className="text-button" onClick={() => uploader.dismiss(primary.id)}>
            {uploadTexts.later}
          </button>
        </p>
      )}
    </>
  )
}

/** The length of everything that the start begins; undefined until all of it has arrived. */
function secondsToStart(queue: Queue): number | undefined {
  const waiting = itemsOf(queue).filter(({ isStarted }) => !isStarted)
  const seconds = waiting.map(({ step }) => (isKept(step) ? step.script.durationSeconds : null))
  return seconds.includes(null) ? undefined : seconds.reduce<number>((sum, each) => sum + (each ?? 0), 0)
}

function nextText({ options, isHeld, isStartRequested }: Queue, { step }: Item): string {
  const { next } = optionTexts
  if (isStartRequested) return next.wanted
  if (!isComplete(options)) return next.chooseType
  if (isHeld) return next.held
  return step.name === 'readyToProcess' ? next.soon : next.afterUpload
}
