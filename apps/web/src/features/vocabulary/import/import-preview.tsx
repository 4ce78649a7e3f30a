import type { Reply } from '@doslovno/contract/endpoint.ts'
import type { ImportLine, importTerms } from '@doslovno/contract/vocabulary.ts'
import { vocabularyImportTexts } from '@doslovno/texts/vocabulary/terms.ts'
import { Button, ScrollArea } from '@mantine/core'
import { useEffect, useRef } from 'react'

import classes from '#features/vocabulary/vocabulary.module.css'

const texts = vocabularyImportTexts.preview
/** More would only be scrolled past. */
const MOST_SHOWN = 50
/** Lines that need a look come first. */
const ORDER = ['refused', 'added', 'exists'] as const

type Props = {
  preview: Reply<typeof importTerms>
  isAdding: boolean
  hasFailed: boolean
  onBack: () => void
  onConfirm: () => void
}

export function ImportPreview({ preview, isAdding, hasFailed, onBack, onConfirm }: Props) {
  const summary = useRef<HTMLParagraphElement>(null)
  useEffect(() => summary.current?.focus(), [])
  return (
    <div className={classes.form}>
      <p ref={summary} className={classes.summary} tabIndex={-1}>
        {summaryOf(preview)}
      </p>
      <ScrollArea.Autosize
        className={classes.preview}
        mah="min(46vh, 420px)"
        // A scroll area must be reached by keyboard.
        viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': texts.title }}
      >
        {ORDER.map((status) => (
          <Lines key={status} status={status} lines={preview.lines.filter((line) => line.status === status)} />
        ))}
      </ScrollArea.Autosize>
      {hasFailed && (
        <p className={classes.problem} role="alert">
          {vocabularyImportTexts.failed}
        </p>
      )}
      <div className={classes.formActions}>
        <Button variant="default" onClick={onBack}>
          {vocabularyImportTexts.back}
        </Button>
        {preview.added > 0 && (
          <Button loading={isAdding} onClick={onConfirm}>
            {vocabularyImportTexts.confirm(preview.added)}
          </Button>
        )}
      </div>
    </div>
  )
}

function summaryOf({ added, exists, refused }: Props['preview']): string {
  const others = [exists > 0 ? texts.exists(exists) : '', refused > 0 ? texts.refused(refused) : '']
  return [added > 0 ? texts.added(added) : texts.nothing, ...others].filter(Boolean).join(' · ')
}

type LinesProps = { status: (typeof ORDER)[number]; lines: readonly ImportLine[] }

function Lines({ status, lines }: LinesProps) {
  if (lines.length === 0) return null
  const hidden = lines.length - MOST_SHOWN
  return (
    <section aria-label={texts.titles[status]} data-status={status}>
      <h3>{texts.titles[status]}</h3>
      <ul>
        {lines.slice(0, MOST_SHOWN).map(({ line, text, saidAs, reason }) => (
          <li key={line}>
            <b>{text}</b> {saidAs.length > 0 && <span>{saidAs.join(', ')}</span>}
            {reason && (
              <small>
                {texts.line(line)}: {texts.reason(reason)}
              </small>
            )}
          </li>
        ))}
      </ul>
      {hidden > 0 && <p>{texts.others(hidden)}</p>}
    </section>
  )
}
