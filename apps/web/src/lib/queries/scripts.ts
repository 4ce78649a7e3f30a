import type { Call, Reply } from '@doslovno/contract/endpoint.ts'
import * as contract from '@doslovno/contract/scripts.ts'
import { getScript, getScriptStatus, processScript, type ScriptSummary } from '@doslovno/contract/scripts.ts'
import type { Sort } from '@doslovno/domain/script/sort.ts'
import { isCompleted } from '@doslovno/domain/script/status.ts'
import { type Query, type QueryClient, queryOptions } from '@tanstack/react-query'

import { call } from '#lib/api/current.ts'
import { live } from '#lib/live/current.ts'
import { keepOpened } from '#lib/offline/keep-opened.ts'
import { dropKept } from '#lib/offline/kept.ts'

import { listInterval, scriptInterval, searchInterval, statusPause } from './poll-intervals.ts'

export const SCRIPTS_KEY = ['scripts'] as const
export const LIST_KEY = [...SCRIPTS_KEY, 'list'] as const
export const SEARCH_KEY = [...SCRIPTS_KEY, 'search'] as const

/** `folder`: only its files. */
export type ListPage = { page: number; pageSize: number; sort: Sort; folder?: string }

export function scriptsQuery(asked: ListPage) {
  return queryOptions({
    queryKey: [...LIST_KEY, asked],
    queryFn: ({ signal }) => call(contract.listScripts, { query: asked }, signal),
    // Another page of the same list; the files of another folder would be wrong.
    placeholderData: (shown, last) => (isOfFolder(last?.queryKey, asked.folder) ? shown : undefined),
    refetchInterval: ({ state }) => listInterval(state.data?.data ?? [], live.isOn.get()),
  })
}

function isOfFolder(queryKey: readonly unknown[] | undefined, folder: string | undefined): boolean {
  return (queryKey?.at(-1) as ListPage | undefined)?.folder === folder
}

export type SearchPage = ListPage & { search: string }
/** A page of results, and the search they belong to. */
type FoundPage = Reply<typeof contract.searchScripts> & { search: string }

/** Files with matching names or texts; polled only while one of them is being processed. */
export function searchQuery(asked: SearchPage) {
  return queryOptions({
    queryKey: [...SEARCH_KEY, asked],
    queryFn: async ({ signal }): Promise<FoundPage> => ({
      ...(await call(contract.searchScripts, { query: asked }, signal)),
      search: asked.search,
    }),
    refetchInterval: ({ state }) => searchInterval(state.data?.data ?? []),
  })
}

/** A file with its text. Polled until complete, then never: the text is large. */
export function scriptQuery(id: string) {
  return queryOptions({
    queryKey: [...SCRIPTS_KEY, id],
    queryFn: ({ signal }) => keepOpened(id, () => call(getScript, { params: { id } }, signal)),
    staleTime: ({ state }) => (state.data && isCompleted(state.data.status) ? Infinity : 0),
    refetchInterval: ({ state }) => scriptInterval(state.data),
  })
}

/** Asks again for the list and the unfinished file on screen. A complete text is large, and a search is expensive. */
export function refetchScripts(queries: QueryClient): void {
  const isOpen = ({ state, queryKey: [, kind] }: Query) => {
    const { status } = (state.data ?? {}) as Partial<ScriptSummary>
    return kind !== 'search' && (status === undefined || !isCompleted(status))
  }
  void queries.refetchQueries({ queryKey: SCRIPTS_KEY, type: 'active', predicate: isOpen }, { cancelRefetch: false })
}

/** Progress of a file's processing; polled every second, also in a hidden tab, whose title shows it. */
export function scriptStatusQuery(id: string) {
  return queryOptions({
    queryKey: [...SCRIPTS_KEY, id, 'status'],
    queryFn: ({ signal }) => call(getScriptStatus, { params: { id } }, signal),
    refetchInterval: ({ state }) => statusPause(state.data?.status),
    refetchIntervalInBackground: true,
    gcTime: 0,
  })
}

/** Makes a file public or private. */
type Sharing = Call<typeof contract.shareScript>['body']

export async function shareScript(id: string, body: Sharing): Promise<ScriptSummary> {
  return (await call(contract.shareScript, { params: { id }, body })).script
}

export async function deleteScript(id: string) {
  const done = await call(contract.deleteScript, { params: { id } })
  await dropKept(id).catch(() => undefined) // the file itself is deleted
  return done
}

export function cancelProcessing(id: string) {
  return call(contract.cancelProcessing, { params: { id } })
}

type Change = Pick<ScriptSummary, 'id' | 'public' | 'fileName'>

/** Updates every cached copy of a file. */
export function showChange(queries: QueryClient, { id, public: isPublic, fileName }: Change) {
  const changed = <T extends { id: string }>(script: T): T =>
    script.id === id ? { ...script, public: isPublic, fileName } : script
  for (const queryKey of [LIST_KEY, SEARCH_KEY]) {
    queries.setQueriesData<Reply<typeof contract.listScripts>>(
      { queryKey },
      (list) => list && { ...list, data: list.data.map(changed) },
    )
  }
  queries.setQueryData(scriptQuery(id).queryKey, (script) => script && changed(script))
}

export function startProcessing(id: string, options: Call<typeof processScript>['body']) {
  return call(processScript, { params: { id }, body: options })
}
