import { othersTexts, uploadTexts } from '@doslovno/texts/upload.ts'
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'

import { uploader } from './current.ts'
import { ItemProgress, SourceIcon } from './file-card.tsx'
import { courseOf, detailsOf, problemOf } from './item-details.ts'
import type { Item } from './queue.ts'
import { nameOf } from './source.ts'
import { isKept, isSending } from './step.ts'

import classes from './upload.module.css'

type Props = {
  items: readonly Item[]
  /** Behind a recording on the page they share its options; alone they have theirs. */
  isBehindLeader: boolean
}

/** Recordings that go the same way as the one on the page, each with its state. */
export function OtherFiles({ items, isBehindLeader }: Props) {
  if (items.length === 0) return null
  return (
    <section className={classes.others} aria-labelledby="other-files">
      <h2 id="other-files">{isBehindLeader ? othersTexts.title : othersTexts.background}</h2>
      {isBehindLeader && <p>{othersTexts.sameOptions}</p>}
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
          {problem ?? (isKept(step) ? courseOf(item) : detailsOf(item))}
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
