import { demoTexts } from '@doslovno/texts/demo.ts'
import { filesTexts } from '@doslovno/texts/files.ts'
import { folderTexts } from '@doslovno/texts/folders.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CloudOff, FileAudio2, FolderOpen } from 'lucide-react'

import { scriptsQuery } from '#lib/queries/scripts.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Notice } from '#ui/notice.tsx'

import { FilesPages, useExistingPage } from './files-pages.tsx'
import { FilesSkeleton, RetryButton, StaleRows } from './files-skeleton.tsx'
import { FilesView } from './files-view.tsx'
import type { ListView } from './list-view.ts'

import classes from '#features/files/files.module.css'

/** The user's files in every state of the list: loading, failed, empty, filled, stale. */
export function FilesList({ view }: { view: ListView }) {
  const { page, pageSize, sort, folder } = view
  const asked = { page, pageSize, sort, ...(folder !== undefined && { folder }) }
  const { data, dataUpdatedAt, isError, refetch, isFetching } = useQuery(scriptsQuery(asked))
  useExistingPage(view, data?.total)

  const retry = <RetryButton isPending={isFetching} onClick={() => void refetch()} />
  if (!data && isError) {
    return (
      <Notice icon={CloudOff} level={2} title={filesTexts.failed.title} text={filesTexts.failed.text}>
        {retry}
      </Notice>
    )
  }
  if (!data) return <FilesSkeleton />
  if (data.total === 0 && folder !== undefined) return <EmptyFolder />
  if (data.total === 0) {
    return (
      <div className={classes.empty}>
        <Notice icon={FileAudio2} tone="marker" level={2} title={filesTexts.empty.title} text={filesTexts.empty.text}>
          <LinkButton to="/demo" variant="default">
            {demoTexts.link}
          </LinkButton>
        </Notice>
      </div>
    )
  }
  return (
    <>
      {isError && <StaleRows title={filesTexts.failed.title}>{retry}</StaleRows>}
      <FilesView scripts={data.data} view={view} now={new Date(dataUpdatedAt)} />
      <FilesPages view={view} total={data.total} />
    </>
  )
}

function EmptyFolder() {
  const { title, text, action } = folderTexts.empty
  return (
    <div className={classes.empty}>
      <Notice icon={FolderOpen} level={2} title={title} text={text}>
        <Button component={Link} to="/" variant="default">
          {action}
        </Button>
      </Notice>
    </div>
  )
}
