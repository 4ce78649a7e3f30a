import { sharingTexts } from '@doslovno/texts/sharing.ts'
import { ActionIcon, Popover } from '@mantine/core'
import { CircleQuestionMark } from 'lucide-react'
import { useState } from 'react'

import classes from './sharing.module.css'

/** What those who have the link can do, and what they cannot. */
export function AccessHelp() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover width={280} position="bottom-end" opened={isOpen} onChange={setIsOpen}>
      <Popover.Target>
        <ActionIcon
          ml="auto"
          size={28}
          aria-label={sharingTexts.help.label}
          // While it is open Escape closes it, and not the dialog around it.
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
