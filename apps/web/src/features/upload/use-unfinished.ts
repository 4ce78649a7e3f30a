import type { Upload } from '@doslovno/contract/uploads.ts'
import { useQuery } from '@tanstack/react-query'

import { uploadsQuery } from '#lib/queries/uploads.ts'

import { useUploads } from './current.ts'
import { itemsOf } from './queue.ts'

/** Uploads that this tab is not at work on; undefined until they are known, none where that cannot be found out. */
export function useUnfinished(): Upload[] | undefined {
  const { data, isError } = useQuery(uploadsQuery)
  const own = itemsOf(useUploads()).map(({ uploadId }) => uploadId)
  const known = data ?? (isError ? [] : undefined)
  return known?.filter(({ id }) => !own.includes(id))
}
