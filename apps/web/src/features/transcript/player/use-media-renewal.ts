import { getMedia, type Media } from '@doslovno/contract/scripts.ts'
import { useQueryClient } from '@tanstack/react-query'

import { call } from '#lib/api/current.ts'
import { ApiError } from '#lib/http/api-error.ts'
import { scriptQuery } from '#lib/queries/scripts.ts'

/** Fetches new addresses of the recording; if the file is gone, reloads it to show so. */
export function useMediaRenewal(id: string): () => Promise<Media> {
  const queries = useQueryClient()
  return async () => {
    try {
      return await call(getMedia, { params: { id } })
    } catch (error) {
      const isGone = error instanceof ApiError && (error.status === 404 || error.status === 410)
      if (isGone) void queries.invalidateQueries({ queryKey: scriptQuery(id).queryKey, exact: true })
      throw error
    }
  }
}
