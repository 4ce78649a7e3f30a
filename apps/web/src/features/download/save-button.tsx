import { downloadTexts } from '@doslovno/texts/download.ts'
import type { UseMutationResult } from '@tanstack/react-query'
import { Download } from 'lucide-react'

import { BusyButton } from '#ui/busy-button.tsx'

import classes from './download.module.css'

type Props = { save: UseMutationResult<void, Error, void>; children: string }

/** Starts a download, and says when it failed. */
export function SaveButton({ save, children }: Props) {
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
