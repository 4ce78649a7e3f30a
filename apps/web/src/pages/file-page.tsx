import type { Script } from '@doslovno/contract/scripts.ts'
import { isCompleted } from '@doslovno/domain/script/status.ts'
import { pageTitle } from '@doslovno/texts/brand.ts'
import { filePageTexts } from '@doslovno/texts/file-page.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { CloudOff, FileClock, FileX2, type LucideIcon } from 'lucide-react'

import { TranscriptSkeleton } from '#features/transcript/transcript-skeleton.tsx'
import { ApiError } from '#lib/http/api-error.ts'
import { scriptQuery } from '#lib/queries/scripts.ts'
import { Notice } from '#ui/notice.tsx'

import { FinishedFile } from './finished-file.tsx'
import { UnfinishedFile } from './unfinished-file.tsx'
import { VisitorBanner } from './visitor-banner.tsx'

import classes from './pages.module.css'

const route = getRouteApi('/framed/files/$scriptId')
const EXPIRED = 410

export function FilePage() {
  const { scriptId } = route.useParams()
  const { t } = route.useSearch()
  const { data: script, error, refetch, isFetching } = useQuery(scriptQuery(scriptId))
  return (
    <>
      {/* Who has the link may read the file; who looks for something on the web may not find it. */}
      <meta name="robots" content="noindex, nofollow" />
      <File {...{ script, error, isFetching }} startAt={t} onRetry={() => void refetch()} />
    </>
  )
}

type Props = {
  script: Script | undefined
  error: Error | null
  startAt: number | undefined
  isFetching: boolean
  onRetry: () => void
}

function File({ script, error, startAt, isFetching, onRetry }: Props) {
  // A file that was closed or deleted is gone, also for somebody who has it open.
  if (isExpired(error)) return <Gone icon={FileClock} texts={filePageTexts.expired} />
  if (isMissing(error)) return <Gone icon={FileX2} texts={filePageTexts.missing} />
  // A file's page is made anew for another file: nothing of the last one may play on.
  if (script) return <FileState key={script.id} script={script} startAt={startAt} />
  if (!error) return <TranscriptSkeleton />
  const { title, text, action } = filePageTexts.failed
  return (
    <div className={classes.whole}>
      <title>{pageTitle(title)}</title>
      <Notice icon={CloudOff} title={title} text={text}>
        <Button size="md" loading={isFetching} onClick={onRetry}>
          {action}
        </Button>
      </Notice>
    </div>
  )
}

function FileState({ script, startAt }: { script: Script; startAt: number | undefined }) {
  return (
    <>
      <VisitorBanner />
      {isCompleted(script.status) ? (
        <FinishedFile script={script} startAt={startAt} />
      ) : (
        <UnfinishedFile script={script} />
      )}
    </>
  )
}

type GoneTexts = { title: string; text: string; action: string }

function Gone({ icon, texts }: { icon: LucideIcon; texts: GoneTexts }) {
  return (
    <div className={classes.whole}>
      <title>{pageTitle(texts.title)}</title>
      <Notice icon={icon} title={texts.title} text={texts.text}>
        <Button component={Link} to="/" size="md">
          {texts.action}
        </Button>
      </Notice>
    </div>
  )
}

function isExpired(error: Error | null): boolean {
  return error instanceof ApiError && error.status === EXPIRED
}

/** Somebody else's file is answered exactly as one that is not there; so is an address that names no file at all. */
function isMissing(error: Error | null): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
}
