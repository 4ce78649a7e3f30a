import { pageTitle } from '@doslovno/texts/brand.ts'
import { filesTexts } from '@doslovno/texts/files.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Upload } from 'lucide-react'

import { FilesList } from '#features/files/files-list.tsx'
import { FilesSkeleton } from '#features/files/files-skeleton.tsx'
import { FoundFiles } from '#features/files/found-files.tsx'
import { SearchField } from '#features/files/search-field.tsx'
import { useFound } from '#features/files/use-file-search.ts'
import { useUploads } from '#features/upload/current.ts'
import { DropVeil } from '#features/upload/drop-veil.tsx'
import { hasNeverUploaded } from '#features/upload/first-upload.ts'
import { leavePending, leavePendingFiles } from '#features/upload/pending.ts'
import { itemsOf } from '#features/upload/queue.ts'
import { UnfinishedNotice } from '#features/upload/unfinished-notice.tsx'
import { useFileDrop } from '#features/upload/use-file-drop.ts'
import { useUnfinished } from '#features/upload/use-unfinished.ts'
import { scriptsQuery } from '#lib/queries/scripts.ts'
import { useSession } from '#lib/session/current.ts'

import { useFileActions } from './file-actions.tsx'
import { FirstUpload } from './first-upload.tsx'
import { useListView } from './use-list-view.ts'

import classes from './pages.module.css'

/** A person's files. The whole page takes files, which then go on at the upload page. */
export function FilesPage() {
  const navigate = useNavigate()
  const { user } = useSession()
  const { asked, search, view } = useListView()
  const { page, pageSize, sort } = view
  const { data } = useQuery(scriptsQuery({ page: asked === '' ? page : 1, pageSize, sort }))
  const found = useFound(asked, search.wanted)
  const { actionsOf, dialogs } = useFileActions()
  const unfinished = useUnfinished()
  const own = itemsOf(useUploads()).length

  const handOver = async (leave: () => void) => {
    leave()
    await navigate({ to: '/upload' })
  }
  const onFiles = (files: readonly File[]) => void handOver(() => leavePendingFiles(files))
  const onLink = (url: string) => handOver(() => leavePending([{ type: 'url', url }]))
  const isOver = useFileDrop({ onFiles, onLink: (url) => void onLink(url) })

  const isEmpty = data?.total === 0
  const isNew = hasNeverUploaded(user, { total: data?.total, onTheWay: unfinished && unfinished.length + own })
  if (isNew) return <FirstUpload isOver={isOver} onFiles={onFiles} onLink={onLink} />

  const upload = (
    <Button component={Link} to="/upload" leftSection={<Upload size={17} aria-hidden />} h={38}>
      {filesTexts.upload}
    </Button>
  )
  const list = () => {
    if (isEmpty && isNew === undefined) return <FilesSkeleton />
    const rows = { ...view, actionsOf }
    if (search.wanted === '') return <FilesList view={rows} emptyAction={upload} />
    const atHand = data?.data ?? []
    return <FoundFiles search={search.wanted} found={found} atHand={atHand} view={rows} onReset={search.close} />
  }
  return (
    <div className={classes.files}>
      <title>{pageTitle(filesTexts.title)}</title>
      <div className={classes.filesHead} data-searching={search.isOpen || undefined}>
        <h1>{filesTexts.title}</h1>
        {/* An empty list has nothing to be found, and says the same in its middle. */}
        {!isEmpty && <SearchField search={search} isPending={search.wanted !== '' && found.isFetching} />}
        {!isEmpty && upload}
      </div>
      <UnfinishedNotice count={unfinished?.length ?? 0} />
      {list()}
      {dialogs}
      {isOver && <DropVeil />}
    </div>
  )
}
