import { summaryPanelTexts } from '@doslovno/texts/summaries/summary-panel.ts'
import { ActionIcon, Button, Skeleton, Tooltip } from '@mantine/core'
import { CircleAlert, Copy } from 'lucide-react'
import type { ReactNode } from 'react'

import { copyText } from '#lib/clipboard/copy-text.ts'

import classes from './summaries.module.css'

type EmptyProps = { title: string; text?: string | undefined; isBad?: boolean; children?: ReactNode }

/** Fills a tab that has nothing else to show: the reason, and the next step. */
export function Empty({ title, text, isBad = false, children }: EmptyProps) {
  return (
    <div className={classes.empty}>
      <p className={classes.emptyTitle} {...(isBad && { role: 'alert', 'data-bad': true })}>
        {isBad && <CircleAlert size={17} aria-hidden />}
        {title}
      </p>
      {text && <p>{text}</p>}
      {children}
    </div>
  )
}

export function Loading({ label }: { label: string }) {
  return (
    <div className={classes.skeleton} role="status">
      <span className="visually-hidden">{label}</span>
      <Skeleton height={14} width="92%" />
      <Skeleton height={14} />
      <Skeleton height={14} width="76%" />
    </div>
  )
}

export function LoadFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <Empty title={summaryPanelTexts.loadFailed}>
      <Button variant="default" onClick={onRetry}>
        {summaryPanelTexts.again}
      </Button>
    </Empty>
  )
}

export function CopyIcon({ label, textOf }: { label: string; textOf: () => string }) {
  const copy = () => copyText(textOf(), summaryPanelTexts.copied, summaryPanelTexts.copyFailed)
  return (
    <Tooltip label={label}>
      <ActionIcon size={30} aria-label={label} onClick={() => void copy()}>
        <Copy size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
