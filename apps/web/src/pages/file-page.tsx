import type { Script } from '@doslovno/contract/scripts.ts'
import { isCompleted } from '@doslovno/domain/script/status.ts'
import { pageTitle } from '@doslovno/texts/brand.ts'
import { filePageTexts } from '@doslovno/texts/file-page.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { CloudOff, FileX2 } from 'lucide-react'

import { TranscriptSkeleton } from '#features/transcript/transcript-skeleton.tsx'
import { TranscriptView } from '#features/transcript/transcript-view.tsx'
import { ApiError } from '#lib/http/api-error.ts'
import { scriptQuery } from '#lib/queries/scripts.ts'
import { Notice } from '#ui/notice.tsx'

import { UnfinishedFile } from './unfinished-file.tsx'

import classes from './pages.module.css'

const route = getRouteApi('/framed/files/$scriptId')

export function FilePage() {
  const { scriptId } = route.useParams()
  const { t } = route.useSearch()
  const { data: script, error, refetch, isFetching } = useQuery(scriptQuery(scriptId))

  if (script) {
    const renewSource = async () => (await refetch()).data?.fileSrc ?? null
    // A file's page is made anew for another file: nothing of the last one may play on.
    return <FileState key={script.id} script={script} startAt={t} renewSource={renewSource} />
  }
  if (!error) return <TranscriptSkeleton />
  if (isMissing(error)) return <Missing />
  return (
    <div className={classes.whole}>
      <title>{pageTitle(filePageTexts.failed.title)}</title>
      <Notice icon={CloudOff} title={filePageTexts.failed.title} text={filePageTexts.failed.text}>
        <Button size="md" loading={isFetching} onClick={() => void refetch()}>
          {filePageTexts.failed.action}
        </Button>
      </Notice>
    </div>
  )
}

type StateProps = { script: Script; startAt: number | undefined; renewSource: () => Promise<string | null> }

function FileState({ script, startAt, renewSource }: StateProps) {
  if (isCompleted(script.status)) return <TranscriptView script={script} startAt={startAt} renewSource={renewSource} />
  return <UnfinishedFile script={script} />
}

function Missing() {
  const { title, text, action } = filePageTexts.missing
  return (
    <div className={classes.whole}>
      <title>{pageTitle(title)}</title>
      <Notice icon={FileX2} title={title} text={text}>
        <Button component={Link} to="/" size="md">
          {action}
        </Button>
      </Notice>
    </div>
  )
}

/** Somebody else's file is answered exactly as one that is not there; so is an address that names no file at all. */
function isMissing(error: Error): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
}
