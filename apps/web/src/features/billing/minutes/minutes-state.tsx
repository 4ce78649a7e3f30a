import { minutesTexts } from '@doslovno/texts/account/minutes.ts'
import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'

import { minutesQuery } from '#lib/queries/minutes.ts'

import classes from '#features/billing/tariffs/tariff-section.module.css'

export type Minutes = ReturnType<typeof useMinutes>

export function useMinutes() {
  return useInfiniteQuery(minutesQuery)
}

/** Stands in for the lots and the spending until they are loaded. */
export function MinutesState({ minutes, loading }: { minutes: Minutes; loading: string }) {
  if (!minutes.isError) {
    return (
      <div role="status">
        <span className="visually-hidden">{loading}</span>
        <Skeleton height={14} my={10} width="70%" />
        <Skeleton height={14} my={10} width="55%" />
      </div>
    )
  }
  return (
    <div role="alert">
      <p className={classes.quiet}>{minutesTexts.spent.failed}</p>
      <Button
        variant="default"
        size="compact-md"
        mt={6}
        loading={minutes.isFetching}
        onClick={() => void minutes.refetch()}
      >
        {minutesTexts.retry}
      </Button>
    </div>
  )
}
