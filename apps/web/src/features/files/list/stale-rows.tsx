import { filesTexts } from '@doslovno/texts/files.ts'
import { Alert, Button } from '@mantine/core'
import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'

import classes from '#features/files/files.module.css'

/** Warns above rows that could not be reloaded. */
export function StaleRows({ title, children }: { title: string; children: ReactNode }) {
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
