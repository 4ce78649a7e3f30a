import { filesTexts } from '@doslovno/texts/files.ts'
import { Alert, Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { CloudOff, FileAudio2 } from 'lucide-react'
import type { ReactNode } from 'react'

import { scriptsQuery } from '#lib/queries/scripts.ts'
import { Notice } from '#ui/notice.tsx'
import { SMALL_SCREEN } from '#ui/screens.ts'

import { FileCards } from './file-cards.tsx'
import { FilesPages } from './files-pages.tsx'
import { FilesSkeleton } from './files-skeleton.tsx'
import { FilesTable } from './files-table.tsx'

import classes from './files.module.css'

type Props = {
  page: number
  onPage: (page: number) => void
  /** What an empty list offers to do. */
  emptyAction: ReactNode
}

/** A person's files, in whichever of its states the list is: loading, failed, empty, filled, or filled and a little old. */
export function FilesList({ page, onPage, emptyAction }: Props) {
  const isSmall = useMediaQuery(SMALL_SCREEN, undefined, { getInitialValueInEffect: false })
  const { data, dataUpdatedAt, isError, refetch, isFetching } = useQuery(scriptsQuery(page))

  const retry = (
    <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
      {filesTexts.failed.action}
    </Button>
  )
  if (!data && isError) {
    return (
      <Notice icon={CloudOff} level={2} title={filesTexts.failed.title} text={filesTexts.failed.text}>
        {retry}
      </Notice>
    )
  }
  if (!data) return <FilesSkeleton />
  if (data.total === 0) {
    return (
      <div className={classes.empty}>
        <Notice icon={FileAudio2} tone="marker" level={2} title={filesTexts.empty.title} text={filesTexts.empty.text}>
          {emptyAction}
        </Notice>
      </div>
    )
  }
  return (
    <>
      {isError && (
        <Alert className={classes.stale} title={filesTexts.failed.title} icon={<CloudOff size={18} />} role="alert">
          {retry}
        </Alert>
      )}
      {isSmall ? <FileCards scripts={data.data} now={new Date(dataUpdatedAt)} /> : <FilesTable scripts={data.data} />}
      <FilesPages page={page} total={data.total} onChange={onPage} />
    </>
  )
}
