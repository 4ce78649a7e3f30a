import { views } from '@doslovno/domain/clean-view/clean-words.ts'
import { exportFormats } from '@doslovno/domain/export/formats.ts'
import { LONGEST_FOLDER_NAME, MOST_AT_ONCE } from '@doslovno/domain/script/folder.ts'
import * as z from 'zod/mini'

import type { Endpoint } from './endpoint.ts'
import { Done } from './fields.ts'

const FolderId = z.object({ id: z.uuid() })
const FolderName = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(LONGEST_FOLDER_NAME)),
})
const scriptIds = z.array(z.uuid()).check(z.minLength(1), z.maxLength(MOST_AT_ONCE))

export const Folder = z.object({
  id: z.string(),
  name: z.string(),
  /** Number of files in it. */
  files: z.int(),
})
export type Folder = z.infer<typeof Folder>

/** By name. */
export const listFolders = {
  method: 'GET',
  path: '/api/folders',
  auth: 'user',
  isPolled: true,
  isVersioned: true,
  reply: z.object({ data: z.array(Folder) }),
} as const satisfies Endpoint

/** Names differ by more than case. */
export const createFolder = {
  method: 'POST',
  path: '/api/folders',
  auth: 'user',
  isCreating: true,
  body: FolderName,
  reply: z.object({ folder: Folder }),
} as const satisfies Endpoint

export const renameFolder = {
  method: 'PATCH',
  path: '/api/folders/:id',
  auth: 'user',
  params: FolderId,
  body: FolderName,
  reply: z.object({ folder: Folder }),
} as const satisfies Endpoint

/** Its files stay, in no folder. */
export const deleteFolder = {
  method: 'DELETE',
  path: '/api/folders/:id',
  auth: 'user',
  params: FolderId,
  reply: Done,
} as const satisfies Endpoint

/** All of them or, if one is not the caller's, none. `folderId` null: out of their folders. */
export const moveScripts = {
  method: 'POST',
  path: '/api/scripts/move',
  auth: 'user',
  body: z.strictObject({ scriptIds, folderId: z.nullable(z.uuid()) }),
  reply: Done,
} as const satisfies Endpoint

/** All of them or, if one is not the caller's, none. */
export const deleteScripts = {
  method: 'POST',
  path: '/api/scripts/delete',
  auth: 'user',
  body: z.strictObject({ scriptIds }),
  reply: Done,
} as const satisfies Endpoint

/** Texts of files as one ZIP; those without a text are named in an entry of their own. */
export const exportScripts = {
  method: 'POST',
  path: '/api/scripts/export',
  auth: 'session',
  isDownload: true,
  body: z.strictObject({
    scriptIds,
    format: z.enum(exportFormats),
    view: z._default(z.enum(views), 'verbatim'),
    speakers: z._default(z.boolean(), true),
    timecodes: z._default(z.boolean(), true),
    /** With summary and chapters; subtitles have none. */
    outline: z._default(z.boolean(), false),
    /** Marks speech without words; subtitles never do. */
    unheard: z._default(z.boolean(), true),
  }),
  reply: z.custom<Uint8Array<ArrayBuffer>>(),
} as const satisfies Endpoint
