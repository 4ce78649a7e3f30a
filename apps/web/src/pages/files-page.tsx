import { pageTitle } from '@doslovno/texts/brand.ts'
import { demoTexts } from '@doslovno/texts/demo.ts'
import { filesTexts } from '@doslovno/texts/files.ts'
import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Upload } from 'lucide-react'

import {
  FilesList,
  FilesSkeleton,
  folderSearch,
  FoundFiles,
  NewFolder,
  SearchField,
  useFound,
  useListView,
  useSelection,
} from '#features/files/index.ts'
import { isCutOff, KeptFiles, useKeptFiles } from '#features/offline/index.ts'
import {
  DropVeil,
  FirstUpload,
  hasNeverUploaded,
  itemsOf,
  leavePending,
  leavePendingFiles,
  UnfinishedNotice,
  useFileDrop,
  useUnfinished,
  useUploads,
} from '#features/upload/index.ts'
import { useUser } from '#lib/queries/account.ts'
import { scriptsQuery } from '#lib/queries/scripts.ts'
import { SMALL_SCREEN } from '#ui/screens.ts'

import { useFileActions } from './files-page/file-actions.tsx'
import { useFolders } from './files-page/folder-view.tsx'

import classes from './pages.module.css'

const route = getRouteApi('/framed/')

/** The user's files. Files dropped anywhere on the page are handed to the upload page. */
export function FilesPage() {
  const navigate = useNavigate()
  const user = useUser()
  const { asked, search, view } = useListView({ search: route.useSearch(), navigate: route.useNavigate() })
  const { page, pageSize, sort, folder } = view
  const shown = { pageSize, sort, ...(folder !== undefined && { folder }) }
  const listed = useQuery(scriptsQuery({ page: asked === '' ? page : 1, ...shown }))
  const { data } = listed
  const kept = useKeptFiles(isCutOff(listed))
  const found = useFound({ search: asked, page, ...shown }, search.wanted)
  const { actionsOf, dialogs } = useFileActions()
  const isSmall = useMediaQuery(SMALL_SCREEN, undefined, { getInitialValueInEffect: false })
  const selection = useSelection(`${folder ?? ''} ${asked} ${page}`)
  const onLeave = () => void navigate({ to: '/', replace: true })
  const folders = useFolders({ folderId: folder, selection, onLeave })
  const unfinished = useUnfinished()
  const own = itemsOf(useUploads()).length

  const handOver = async (leave: () => void) => {
    leave()
    await navigate({ to: '/upload', search: folderSearch(folder) })
  }
  const onFiles = (files: readonly File[]) => void handOver(() => leavePendingFiles(files))
  const onLink = (url: string) => handOver(() => leavePending([{ type: 'url', url }]))
  const isDragOver = useFileDrop({ onFiles, onLink: (url) => void onLink(url) })

  // Without any, the list itself says what failed.
  if (kept && (kept.length > 0 || listed.fetchStatus === 'paused')) {
    return (
      <div className={classes.files}>
        <KeptFiles files={kept} />
      </div>
    )
  }
  const isNew = hasNeverUploaded(user, {
    total: folder === undefined ? data?.total : undefined,
    onTheWay: unfinished && unfinished.length + own,
  })
  if (isNew) {
    return (
      <div className={classes.upload} data-first>
        <FirstUpload isDragOver={isDragOver} minutesPerHour={data?.minutesPerHour} onFiles={onFiles} onLink={onLink} />
        <p className={classes.sample}>
          <Link to="/demo">{demoTexts.link}</Link>
        </p>
      </div>
    )
  }

  const list = () => {
    if (data?.total === 0 && isNew === undefined && folder === undefined) return <FilesSkeleton />
    const rows = { ...view, ...folders.rows, actionsOf }
    if (search.wanted === '') return <FilesList view={rows} />
    const atHand = data?.data ?? []
    return <FoundFiles search={search.wanted} found={found} atHand={atHand} view={rows} onReset={search.close} />
  }
  const title = folders.open?.name ?? filesTexts.title
  // Nobody needs folders before the first files.
  const firstFolder = folders.isLoaded && !folders.hasFolders && data !== undefined && data.total > 0 && <NewFolder />
  return (
    <div className={classes.files} data-folders={folders.hasFolders || undefined}>
      <title>{pageTitle(title)}</title>
      <div className={classes.filesHead} data-searching={search.isOpen || undefined}>
        <h1 title={folders.open?.name}>{title}</h1>
        {!isSmall && firstFolder}
        <SearchField search={search} isPending={search.wanted !== '' && found.isFetching} />
        <Button
          renderRoot={(props) => <Link {...props} to="/upload" search={folderSearch(folder)} />}
          leftSection={<Upload size={17} aria-hidden />}
          h={38}
        >
          {filesTexts.upload}
        </Button>
      </div>
      <UnfinishedNotice count={unfinished?.length ?? 0} />
      <div className={classes.filesBody}>
        {folders.rail}
        {isSmall && firstFolder}
        <div>{list()}</div>
      </div>
      {dialogs}
      {folders.dialogs}
      {isDragOver && <DropVeil />}
    </div>
  )
}
