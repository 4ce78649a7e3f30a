import { linkTexts, uploadTexts } from '@doslovno/texts/upload.ts'
import { ActionIcon, Progress, Tooltip } from '@mantine/core'
import { AudioLines, Clapperboard, Link2, X } from 'lucide-react'

import type { Item } from '#features/upload/queue/queue.ts'
import { nameOf, type Source } from '#features/upload/queue/source.ts'
import { isKept, isSending } from '#features/upload/sending/step.ts'

import { detailsOf } from './item-details.ts'

import classes from '#features/upload/upload.module.css'

type Props = {
  item: Item
  onCancel?: () => void
  /** Deletes a recording that has arrived. */
  onRemove?: (() => void) | undefined
}

/** A recording with its progress, and a button to cancel or delete it. */
export function FileCard({ item, onCancel, onRemove }: Props) {
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
      {onCancel && isSending(step) && <Cross label={uploadTexts.cancel} onClick={onCancel} />}
      {onRemove && isKept(step) && <Cross label={uploadTexts.remove} onClick={onRemove} />}
    </div>
  )
}

function Cross({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={onClick}>
        <X size={18} />
      </ActionIcon>
    </Tooltip>
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
