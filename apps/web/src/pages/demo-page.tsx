import { demoTexts } from '@doslovno/texts/demo.ts'
import { Button } from '@mantine/core'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'

import { DownloadButton } from '#features/download/index.ts'
import { FileProblem, TranscriptSkeleton, TranscriptView, type ViewHandle } from '#features/transcript/index.ts'
import { type LinkMoment, readMoment } from '#lib/file-page/link-moment.ts'
import { LeaveFirstScreen } from '#lib/first-screen/leave-first-screen.tsx'
import { useUser } from '#lib/queries/account.ts'
import { sampleQuery } from '#lib/queries/sample.ts'
import { actionItemsQuery, chaptersQuery, summaryQuery } from '#lib/queries/summaries.ts'
import type { Sample } from '#lib/sample/load-sample.ts'

import { useBeside } from './file-page/file-beside.tsx'

import classes from './demo-page/demo-page.module.css'

/** A cache with everything that the parts of a file's page ask the server for. */
function sampleQueries({ script: { id }, chapters, summaries, tasks }: Sample): QueryClient {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, gcTime: Infinity } } })
  queries.setQueryData(chaptersQuery(id).queryKey, { data: chapters, isReady: true })
  queries.setQueryData(actionItemsQuery(id).queryKey, { data: tasks, isReady: true })
  for (const summary of summaries) queries.setQueryData(summaryQuery(id, summary.type).queryKey, summary)
  return queries
}

const LICENCE = 'https://creativecommons.org/licenses/by-sa/4.0/deed.ru'

const route = getRouteApi('/framed/demo')

/** The sample as a file's page, open to everybody. */
export function DemoPage() {
  const { t } = route.useSearch()
  const { data: sample, error, refetch, isFetching } = useQuery(sampleQuery)
  if (error) {
    return (
      <>
        <LeaveFirstScreen />
        <FileProblem error={error} isFetching={isFetching} onRetry={() => void refetch()} />
      </>
    )
  }
  if (!sample) return <TranscriptSkeleton />
  return (
    <>
      <LeaveFirstScreen />
      <DemoBanner />
      <SampleFile sample={sample} moment={readMoment(t)} />
    </>
  )
}

type Props = { sample: Sample; moment: LinkMoment }

/** Its own cache keeps the sample's parts from asking the server, which does not know it. */
function SampleFile({ sample, moment }: Props) {
  const [queries] = useState(() => sampleQueries(sample))
  return (
    <QueryClientProvider client={queries}>
      <ReadSample sample={sample} moment={moment} />
      <p className={`${classes.credits} no-print`}>
        <span>
          {demoTexts.credits} <a href={LICENCE}>{demoTexts.licence}</a>
        </span>
      </p>
    </QueryClientProvider>
  )
}

function ReadSample({ sample: { script }, moment }: Props) {
  const view = useRef<ViewHandle>(null)
  const beside = useBeside(script, view, script.version)
  return (
    <TranscriptView ref={view} script={script} {...moment} actions={<DownloadButton script={script} />} {...beside} />
  )
}

/** Says what the page is, and leads to the reader's own recording. */
function DemoBanner() {
  const user = useUser()
  const { label, text, visitor, register, user: own, upload } = demoTexts.banner
  return (
    <aside className={`${classes.banner} no-print`} aria-label={label}>
      <p>
        <mark>{text}</mark> {user ? own : visitor}
      </p>
      <Button component={Link} to={user ? '/upload' : '/auth/register'} size="sm">
        {user ? upload : register}
      </Button>
    </aside>
  )
}
