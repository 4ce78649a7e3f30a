import { pageTitle } from '@doslovno/texts/brand.ts'
import { linkTexts, optionTexts, uploadTexts } from '@doslovno/texts/upload.ts'
import { useQueryClient } from '@tanstack/react-query'

import { uploader } from '#features/upload/current.ts'
import { FileCard } from '#features/upload/file-card.tsx'
import { OptionsPanel } from '#features/upload/options-panel.tsx'
import { isComplete } from '#features/upload/options.ts'
import type { Item, Queue } from '#features/upload/queue.ts'
import { UPLOADS_KEY } from '#lib/queries/uploads.ts'
import { ProgressNews } from '#ui/progress-news.tsx'

import classes from './pages.module.css'

type Props = { queue: Queue; leader: Item }

/** The second step: the options, open while the recording is still on its way. */
export function LeaderOptions({ queue, leader }: Props) {
  const queries = useQueryClient()
  const { step, source } = leader
  const texts = source.kind === 'url' ? linkTexts : uploadTexts
  const percent = step.name === 'uploading' && step.phase !== 'inspecting' ? step.percent : undefined
  const cancel = async () => {
    await uploader.cancel(leader.id)
    await queries.invalidateQueries({ queryKey: UPLOADS_KEY })
  }
  return (
    <>
      <title>{pageTitle(percent === undefined ? uploadTexts.pageTitle : texts.tabTitle(percent))}</title>
      <h1>{uploadTexts.pageTitle}</h1>
      <FileCard item={leader} onCancel={() => void cancel()} />
      <ProgressNews percent={percent ?? 100} text={texts.announce} />
      <OptionsPanel
        options={queue.options}
        onChange={(change) => uploader.setOptions(change)}
        onStart={() => uploader.start()}
        next={nextText(queue, leader)}
      />
      {source.kind === 'url' && step.name === 'uploading' && (
        <p className={classes.quiet}>{linkTexts.downloadingHint}</p>
      )}
      {step.name === 'readyToProcess' && (
        <p className={classes.quiet}>
          {uploadTexts.laterHint}{' '}
          <button type="button" className={classes.textButton} onClick={() => uploader.dismiss(leader.id)}>
            {uploadTexts.later}
          </button>
        </p>
      )}
    </>
  )
}

function nextText({ options, isHeld, isWanted }: Queue, { step }: Item): string {
  const { next } = optionTexts
  if (isWanted) return next.wanted
  if (!isComplete(options)) return next.chooseType
  if (isHeld) return next.held
  return step.name === 'readyToProcess' ? next.soon : next.afterUpload
}
