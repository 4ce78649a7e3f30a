import { downloadTexts } from '@doslovno/texts/download.ts'
import { Popover, type PopoverProps } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'

import { BusyButton } from '#ui/busy-button.tsx'

import classes from './download.module.css'

type Props = {
  opened: boolean
  onChange: (opened: boolean) => void
  /** The button that opens it. */
  target: ReactNode
  title?: string
  position?: PopoverProps['position']
  children: ReactNode
}

export function DownloadPopover({
  opened,
  onChange,
  target,
  title = downloadTexts.title,
  position = 'bottom-end',
  children,
}: Props) {
  return (
    <Popover width={300} position={position} trapFocus returnFocus opened={opened} onChange={onChange}>
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown className={classes.popover}>
        <p className={classes.title}>{title}</p>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}

type SaveButtonProps = { save: UseMutationResult<void, Error, void>; children: string }

/** Starts a download, and says when it failed. */
export function SaveButton({ save, children }: SaveButtonProps) {
  return (
    <>
      {save.isError && (
        <p className={classes.failed} role="alert">
          {downloadTexts.failed}
        </p>
      )}
      <BusyButton
        leftSection={<Download size={17} aria-hidden />}
        isBusy={save.isPending}
        onClick={() => save.mutate()}
      >
        {children}
      </BusyButton>
    </>
  )
}
