import { pageTitle } from '@doslovno/texts/brand.ts'
import { filePageTexts } from '@doslovno/texts/file-page.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CloudOff, FileClock, FileX2, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

import { ApiError } from '#lib/http/api-error.ts'
import { Notice } from '#ui/notice.tsx'

import classes from './file-problem.module.css'

const EXPIRED = 410

/** True when the file is gone for this reader; other errors are temporary. */
export function isGone(error: Error | null): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
}

type Props = { error: Error; isFetching: boolean; onRetry: () => void }

/** Replaces a file that cannot be shown. A stranger's file is indistinguishable from a missing one. */
export function FileProblem({ error, isFetching, onRetry }: Props) {
  const { expired, missing, failed } = filePageTexts
  if (isGone(error)) {
    const isExpired = error.status === EXPIRED
    return (
      <Problem icon={isExpired ? FileClock : FileX2} texts={isExpired ? expired : missing}>
        <Button component={Link} to="/" size="md">
          {(isExpired ? expired : missing).action}
        </Button>
      </Problem>
    )
  }
  return (
    <Problem icon={CloudOff} texts={failed}>
      <Button size="md" loading={isFetching} onClick={onRetry}>
        {failed.action}
      </Button>
    </Problem>
  )
}

type ProblemProps = { icon: LucideIcon; texts: { title: string; text: string }; children: ReactNode }

function Problem({ icon, texts: { title, text }, children }: ProblemProps) {
  return (
    <div className={classes.problem}>
      <title>{pageTitle(title)}</title>
      <Notice icon={icon} title={title} text={text}>
        {children}
      </Notice>
    </div>
  )
}
