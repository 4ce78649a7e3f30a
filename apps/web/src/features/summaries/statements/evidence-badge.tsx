import type { Summary } from '@doslovno/contract/summaries.ts'
import { evidenceTexts } from '@doslovno/texts/summaries/summary-panel.ts'
import { ActionIcon, Popover } from '@mantine/core'
import { CircleQuestionMark, Quote, ShieldCheck } from 'lucide-react'
import { useState } from 'react'

import classes from '#features/summaries/summaries.module.css'

/** How many statements the recording confirms, and what was compared. */
export function EvidenceBadge({ summary }: { summary: Summary }) {
  const { engine, type, statements, checked } = summary
  if (engine === 'extract') {
    return (
      <p className={classes.badge} data-quiet>
        <Quote size={15} aria-hidden />
        {evidenceTexts.extract[type]}
      </p>
    )
  }
  const linked = statements.filter(({ check }) => check === 'linked').length
  const text = linked > 0 ? evidenceTexts.linked(linked, checked.total) : evidenceTexts.confirmed(checked.confirmed, checked.total) // prettier-ignore
  return (
    <p className={classes.badge}>
      <ShieldCheck size={16} aria-hidden />
      {text}
      <Hint text={linked > 0 ? evidenceTexts.linkedHint : evidenceTexts.hint} />
    </p>
  )
}

function Hint({ text }: { text: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover width={300} position="bottom" opened={isOpen} onChange={setIsOpen}>
      <Popover.Target>
        <ActionIcon size={26} aria-label={evidenceTexts.hintLabel} onClick={() => setIsOpen(!isOpen)}>
          <CircleQuestionMark size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.hint}>{text}</Popover.Dropdown>
    </Popover>
  )
}
