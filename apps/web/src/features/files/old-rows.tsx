import { filesTexts } from '@doslovno/texts/files.ts'
import { Alert, Button } from '@mantine/core'
import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'

import classes from './files.module.css'

/** Stands above rows that could not be asked anew. */
export function OldRows({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Alert className={classes.stale} title={title} icon={<CloudOff size={18} />} role="alert">
      {children}
    </Alert>
  )
}

export function RetryButton({ isPending, onClick }: { isPending: boolean; onClick: () => void }) {
  return (
    <Button variant="default" loading={isPending} onClick={onClick}>
      {filesTexts.failed.action}
    </Button>
  )
}
