import type { Call } from '@doslovno/contract/endpoint.ts'
import * as contract from '@doslovno/contract/folders.ts'
import type { Folder } from '@doslovno/contract/folders.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'

import { call } from '#lib/api/current.ts'
import { live } from '#lib/live/current.ts'
import { dropKept } from '#lib/offline/kept.ts'

import { listInterval } from './poll-intervals.ts'
import { LIST_KEY, SCRIPTS_KEY, SEARCH_KEY } from './scripts.ts'

/** Under the key of files, which change the counts. */
const FOLDERS_KEY = [...SCRIPTS_KEY, 'folders'] as const

export function foldersQuery() {
  return queryOptions({
    queryKey: FOLDERS_KEY,
    queryFn: async ({ signal }): Promise<readonly Folder[]> => (await call(contract.listFolders, {}, signal)).data,
    refetchInterval: () => listInterval([], live.isOn.get()),
  })
}

/** Reloads the lists of files and folders, but no text. */
export async function refreshLists(queries: QueryClient): Promise<void> {
  await Promise.all([LIST_KEY, SEARCH_KEY, FOLDERS_KEY].map((queryKey) => queries.invalidateQueries({ queryKey })))
}

export async function createFolder(name: string): Promise<Folder> {
  return (await call(contract.createFolder, { body: { name } })).folder
}

export async function renameFolder(id: string, name: string): Promise<void> {
  await call(contract.renameFolder, { params: { id }, body: { name } })
}

export async function deleteFolder(id: string): Promise<void> {
  await call(contract.deleteFolder, { params: { id } })
}

/** `folderId` null: out of their folders. */
export async function moveScripts(scriptIds: string[], folderId: string | null): Promise<void> {
  await call(contract.moveScripts, { body: { scriptIds, folderId } })
}

export async function deleteScripts(scriptIds: string[]): Promise<void> {
  await call(contract.deleteScripts, { body: { scriptIds } })
  await Promise.allSettled(scriptIds.map(dropKept)) // the files themselves are deleted
}

export function exportScripts(asked: Call<typeof contract.exportScripts>['body']) {
  return call(contract.exportScripts, { body: asked })
}
