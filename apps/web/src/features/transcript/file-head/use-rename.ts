import { renameScript } from '@doslovno/contract/scripts.ts'
import { fileTitleTexts } from '@doslovno/texts/file-page.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { call } from '#lib/api/current.ts'
import { scriptQuery, showChange } from '#lib/queries/scripts.ts'
import { showToast } from '#ui/toast.ts'

/** Renames the file optimistically, and reverts if the server refuses. */
export function useRename(id: string): (fileName: string) => void {
  const queries = useQueryClient()
  const { queryKey } = scriptQuery(id)
  const { mutate } = useMutation({
    mutationFn: (fileName: string) => call(renameScript, { params: { id }, body: { fileName } }),
    onMutate: (fileName) => {
      const before = queries.getQueryData(queryKey)
      queries.setQueryData(queryKey, (script) => script && { ...script, fileName })
      return before
    },
    onError: (_error, _fileName, before) => {
      queries.setQueryData(queryKey, before)
      showToast(fileTitleTexts.failed)
    },
    // The server may have cleaned the name.
    onSuccess: ({ script }) => showChange(queries, script),
  })
  return mutate
}
