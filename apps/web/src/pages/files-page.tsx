import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import { isCompleted } from '@doslovno/domain/script/status.ts'
import { pageTitle } from '@doslovno/texts/brand.ts'
import { demoTexts } from '@doslovno/texts/demo.ts'
import { fileActionTexts, filesTexts } from '@doslovno/texts/files.ts'
import { uploadTexts } from '@doslovno/texts/upload.ts'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { CircleX, Trash2, Upload, Wallet } from 'lucide-react'

import { DownloadIcon } from '#features/download/index.ts'
import {
  FilesList,
  FilesSkeleton,
  FoundFiles,
  SearchField,
  useCancelFile,
  useDeleteFile,
  useFound,
  useListView,
} from '#features/files/index.ts'
import { isCutOff, KeptFiles, useKeptFiles } from '#features/offline/index.ts'
import { AccessIcon, useAccessDialog } from '#features/sharing/index.ts'
import {
  DropVeil,
  FirstUpload,
  hasNeverUploaded,
  itemsOf,
  leavePending,
  leavePendingFiles,
  StartIcon,
  UnfinishedNotice,
  useFileDrop,
  useUnfinished,
  useUploads,
} from '#features/upload/index.ts'
import { scriptsQuery, showChange } from '#lib/queries/scripts.ts'
import { useSession } from '#lib/session/current.ts'
import { IconAction } from '#ui/icon-action.tsx'

import classes from './pages.module.css'

const route = getRouteApi('/framed/')

/** The user's files. Files dropped anywhere on the page are handed to the upload page. */
export function FilesPage() {
  const navigate = useNavigate()
  const { user } = useSession()
  const { asked, search, view } = useListView({ search: route.useSearch(), navigate: route.useNavigate() })
  const { page, pageSize, sort } = view
  const listed = useQuery(scriptsQuery({ page: asked === '' ? page : 1, pageSize, sort }))
  const { data } = listed
  const kept = useKeptFiles(isCutOff(listed))
  const found = useFound({ search: asked, page, pageSize, sort }, search.wanted)
  const { actionsOf, dialogs } = useFileActions()
  const unfinished = useUnfinished()
  const own = itemsOf(useUploads()).length

  const handOver = async (leave: () => void) => {
    leave()
    await navigate({ to: '/upload' })
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
  const isNew = hasNeverUploaded(user, { total: data?.total, onTheWay: unfinished && unfinished.length + own })
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
    if (data?.total === 0 && isNew === undefined) return <FilesSkeleton />
    const rows = { ...view, actionsOf }
    if (search.wanted === '') return <FilesList view={rows} />
    const atHand = data?.data ?? []
    return <FoundFiles search={search.wanted} found={found} atHand={atHand} view={rows} onReset={search.close} />
  }
  return (
    <div className={classes.files}>
      <title>{pageTitle(filesTexts.title)}</title>
      <div className={classes.filesHead} data-searching={search.isOpen || undefined}>
        <h1>{filesTexts.title}</h1>
        <SearchField search={search} isPending={search.wanted !== '' && found.isFetching} />
        <Button component={Link} to="/upload" leftSection={<Upload size={17} aria-hidden />} h={38}>
          {filesTexts.upload}
        </Button>
      </div>
      <UnfinishedNotice count={unfinished?.length ?? 0} />
      {list()}
      {dialogs}
      {isDragOver && <DropVeil />}
    </div>
  )
}

/** The buttons of a row, by the file's status. One dialog of each kind serves all rows. */
function useFileActions() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { user } = useSession()
  const canBuy = user?.canChangeTariff ?? false
  const { configure, dialog: accessDialog } = useAccessDialog((script) => showChange(queries, script))
  const { askToCancel, dialog: cancelDialog } = useCancelFile()
  const { askToDelete, dialog: deleteDialog } = useDeleteFile()
  return {
    actionsOf: (script: ScriptSummary) => (
      <>
        {hasText(script) && <AccessIcon script={script} onClick={() => configure(script)} />}
        {hasText(script) && <DownloadIcon script={script} />}
        {canStartHere(script) && <StartIcon script={script} />}
        {script.status === 'notEnoughMinutes' && canBuy && (
          <IconAction
            icon={Wallet}
            label={uploadTexts.buyMinutes}
            subject={script.fileName}
            onClick={() => void navigate({ to: '/account', hash: 'extra-minutes' })}
          />
        )}
        {script.status === 'process' && (
          <IconAction
            icon={CircleX}
            label={fileActionTexts.cancel}
            subject={script.fileName}
            onClick={() => askToCancel(script)}
          />
        )}
        <IconAction
          icon={Trash2}
          label={fileActionTexts.delete}
          subject={script.fileName}
          onClick={() => askToDelete(script)}
        />
      </>
    ),
    dialogs: (
      <>
        {accessDialog}
        {cancelDialog}
        {deleteDialog}
      </>
    ),
  }
}

/** A file that needs more minutes than there are is started on its page, in part. */
function canStartHere({ status, isExpired, isInspected, availableMinutes }: ScriptSummary): boolean {
  if (isExpired) return false
  return status === 'error' || (status === 'uploaded' && isInspected && availableMinutes === undefined)
}

function hasText({ status, isExpired }: ScriptSummary): boolean {
  return isCompleted(status) && !isExpired
}
