import type { ActionItem } from '@doslovno/contract/summaries.ts'
import { taskTexts } from '@doslovno/texts/summaries/summary-panel.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { actionItemsQuery, tickActionItem } from '#lib/queries/summaries.ts'
import { showToast } from '#ui/toast.ts'

const SHOWN_MS = 3000

type Tick = { item: ActionItem; isDone: boolean }

/** Ticks a task at once, and takes the tick back if the server does not keep it. */
export function useTick(scriptId: string): (tick: Tick) => void {
  const queries = useQueryClient()
  const { queryKey } = actionItemsQuery(scriptId)
  const show = ({ item: { id }, isDone }: Tick) =>
    queries.setQueryData(
      queryKey,
      (list) => list && { ...list, data: list.data.map((item) => (item.id === id ? { ...item, isDone } : item)) },
    )
  const { mutate } = useMutation({
    mutationFn: ({ item, isDone }: Tick) => tickActionItem(scriptId, item.id, isDone),
    onMutate: async (tick) => {
      await queries.cancelQueries({ queryKey })
      show(tick)
    },
    onError: (_error, { item, isDone }) => {
      show({ item, isDone: !isDone })
      showToast(taskTexts.failed, SHOWN_MS)
    },
  })
  return mutate
}
