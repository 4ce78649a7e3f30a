import type { Script } from '@doslovno/contract/scripts.ts'
import { isCompleted } from '@doslovno/domain/script/status.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type RefObject, useRef, useState } from 'react'

import { DownloadButton } from '#features/download/index.ts'
import { useEditing } from '#features/editing/index.ts'
import { CancelProcessing, useDeleteFile } from '#features/files/index.ts'
import { UnfinishedFile } from '#features/processing/index.ts'
import { ShareButton, VisitorBanner } from '#features/sharing/index.ts'
import { SummaryPanel } from '#features/summaries/index.ts'
import {
  BackLink,
  FileProblem,
  isGone,
  TranscriptSkeleton,
  TranscriptView,
  usePlayback,
  type ViewHandle,
} from '#features/transcript/index.ts'
import { RecogniseAgain, StartAgain, StartFile } from '#features/upload/index.ts'
import type { PlayMoment } from '#lib/file-page/listening.ts'
import { scriptQuery, showChange } from '#lib/queries/scripts.ts'
import { chaptersQuery } from '#lib/queries/summaries.ts'

const route = getRouteApi('/framed/files/$scriptId')

export function FilePage() {
  const { scriptId } = route.useParams()
  const { t } = route.useSearch()
  const { data: script, error, refetch, isFetching } = useQuery(scriptQuery(scriptId))
  // A file that was closed or deleted disappears even for a reader who has it open.
  const hasProblem = isGone(error) || (error && !script)
  return (
    <>
      {/* Anybody with the link may read the file, but search engines must not list it. */}
      <meta name="robots" content="noindex, nofollow" />
      {hasProblem && <FileProblem error={error} isFetching={isFetching} onRetry={() => void refetch()} />}
      {/* The key remounts the page for another file, so that nothing of the last one plays on. */}
      {!hasProblem && (script ? <File key={script.id} script={script} startAt={t} /> : <TranscriptSkeleton />)}
    </>
  )
}

type Props = { script: Script; startAt: number | undefined }

function File({ script, startAt }: Props) {
  return (
    <>
      <VisitorBanner />
      {isCompleted(script.status) ? (
        <FinishedFile script={script} startAt={startAt} />
      ) : (
        <UnfinishedFile
          script={script}
          back={<BackLink />}
          cancel={<CancelProcessing scriptId={script.id} fileName={script.fileName} />}
          start={<StartFile script={script} />}
          startAgain={<StartAgain scriptId={script.id} />}
        />
      )}
    </>
  )
}

/** A file with its text. Every reader may download it; the rest is for its owner. */
function FinishedFile({ script, startAt }: Props) {
  if (script.canEdit) return <OwnFile script={script} startAt={startAt} />
  return <ReadFile script={script} startAt={startAt} />
}

function ReadFile({ script, startAt }: Props) {
  const view = useRef<ViewHandle>(null)
  const beside = useBeside(script, view, script.version)
  const download = script.script.length > 0 && <DownloadButton script={script} />
  return <TranscriptView ref={view} script={script} startAt={startAt} actions={download} {...beside} />
}

function OwnFile({ script: loaded, startAt }: Props) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const view = useRef<ViewHandle>(null)
  const { script, overlays, version, ...editing } = useEditing(loaded, usePlayback(view))
  const beside = useBeside(script, view, version)
  const [isAgain, setIsAgain] = useState(false)
  const { askToDelete, dialog } = useDeleteFile(() => navigate({ to: '/' }))
  const actions = (
    <>
      <ShareButton script={script} onChange={(changed) => showChange(queries, changed)} />
      {script.script.length > 0 && <DownloadButton script={script} />}
    </>
  )
  return (
    <>
      <TranscriptView
        ref={view}
        script={script}
        startAt={startAt}
        actions={actions}
        editing={editing}
        {...beside}
        onAgain={() => setIsAgain(true)}
        onDelete={() => askToDelete(script)}
      />
      <RecogniseAgain script={script} opened={isAgain} onClose={() => setIsAgain(false)} />
      {dialog}
      {overlays}
    </>
  )
}

/** What is derived from the text: the panel and the chapters. A file without words has neither. */
function useBeside(script: Script, view: RefObject<ViewHandle | null>, version: number) {
  const hasText = script.script.length > 0
  const { data: chapters } = useQuery({ ...chaptersQuery(script.id), enabled: hasText })
  const [play] = useState(() => playIn(view))
  if (!hasText) return {}
  const { id: scriptId, speakerNames, speakers, canEdit } = script
  const panel = <SummaryPanel {...{ scriptId, speakerNames, speakers, canEdit, version }} onPlay={play} />
  return { chapters: chapters?.data, panel }
}

function playIn(view: RefObject<ViewHandle | null>): PlayMoment {
  return (moment) => view.current?.playMoment(moment)
}
