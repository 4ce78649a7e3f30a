import type { Reply } from '@doslovno/contract/endpoint.ts'
import * as contract from '@doslovno/contract/summaries.ts'
import type { ActionItem, Summary } from '@doslovno/contract/summaries.ts'
import type { SummaryType } from '@doslovno/domain/summary/types.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'

import { call } from '#lib/api/current.ts'

import { digestInterval, summaryInterval } from './poll-intervals.ts'
import { SCRIPTS_KEY } from './scripts.ts'

/** One summary of a file; polled while it is being made, and slowly after a failure, which may mend itself. */
export function summaryQuery(id: string, type: SummaryType) {
  const queryKey = [...SCRIPTS_KEY, id, 'summary', type]
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }): Promise<Summary> => {
      const next = await call(contract.getSummary, { params: { id, type } }, signal)
      return withoutDrop(client.getQueryData<Summary>(queryKey), next)
    },
    refetchInterval: ({ state }) => summaryInterval(state.data?.status),
  })
}

/** Chapters of a file; polled until they are made. */
export function chaptersQuery(id: string) {
  return queryOptions({
    queryKey: [...SCRIPTS_KEY, id, 'chapters'],
    queryFn: ({ signal }) => call(contract.listChapters, { params: { id } }, signal),
    refetchInterval: ({ state }) => digestInterval(state.data),
  })
}

/** Tasks and decisions heard in a file; polled until they are found. */
export function actionItemsQuery(id: string) {
  return queryOptions({
    queryKey: [...SCRIPTS_KEY, id, 'tasks'],
    queryFn: ({ signal }) => call(contract.listActionItems, { params: { id } }, signal),
    refetchInterval: ({ state }) => digestInterval(state.data),
  })
}

/** Starts a summary; without a template the server chooses one. */
export function makeSummary(id: string, type: SummaryType, templateId?: number) {
  return call(contract.makeSummary, { params: { id, type }, body: templateId === undefined ? {} : { templateId } })
}

export async function tickActionItem(id: string, itemId: string, isDone: boolean): Promise<ActionItem> {
  return (await call(contract.tickActionItem, { params: { id, itemId }, body: { isDone } })).item
}

export type ScriptAnswer = Reply<typeof contract.askScript>

export function askScript(id: string, question: string, previous: string | undefined): Promise<ScriptAnswer> {
  return call(contract.askScript, { params: { id }, body: { question, ...(previous && { previous }) } })
}

/** Loads everything again that is derived from the text: after corrections, and when a summary is complete. */
export function refreshDerived(queries: QueryClient, id: string) {
  for (const part of ['summary', 'chapters', 'tasks'])
    void queries.invalidateQueries({ queryKey: [...SCRIPTS_KEY, id, part] })
}

/** Replies may overtake each other: the progress of one making never drops on screen. */
function withoutDrop(known: Summary | undefined, next: Summary): Summary {
  const isSame = known?.status === 'process' && next.status === 'process' && known.id === next.id
  return isSame && known.progress > next.progress ? { ...next, progress: known.progress } : next
}
