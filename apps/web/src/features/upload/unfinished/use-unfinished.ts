import type { Upload } from '@doslovno/contract/uploads.ts'
import { useQuery } from '@tanstack/react-query'

import { useUploads } from '#features/upload/queue/current.ts'
import { itemsOf } from '#features/upload/queue/queue.ts'
import { uploadsQuery } from '#lib/queries/uploads.ts'

/** Unfinished uploads that no tab works on; undefined while loading, empty if they cannot be loaded. */
export function useUnfinished(): Upload[] | undefined {
  const { data, isError } = useQuery(uploadsQuery)
  const own = itemsOf(useUploads()).map(({ uploadId }) => uploadId)
  const known = data ?? (isError ? [] : undefined)
  return known?.filter(({ id }) => !own.includes(id))
}
