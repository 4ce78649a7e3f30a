import type { Script } from '@doslovno/contract/scripts.ts'
import { processingTexts } from '@doslovno/texts/processing.ts'
import { optionTexts } from '@doslovno/texts/upload.ts'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { OptionsPanel } from '#features/upload/options/options-panel.tsx'
import { lastOptions, type Options } from '#features/upload/options/options.ts'
import { ShortOfMinutes } from '#features/upload/steps/short-of-minutes.tsx'
import { useUser } from '#lib/queries/account.ts'
import { SCRIPTS_KEY, scriptStatusQuery } from '#lib/queries/scripts.ts'
import { useRemembered } from '#lib/use-remembered.ts'

import { StartCost } from './start-cost.tsx'
import { startWith } from './start-with.ts'

import classes from './start.module.css'

/** Starts the processing of an uploaded file: with options, or in part where the minutes do not suffice. */
export function StartFile({ script }: { script: Script }) {
  const isShort = script.status === 'notEnoughMinutes' || script.availableMinutes !== undefined
  return isShort ? (
    <StartShort scriptId={script.id} availableMinutes={script.availableMinutes ?? 0} />
  ) : (
    <StartWithOptions script={script} />
  )
}

function StartWithOptions({ script: { id, duration } }: { script: Script }) {
  const [options, setOptions] = useRemembered(lastOptions)
  const start = useStart(id)
  return (
    <div>
      <h1 className={classes.title}>{optionTexts.title}</h1>
      <OptionsPanel
        options={options}
        onChange={(changed) => setOptions({ ...options, ...changed })}
        onStart={() => start.mutate({ options, force: false })}
        isStarting={start.isPending}
        next={start.isError ? <NotStarted /> : null}
        cost={<StartCost seconds={duration} />}
      />
    </div>
  )
}

function StartShort({ scriptId, availableMinutes }: { scriptId: string; availableMinutes: number }) {
  const user = useUser()
  const start = useStart(scriptId)
  return (
    <ShortOfMinutes
      availableMinutes={availableMinutes}
      canBuy={user?.canChangeTariff ?? false}
      isStarting={start.isPending}
      onForce={() => start.mutate({ options: lastOptions.recall(), force: true })}
    >
      {start.isError && <NotStarted />}
    </ShortOfMinutes>
  )
}

/** Retries a file whose processing has failed. */
export function StartAgain({ scriptId }: { scriptId: string }) {
  const start = useStart(scriptId)
  return (
    <>
      <Button
        size="md"
        loading={start.isPending}
        onClick={() => start.mutate({ options: lastOptions.recall(), force: false })}
      >
        {processingTexts.again}
      </Button>
      {start.isError && <NotStarted />}
    </>
  )
}

function NotStarted() {
  return (
    <span className={classes.failed} role="alert">
      {processingTexts.startFailed}
    </span>
  )
}

function useStart(scriptId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ options, force }: { options: Options; force: boolean }) => startWith(scriptId, options, { force }),
    onSuccess: () =>
      // A cached result of the last run would be taken for the result of this one.
      queries.resetQueries({ queryKey: scriptStatusQuery(scriptId).queryKey }),
    onSettled: () => queries.invalidateQueries({ queryKey: SCRIPTS_KEY }),
  })
}
