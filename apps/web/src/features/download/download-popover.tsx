import { downloadTexts } from '@doslovno/texts/download.ts'
import { Popover } from '@mantine/core'
import type { ReactNode } from 'react'

import classes from './download.module.css'

type Props = {
  opened: boolean
  onChange: (opened: boolean) => void
  /** The button that opens it. */
  target: ReactNode
  children: ReactNode
}

export function DownloadPopover({ opened, onChange, target, children }: Props) {
  return (
    <Popover width={300} position="bottom-end" trapFocus returnFocus opened={opened} onChange={onChange}>
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown className={classes.popover}>
        <p className={classes.title}>{downloadTexts.title}</p>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
