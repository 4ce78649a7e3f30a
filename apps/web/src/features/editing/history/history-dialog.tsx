import type { Reply } from '@doslovno/contract/endpoint.ts'
import { listHistory, nameVersion } from '@doslovno/contract/history.ts'
import type { Script } from '@doslovno/contract/scripts.ts'
import { versionsOf } from '@doslovno/domain/history/versions.ts'
import { editingTexts } from '@doslovno/texts/editing.ts'
import { historyTexts as texts } from '@doslovno/texts/history.ts'
import { Button, Modal, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery, infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import { useEffect, useState, useMemo } from 'react'

import type { Editor } from '#features/editing/text/editor.ts'
import { useEditorState } from '#features/editing/text/use-editor.ts'
import { call } from '#lib/api/current.ts'
import { SHEET_SCREEN } from '#ui/screens.ts'
import { showToast } from '#ui/toast.ts'

import { RECOGNISED, VersionList } from './version-list.tsx'
import { VersionView } from './version-view.tsx'

import classes from './history.module.css'

type Props = {
  editor: Editor
  script: Script
  opened: boolean
  onClose: () => void
  /** Shows a place of the text on the page. */
  onShow: (seconds: number) => void
}

/** Versions of the text: what changed, and the way back. A sheet on a small screen. */
export function HistoryDialog({ opened, ...props }: Props) {
  const isSheet = useMediaQuery(SHEET_SCREEN, undefined, { getInitialValueInEffect: false })
  return (
    <Modal
      opened={opened}
      onClose={props.onClose}
      title={texts.title}
      size={960}
      {...(isSheet && { classNames: { inner: classes.sheetPlace, content: classes.sheet } })}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <History {...props} isSheet={isSheet} />
    </Modal>
  )
}

type HistoryProps = Omit<Props, 'opened'> & { isSheet: boolean }

function History({ editor, script, isSheet, onClose, onShow }: HistoryProps) {
  // Saves the text being typed first, so that the history has it.
  useEffect(() => void editor.close(), [editor])
  const { versions, now, rename, isLoading, isFailed, retry, more, isLoadingMore } = useHistory(editor, script.id)
  const [selected, setSelected] = useState<number>()
  // A wide screen shows the last change at once.
  const chosen = selected ?? (isSheet ? undefined : (versions[1]?.version ?? RECOGNISED))
  if (isFailed) return <Failed onRetry={retry} />
  if (isLoading) return <Skeleton height={240} role="status" aria-label={texts.loading} />
  if (now === RECOGNISED) return <p className={classes.note}>{texts.empty}</p>
  const view = chosen !== undefined && (
    <ChosenVersion
      key={chosen}
      {...{ editor, script, onClose, onShow }}
      version={versions.find(({ version }) => version === chosen)}
      isNow={chosen === now}
      onRename={rename}
    />
  )
  const list = <VersionList {...{ versions, now, chosen, isLoadingMore }} onChoose={setSelected} onMore={more} />
  if (!isSheet)
    return (
      <div className={classes.columns}>
        {list}
        {view}
      </div>
    )
  return view ? (
    <>
      <Button
        variant="subtle"
        size="compact-md"
        leftSection={<ChevronLeft size={16} />}
        onClick={() => setSelected(undefined)}
      >
        {texts.back}
      </Button>
      {view}
    </>
  ) : (
    list
  )
}

type ChosenProps = Pick<Props, 'editor' | 'script' | 'onClose' | 'onShow'> &
  Pick<Parameters<typeof VersionView>[0], 'version' | 'isNow' | 'onRename'>

function ChosenVersion({ editor, script, version, isNow, onRename, onClose, onShow }: ChosenProps) {
  const now = useEditorState(editor, (state) => state.transcript)
  const original = useQuery({
    queryKey: ['original', script.id, script.processId],
    queryFn: async () => ({ segments: await editor.original(), speakers: [] }),
    enabled: version === undefined,
  })
  const transcript = version?.transcript ?? original.data
  const restore = async () => {
    onClose()
    try {
      if (version) editor.returnTo(version.transcript)
      else await editor.restore()
      showToast(texts.restored, 3000)
    } catch {
      showToast(editingTexts.failed, 3000)
    }
  }
  const show = (seconds: number) => {
    onClose()
    onShow(seconds)
  }
  if (!transcript)
    return original.isError ? <Failed onRetry={() => void original.refetch()} /> : <Skeleton height={200} />
  return (
    <VersionView {...{ version, transcript, now, isNow, onRename }} onRestore={() => void restore()} onShow={show} />
  )
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={classes.note} role="alert">
      <p>{texts.failed}</p>
      <Button variant="default" onClick={onRetry}>
        {texts.retry}
      </Button>
    </div>
  )
}

/** Edits up to a version, newest first: they never change, except for their names. */
function historyQuery(scriptId: string, version: number) {
  return infiniteQueryOptions({
    queryKey: ['history', scriptId, version],
    queryFn: ({ signal, pageParam }) =>
      call(listHistory, { params: { id: scriptId }, query: { before: pageParam } }, signal),
    initialPageParam: version + 1,
    getNextPageParam: ({ next }) => next,
    enabled: version > 0,
  })
}

/** The versions of a text, page by page. */
function useHistory(editor: Editor, scriptId: string) {
  const queries = useQueryClient()
  const version = useEditorState(editor, (state) => state.version)
  const query = historyQuery(scriptId, version)
  const { data, hasNextPage, isFetching, isError, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(query)
  const versions = useMemo(() => {
    const edits = data?.pages.flatMap((page) => page.edits) ?? []
    const found = editor.saved.version === version ? versionsOf(editor.saved, edits) : []
    // The first edits of the oldest version may be on the next page.
    return hasNextPage ? found.slice(0, -1) : found
  }, [editor, version, data, hasNextPage])
  const isShort = versions.length === 0 && hasNextPage
  useEffect(() => {
    if (isShort && !isFetching && !isError) void fetchNextPage()
  }, [isShort, isFetching, isError, fetchNextPage])
  const rename = async (named: number, name: string) => {
    const reply = await call(nameVersion, { params: { id: scriptId, version: named }, body: { name } })
    queries.setQueryData(query.queryKey, (known) => known && { ...known, pages: renamed(known.pages, named, reply) })
  }
  return {
    versions,
    now: version,
    rename,
    isLoading: version > 0 && (!data || isShort) && !isError,
    isFailed: isError,
    retry: () => void refetch(),
    more: hasNextPage ? () => void fetchNextPage({ cancelRefetch: false }) : undefined,
    isLoadingMore: isFetchingNextPage,
  }
}

type Page = Reply<typeof listHistory>

function renamed(pages: readonly Page[], version: number, { name }: Reply<typeof nameVersion>): Page[] {
  return pages.map((page) => ({
    ...page,
    edits: page.edits.map((edit) => (edit.version === version ? { ...edit, name } : edit)),
  }))
}
