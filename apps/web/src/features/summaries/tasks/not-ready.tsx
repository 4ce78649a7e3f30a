import { makingTexts, taskTexts } from '@doslovno/texts/summaries/summary-panel.ts'
import { useQuery } from '@tanstack/react-query'

import type { PanelFile } from '#features/summaries/panel-file.ts'
import { Empty, Loading } from '#features/summaries/parts.tsx'
import { MakeButton } from '#features/summaries/summary/make-button.tsx'
import { useEnding, useMaking } from '#features/summaries/summary/use-making.ts'
import { summaryQuery } from '#lib/queries/summaries.ts'

/** Tasks are found when a summary is made: of a file without one they are not on their way. */
export function NotReady({ file: { scriptId } }: { file: PanelFile }) {
  const { data: summary } = useQuery(summaryQuery(scriptId, 'summary'))
  const making = useMaking(scriptId, 'summary')
  useEnding(scriptId, summary?.status)
  const isMissing = summary?.status === 'missing' || summary?.status === 'error'
  if (!isMissing) return <Loading label={taskTexts.loading} />
  return (
    <Empty title={taskTexts.later}>
      {summary.canMake && <MakeButton type="summary" making={making} label={makingTexts.make.summary} />}
    </Empty>
  )
}
