import { getScript, getScriptStatus, listScripts, processScript } from '@doslovno/contract/scripts.ts'
import { isCompleted } from '@doslovno/domain/script/status.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { call } from '#lib/api/current.ts'

import { listPause, scriptPause, statusPause } from './pauses.ts'

export const PAGE_SIZE = 10

export const SCRIPTS_KEY = ['scripts'] as const

export function scriptsQuery(page: number) {
  return queryOptions({
    queryKey: [...SCRIPTS_KEY, 'list', page],
    queryFn: ({ signal }) => call(listScripts, { query: { page, pageSize: PAGE_SIZE } }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => listPause(state.data?.data ?? []),
  })
}

/** A file with its text. It is asked again until it is complete, and then never by itself: the text is large. */
export function scriptQuery(id: string) {
  return queryOptions({
    queryKey: [...SCRIPTS_KEY, id],
    queryFn: ({ signal }) => call(getScript, { params: { id } }, signal),
    staleTime: ({ state }) => (state.data && isCompleted(state.data.status) ? Infinity : 0),
    refetchInterval: ({ state }) => scriptPause(state.data?.status),
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

export function startProcessing(id: string) {
  return call(processScript, { params: { id }, body: { language: 'auto' } })
}
