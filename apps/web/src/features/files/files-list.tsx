import { filesTexts } from '@doslovno/texts/files.ts'
import { useQuery } from '@tanstack/react-query'
import { CloudOff, FileAudio2 } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'

import { scriptsQuery } from '#lib/queries/scripts.ts'
import { Notice } from '#ui/notice.tsx'

import { FilesPages } from './files-pages.tsx'
import { FilesSkeleton } from './files-skeleton.tsx'
import { FilesView } from './files-view.tsx'
import type { ListView } from './list-view.ts'
import { OldRows, RetryButton } from './old-rows.tsx'

import classes from './files.module.css'

type Props = {
  view: ListView
  /** What an empty list offers to do. */
  emptyAction: ReactNode
}

/** A person's files, in whichever of its states the list is: loading, failed, empty, filled, or filled and a little old. */
export function FilesList({ view, emptyAction }: Props) {
  const { page, pageSize, sort, onPage } = view
  const { data, dataUpdatedAt, isError, refetch, isFetching } = useQuery(scriptsQuery({ page, pageSize, sort }))
  const lastPage = data && Math.max(Math.ceil(data.total / pageSize), 1)

  // The last file of the last page was deleted, or the address names a page that is not there.
  useEffect(() => {
    if (lastPage !== undefined && page > lastPage) onPage(lastPage)
  }, [page, lastPage, onPage])

  const retry = <RetryButton isPending={isFetching} onClick={() => void refetch()} />
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
      {isError && <OldRows title={filesTexts.failed.title}>{retry}</OldRows>}
      <FilesView scripts={data.data} view={view} now={new Date(dataUpdatedAt)} />
      <FilesPages view={view} total={data.total} />
    </>
  )
}
