import type { Call, Reply } from '@doslovno/contract/endpoint.ts'
import * as contract from '@doslovno/contract/scripts.ts'
import { getScript, getScriptStatus, processScript, type ScriptSummary } from '@doslovno/contract/scripts.ts'
import type { Sort } from '@doslovno/domain/script/sort.ts'
import { isCompleted } from '@doslovno/domain/script/status.ts'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'

import { call } from '#lib/api/current.ts'

import { listPause, scriptPause, searchPause, statusPause } from './pauses.ts'

export const SCRIPTS_KEY = ['scripts'] as const
const LIST_KEY = [...SCRIPTS_KEY, 'list'] as const
const SEARCH_KEY = [...SCRIPTS_KEY, 'search'] as const

export type ListPage = { page: number; pageSize: number; sort: Sort }

export function scriptsQuery(asked: ListPage) {
  return queryOptions({
    queryKey: [...LIST_KEY, asked],
    queryFn: ({ signal }) => call(contract.listScripts, { query: asked }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => listPause(state.data?.data ?? []),
  })
}

/** Files whose name or text has the words; asked again by itself only while something in them moves. */
export function searchQuery(search: string) {
  return queryOptions({
    queryKey: [...SEARCH_KEY, search],
    queryFn: async ({ signal }) => (await call(contract.searchScripts, { query: { search } }, signal)).data,
    refetchInterval: ({ state }) => searchPause(state.data ?? []),
  })
}

/** A file with its text. It is asked again until it is complete, and then never by itself: the text is large. */
export function scriptQuery(id: string) {
  return queryOptions({
    queryKey: [...SCRIPTS_KEY, id],
    queryFn: ({ signal }) => call(getScript, { params: { id } }, signal),
    staleTime: ({ state }) => (state.data && isCompleted(state.data.status) ? Infinity : 0),
    refetchInterval: ({ state }) => scriptPause(state.data),
  })
}

/** How far the processing of a file is; asked every second, also in a hidden tab, whose title tells the percent. */
export function scriptStatusQuery(id: string) {
  return queryOptions({
    queryKey: [...SCRIPTS_KEY, id, 'status'],
    queryFn: ({ signal }) => call(getScriptStatus, { params: { id } }, signal),
    refetchInterval: ({ state }) => statusPause(state.data?.status),
    refetchIntervalInBackground: true,
    gcTime: 0,
  })
}

/** Opens a file to everybody who has its link, or closes it. */
export async function shareScript(id: string, isPublic: boolean): Promise<ScriptSummary> {
  return (await call(contract.shareScript, { params: { id }, body: { publicFlag: isPublic } })).script
}

export function deleteScript(id: string) {
  return call(contract.deleteScript, { params: { id } })
}

export function cancelProcessing(id: string) {
  return call(contract.cancelProcessing, { params: { id } })
}

type Change = Pick<ScriptSummary, 'id' | 'public' | 'fileName'>

/** Shows what has changed of a file at once, wherever it is on the screen. */
export function showChange(queries: QueryClient, { id, public: isPublic, fileName }: Change) {
  const changed = <T extends { id: string }>(script: T): T =>
    script.id === id ? { ...script, public: isPublic, fileName } : script
  queries.setQueriesData<Reply<typeof contract.listScripts>>(
    { queryKey: LIST_KEY },
    (list) => list && { ...list, data: list.data.map(changed) },
  )
  queries.setQueriesData<ScriptSummary[]>({ queryKey: SEARCH_KEY }, (found) => found?.map(changed))
  queries.setQueryData(scriptQuery(id).queryKey, (script) => script && changed(script))
}

export function startProcessing(id: string, options: Call<typeof processScript>['body']) {
  return call(processScript, { params: { id }, body: options })
}
