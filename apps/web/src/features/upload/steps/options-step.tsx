import { pageTitle } from '@doslovno/texts/brand.ts'
import { linkTexts, optionTexts, uploadTexts } from '@doslovno/texts/upload.ts'
import { useQueryClient } from '@tanstack/react-query'

import { FileCard } from '#features/upload/cards/file-card.tsx'
import { OptionsPanel } from '#features/upload/options/options-panel.tsx'
import { isComplete } from '#features/upload/options/options.ts'
import { uploader } from '#features/upload/queue/current.ts'
import { type Item, itemsOf, type Queue } from '#features/upload/queue/queue.ts'
import { isKept } from '#features/upload/sending/step.ts'
import { StartCost } from '#features/upload/start/start-cost.tsx'
import { UPLOADS_KEY } from '#lib/queries/uploads.ts'
import { ProgressAnnouncement } from '#ui/progress-announcement.tsx'

import classes from '#features/upload/upload.module.css'

type Props = { queue: Queue; primary: Item; onRemove: () => void }

/** The second step: the options, shown while the file is still being sent. */
export function OptionsStep({ queue, primary, onRemove }: Props) {
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
          <button type="button" className={classes.textButton} onClick={() => uploader.dismiss(primary.id)}>
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
