import type { Script } from '@doslovno/contract/scripts.ts'
import type { Paragraph } from '@doslovno/domain/transcript/paragraphs.ts'
import { pageTitle } from '@doslovno/texts/brand.ts'
import { filePageTexts } from '@doslovno/texts/file-page.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, CalendarDays, Clock3, Copy, HardDrive } from 'lucide-react'
import { useState } from 'react'

import { dayLabel } from '#lib/format/day.ts'
import { titleOf } from '#lib/format/file-name.ts'
import { fileSize } from '#lib/format/size.ts'
import { clock } from '#lib/format/time.ts'
import { showToast } from '#ui/toast.ts'

import classes from './transcript.module.css'

type Props = { script: Script; paragraphs: readonly Paragraph[] }

/** What file this is, and what can be done with its text. */
export function FileHead({ script, paragraphs }: Props) {
  const [now] = useState(() => new Date())
  const title = titleOf(script.fileName)
  return (
    <header className={classes.head}>
      <title>{pageTitle(title)}</title>
      {script.canEdit && (
        <Link to="/" className={`${classes.back} no-print`}>
          <ArrowLeft size={16} aria-hidden /> {filePageTexts.back}
        </Link>
      )}
      <h1 className={classes.title}>{title}</h1>
      <div className={`${classes.meta} num`}>
        <span>
          <CalendarDays size={16} aria-hidden /> {dayLabel(script.uploadAt, now)}
        </span>
        {script.duration !== null && (
          <span>
            <Clock3 size={16} aria-hidden /> {clock(script.duration)}
          </span>
        )}
        <span>
          <HardDrive size={16} aria-hidden /> {fileSize(script.fileSize)}
        </span>
      </div>
      {paragraphs.length > 0 && <CopyText paragraphs={paragraphs} />}
    </header>
  )
}

function CopyText({ paragraphs }: { paragraphs: readonly Paragraph[] }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(paragraphs.map(({ text }) => text).join('\n\n'))
      showToast(filePageTexts.copied)
    } catch {
      showToast(filePageTexts.copyFailed)
    }
  }
  return (
    <Button
      variant="default"
      className={`${classes.copy} no-print`}
      leftSection={<Copy size={16} aria-hidden />}
      onClick={() => void copy()}
    >
      {filePageTexts.copy}
    </Button>
  )
}
