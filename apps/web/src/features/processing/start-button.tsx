import { processingTexts } from '@doslovno/texts/processing.ts'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { SCRIPTS_KEY, scriptStatusQuery, startProcessing } from '#lib/queries/scripts.ts'

import classes from './processing.module.css'

/** Starts the processing of a file that waits for it or has failed. */
export function StartButton({ scriptId, children }: { scriptId: string; children: ReactNode }) {
  const queries = useQueryClient()
  const start = useMutation({
    mutationFn: () => startProcessing(scriptId),
    onSuccess: async () => {
      // What the last run has ended with must not be taken for the news of this one.
      await queries.resetQueries({ queryKey: scriptStatusQuery(scriptId).queryKey })
      await queries.invalidateQueries({ queryKey: SCRIPTS_KEY })
    },
  })
  return (
    <>
      <Button size="md" loading={start.isPending} onClick={() => start.mutate()}>
        {children}
      </Button>
      {start.isError && (
        <p className={classes.failed} role="alert">
          {processingTexts.startFailed}
        </p>
      )}
    </>
  )
}
