import { hearSpanAgain, type Script } from '@doslovno/contract/scripts.ts'
import { unheardTexts } from '@doslovno/texts/file-page.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'

import { playStretch } from '#features/transcript/player/play-stretch.ts'
import type { Player } from '#features/transcript/player/player.ts'
import { call } from '#lib/api/current.ts'
import { clock } from '#lib/format/time.ts'
import { scriptQuery } from '#lib/queries/scripts.ts'
import { showToast } from '#ui/toast.ts'

import classes from '#features/transcript/transcript.module.css'

export type Unheard = NonNullable<Script['unheard']>[number]

/** Only the owner has `again`. */
export type UnheardActions = { listen?: ((span: Unheard) => void) | undefined; again?: (span: Unheard) => void }

export const UnheardContext = createContext<UnheardActions>({})

/** Speech without words, where it was said. */
export function UnheardLine({ span }: { span: Unheard }) {
  const { listen, again } = useContext(UnheardContext)
  const state = span.again ?? 'once'
  return (
    <p className={classes.unheard} role="note" data-unheard={span.start}>
      <span>
        <span className="num">{`${clock(span.start)}–${clock(span.end)}`}</span> {unheardTexts.states[state]}
      </span>
      {listen && (
        <button type="button" onClick={() => listen(span)}>
          {unheardTexts.listen}
        </button>
      )}
      {again && state === 'once' && (
        <button type="button" onClick={() => again(span)}>
          {unheardTexts.again}
        </button>
      )}
    </p>
  )
}

export function useUnheardActions(id: string, player: Player | undefined, isOwner: boolean): UnheardActions {
  const queries = useQueryClient()
  const { queryKey } = scriptQuery(id)
  const { mutate } = useMutation({
    mutationFn: ({ start }: Unheard) => call(hearSpanAgain, { params: { id }, body: { start } }),
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
  return {
    listen: player && ((span) => playStretch(player, span, () => undefined)),
    ...(isOwner && { again: mutate }),
  }
}
