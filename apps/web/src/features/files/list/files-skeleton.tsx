import { filesTexts } from '@doslovno/texts/files.ts'
import { Alert, Button, Skeleton } from '@mantine/core'
import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'

import classes from '#features/files/files.module.css'

const ROWS = [72, 54, 83, 61, 47, 68]

/** The placeholder while the list loads. */
export function FilesSkeleton({ label = filesTexts.loading }: { label?: string }) {
  return (
    <div className={classes.box} role="status">
      <span className="visually-hidden">{label}</span>
      {ROWS.map((width) => (
        <div key={width} className={classes.skeletonRow} aria-hidden>
          <Skeleton width={36} height={36} radius={10} />
          <Skeleton height={14} width={`${width / 2}%`} />
          <Skeleton height={12} width={96} ml="auto" />
        </div>
      ))}
    </div>
  )
}

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
