import { hearSpanAgain, type Script } from '@doslovno/contract/scripts.ts'
import { unheardTexts } from '@doslovno/texts/file-page.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { call } from '#lib/api/current.ts'
import { showToast } from '#ui/toast.ts'

import { scriptQuery } from './scripts.ts'

export type Unheard = NonNullable<Script['unheard']>[number]

/** Asks for another hearing of speech without words; the page says so at once. */
export function useHearAgain(id: string): (span: Pick<Unheard, 'start'>) => void {
  const queries = useQueryClient()
  const { queryKey } = scriptQuery(id)
  const { mutate } = useMutation({
    mutationFn: ({ start }: Pick<Unheard, 'start'>) => call(hearSpanAgain, { params: { id }, body: { start } }),
    onMutate: ({ start }) => {
      const before = queries.getQueryData(queryKey)
      const asked = (span: Unheard): Unheard => (span.start === start ? { ...span, again: 'asked' } : span)
      queries.setQueryData(queryKey, (script) => script && { ...script, unheard: script.unheard?.map(asked) })
      return before
    },
    onError: (_error, _span, before) => {
      queries.setQueryData(queryKey, before)
      showToast(unheardTexts.failed)
    },
  })
  return mutate
}
