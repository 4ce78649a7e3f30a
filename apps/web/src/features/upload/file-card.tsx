import { uploadTexts } from '@doslovno/texts/upload.ts'
import { ActionIcon, Progress, Tooltip } from '@mantine/core'
import { AudioLines, X } from 'lucide-react'

import { fileSize } from '#lib/format/size.ts'
import { humanDuration } from '#lib/format/time.ts'

import { uploadLeft, uploadPercent, uploadSpeed, type UploadState } from './upload-state.ts'

import classes from './upload.module.css'

type Props = { state: Extract<UploadState, { name: 'uploading' | 'starting' | 'processing' }>; onCancel: () => void }

/** The chosen file, how much of it is sent, and the way out while it is not too late. */
export function FileCard({ state, onCancel }: Props) {
  const isUploading = state.name === 'uploading'
  return (
    <div className={classes.file}>
      <span className={classes.fileIcon} aria-hidden>
        <AudioLines size={20} />
      </span>
      <div className={classes.fileBody}>
        <b title={state.file.name}>{state.file.name}</b>
        <span className="num">{detailsOf(state)}</span>
        {isUploading && (
          <Progress
            value={uploadPercent(state)}
            size={6}
            mt={8}
            color="var(--accent)"
            aria-label={uploadTexts.progressLabel}
          />
        )}
      </div>
      {isUploading && (
        <Tooltip label={uploadTexts.cancel}>
          <ActionIcon aria-label={uploadTexts.cancel} onClick={onCancel}>
            <X size={18} />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  )
}

function detailsOf(state: Props['state']): string {
  const size = fileSize(state.file.size)
  if (state.name !== 'uploading') return `${size} · ${uploadTexts.uploaded}`
  const speed = uploadSpeed(state.marks)
  const left = uploadLeft(state)
  const parts = [
    `${uploadPercent(state)}%`,
    uploadTexts.sent(fileSize(state.sentBytes), size),
    speed !== undefined && uploadTexts.speed(fileSize(speed)),
    left !== undefined && uploadTexts.left(humanDuration(left)),
  ]
  return parts.filter(Boolean).join(' · ')
}
