import { othersTexts, uploadTexts } from '@doslovno/texts/upload.ts'
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'

import { uploader } from '#features/upload/queue/current.ts'
import type { Item } from '#features/upload/queue/queue.ts'
import { nameOf } from '#features/upload/queue/source.ts'
import { isKept, isSending } from '#features/upload/sending/step.ts'

import { ItemProgress, SourceIcon } from './file-card.tsx'
import { statusOf, detailsOf, problemOf } from './item-details.ts'

import classes from '#features/upload/upload.module.css'

type Props = {
  items: readonly Item[]
  /** Below a primary recording they share its options; otherwise each has its own. */
  isBelowPrimary: boolean
}

/** Recordings that upload beside the primary one, each with its state. */
export function OtherFiles({ items, isBelowPrimary }: Props) {
  if (items.length === 0) return null
  return (
    <section className={classes.others} aria-labelledby="other-files">
      <h2 id="other-files">{isBelowPrimary ? othersTexts.title : othersTexts.background}</h2>
      {isBelowPrimary && <p>{othersTexts.sameOptions}</p>}
      <ul>
        {items.map((item) => (
          <OtherFile key={item.id} item={item} />
        ))}
      </ul>
    </section>
  )
}

function OtherFile({ item }: { item: Item }) {
  const { source, step } = item
  const problem = problemOf(step)
  return (
    <li className={classes.other}>
      <SourceIcon source={source} />
      <div className={classes.fileBody}>
        <b title={nameOf(source)}>{nameOf(source)}</b>
        <span className="num" data-bad={problem ? true : undefined}>
          {problem ?? (isKept(step) ? statusOf(item) : detailsOf(item))}
        </span>
        {step.name === 'uploading' && <ItemProgress item={item} percent={step.percent} />}
      </div>
      <Actions item={item} />
    </li>
  )
}

function Actions({ item: { id, source, step } }: { item: Item }) {
  const script = isKept(step) ? step.script : step.name === 'error' ? step.script : undefined
  const canRetry = step.name === 'error' && step.flaw === 'upload'
  const sending = isSending(step)
  const label = sending ? uploadTexts.cancelOf(nameOf(source)) : othersTexts.removeOf(nameOf(source))
  return (
    <div className={classes.otherActions}>
      {script && (
        <Button
          variant="default"
          size="xs"
          renderRoot={(props) => <Link to="/files/$scriptId" params={{ scriptId: script.id }} {...props} />}
        >
          {othersTexts.open}
        </Button>
      )}
      {canRetry && (
        <Button variant="default" size="xs" onClick={() => uploader.retry(id)}>
          {othersTexts.retry}
        </Button>
      )}
      <Tooltip label={sending ? uploadTexts.cancel : othersTexts.remove}>
        <ActionIcon aria-label={label} onClick={() => (sending ? void uploader.cancel(id) : uploader.dismiss(id))}>
          <X size={17} />
        </ActionIcon>
      </Tooltip>
    </div>
  )
}
