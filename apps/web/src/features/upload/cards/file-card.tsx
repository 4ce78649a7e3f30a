import { linkTexts, uploadTexts } from '@doslovno/texts/upload.ts'
import { ActionIcon, Progress, Tooltip } from '@mantine/core'
import { AudioLines, Clapperboard, Link2, X } from 'lucide-react'

import type { Item } from '#features/upload/queue/queue.ts'
import { nameOf, type Source } from '#features/upload/queue/source.ts'
import { isSending } from '#features/upload/sending/step.ts'

import { detailsOf } from './item-details.ts'

import classes from '#features/upload/upload.module.css'

type Props = { item: Item; onCancel?: () => void }

/** A recording with its progress, and a cancel button while it can be cancelled. */
export function FileCard({ item, onCancel }: Props) {
  const { source, step } = item
  const isLost = step.name === 'uploading' && step.phase === 'waiting'
  return (
    <div className={classes.file}>
      <SourceIcon source={source} />
      <div className={classes.fileBody}>
        <b title={nameOf(source)}>{nameOf(source)}</b>
        <span className="num" data-lost={isLost || undefined} role={isLost ? 'status' : undefined}>
          {detailsOf(item)}
        </span>
        {step.name === 'uploading' && <ItemProgress item={item} percent={step.percent} />}
      </div>
      {onCancel && isSending(step) && (
        <Tooltip label={uploadTexts.cancel}>
          <ActionIcon aria-label={uploadTexts.cancel} onClick={onCancel}>
            <X size={18} />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  )
}

export function ItemProgress({ item, percent }: { item: Item; percent: number }) {
  const label = item.source.kind === 'url' ? linkTexts.progressLabel : uploadTexts.progressLabel
  return <Progress value={percent} size={6} mt={8} color="var(--accent)" aria-label={label} />
}

const ICONS = { audio: AudioLines, video: Clapperboard, url: Link2 }

export function SourceIcon({ source }: { source: Source }) {
  const Icon = ICONS[lookOf(source)]
  return (
    <span className={classes.fileIcon} aria-hidden>
      <Icon size={20} />
    </span>
  )
}

function lookOf(source: Source): keyof typeof ICONS {
  if (source.kind === 'url') return 'url'
  return source.type.startsWith('video/') ? 'video' : 'audio'
}
