import { sharingTexts } from '@doslovno/texts/sharing.ts'
import { ActionIcon, Popover } from '@mantine/core'
import { CircleQuestionMark } from 'lucide-react'
import { useState } from 'react'

import classes from './sharing.module.css'

/** Explains what readers with the link can and cannot do. */
export function AccessHelp() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover width={280} position="bottom-end" opened={isOpen} onChange={setIsOpen}>
      <Popover.Target>
        <ActionIcon
          ml="auto"
          size={28}
          aria-label={sharingTexts.help.label}
          // While open, Escape closes this and not the dialog around it.
          data-mantine-stop-propagation={isOpen}
          onKeyDown={({ key }) => key === 'Escape' && setIsOpen(false)}
          onClick={() => setIsOpen(!isOpen)}
        >
          <CircleQuestionMark size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.help}>{sharingTexts.help.text}</Popover.Dropdown>
    </Popover>
  )
}
