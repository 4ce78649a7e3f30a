import { abortUpload, listUploads } from '@doslovno/contract/uploads.ts'
import { queryOptions } from '@tanstack/react-query'

import { call } from '#lib/api/current.ts'

import { heldUploads } from './held-uploads.ts'

export const UPLOADS_KEY = ['uploads'] as const

/** Unfinished uploads that no tab works on. Never cached: stale data would mislead. */
export const uploadsQuery = queryOptions({
  queryKey: UPLOADS_KEY,
  queryFn: async ({ signal }) => {
    const { data } = await call(listUploads, {}, signal)
    const held = await heldUploads()
    return data.filter(({ id }) => !held.has(id))
  },
  gcTime: 0,
})

export function removeUpload(id: string) {
  return call(abortUpload, { params: { id } })
}
