import type { Script } from '@doslovno/contract/scripts.ts'
import { isCompleted } from '@doslovno/domain/script/status.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'

import { DownloadButton } from '#features/download/index.ts'
import { isCutOff, useKept } from '#features/offline/index.ts'
import { VisitorBanner } from '#features/sharing/index.ts'
import { FileProblem, isGone, TranscriptSkeleton, TranscriptView, type ViewHandle } from '#features/transcript/index.ts'
import { isWished, takeLightPage } from '#lib/file-page/light-page.ts'
import { type LinkMoment, readMoment } from '#lib/file-page/link-moment.ts'
import { LeaveFirstScreen } from '#lib/first-screen/leave-first-screen.tsx'
import { scriptQuery } from '#lib/queries/scripts.ts'
import { useSession } from '#lib/session/current.ts'

import { useBeside } from './file-page/file-beside.tsx'
import { KeptFile } from './file-page/kept-file.tsx'

// A reader of a public file needs neither.
const loadOwn = () => import('./file-page/own-file.tsx')
const OwnFile = lazy(async () => ({ default: (await loadOwn()).OwnFile }))
const UnfinishedPage = lazy(async () => ({ default: (await import('./file-page/unfinished-file.tsx')).UnfinishedPage }))

const route = getRouteApi('/framed/files/$scriptId')

export function FilePage() {
  const { scriptId } = route.useParams()
  const { t } = route.useSearch()
  const query = useQuery(scriptQuery(scriptId))
  const { data: script, error, refetch, isFetching, isPaused } = query
  const kept = useKept(scriptId, isCutOff(query))
  usePreloadedOwn()
  // A file that was closed or deleted disappears even for a reader who has it open.
  const hasProblem = isGone(error) || (error && !script)
  useEffect(() => {
    // Nothing goes on.
    if (hasProblem) takeLightPage()
  }, [hasProblem])
  // The owner has opened a share link.
  if (script && script.id !== scriptId)
    return <Navigate to="/files/$scriptId" params={{ scriptId: script.id }} search replace />
  if (kept || (kept === null && isPaused)) {
    return <KeptFile kept={kept} moment={readMoment(t)} onReconnect={() => void refetch()} />
  }
  return (
    <>
      {/* Anybody with the link may read the file, but search engines must not list it. */}
      <meta name="robots" content="noindex, nofollow" />
      {(hasProblem || script) && <LeaveFirstScreen />}
      {hasProblem && <FileProblem error={error} isFetching={isFetching} onRetry={() => void refetch()} />}
      {/* The key remounts the page for another file, so that nothing of the last one plays on. */}
      {!hasProblem &&
        (script ? <File key={script.id} script={script} moment={readMoment(t)} /> : <TranscriptSkeleton />)}
    </>
  )
}

/** Beside the call for the file, not after it. */
function usePreloadedOwn() {
  const isSignedIn = useSession().userId !== null
  useEffect(() => {
    if (isSignedIn) loadOwn().catch(() => undefined)
  }, [isSignedIn])
}

type Props = { script: Script; moment: LinkMoment }

function File({ script, moment }: Props) {
  return (
    <>
      <VisitorBanner />
      <Suspense fallback={<TranscriptSkeleton />}>
        {isCompleted(script.status) ? (
          <FinishedFile script={script} moment={moment} />
        ) : (
          <UnfinishedPage script={script} />
        )}
      </Suspense>
    </>
  )
}

/** A file with its text. Every reader may download it; the rest is for its owner. */
function FinishedFile({ script, moment }: Props) {
  if (script.canEdit) return <OwnFile script={script} moment={moment} />
  return <ReadFile script={script} moment={moment} />
}

function ReadFile({ script, moment }: Props) {
  const view = useRef<ViewHandle>(null)
  const beside = useBeside(script, view, script.version)
  const [isDownloading] = useState(() => isWished('download'))
  const download = script.script.length > 0 && <DownloadButton script={script} isOpenAtStart={isDownloading} />
  return <TranscriptView ref={view} script={script} {...moment} actions={download} {...beside} />
}
