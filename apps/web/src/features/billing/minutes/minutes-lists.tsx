import type { Lot, Spending } from '@doslovno/contract/payments.ts'
import { minutesTexts } from '@doslovno/texts/account/minutes.ts'
import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import { useDay } from '#features/billing/tariffs/use-day.ts'
import { titleOf } from '#lib/format/file-name.ts'
import { clock } from '#lib/format/time.ts'
import { minutesQuery } from '#lib/queries/minutes.ts'
import { Disclosure } from '#ui/disclosure.tsx'

import classes from '#features/billing/tariffs/tariff-section.module.css'

const texts = minutesTexts.spent

/** Newest first. */
export function SpendingList({ minutes }: { minutes: Minutes }) {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = minutes
  const spent = data?.pages.flatMap((page) => page.spent)
  return (
    <Disclosure title={texts.title}>
      {!spent && <MinutesState minutes={minutes} loading={texts.loading} />}
      {spent?.length === 0 && <p className={classes.quiet}>{texts.none}</p>}
      {spent && spent.length > 0 && (
        <ul className={classes.rows}>
          {spent.map((spending, index) => (
            // Rows have no id; the list only grows at its end.
            // oxlint-disable-next-line react/no-array-index-key
            <SpendingRow key={index} spending={spending} />
          ))}
        </ul>
      )}
      {isFetchNextPageError && (
        <p className={classes.quiet} role="alert">
          {texts.failed}
        </p>
      )}
      {hasNextPage && (
        <Button
          variant="default"
          size="compact-md"
          mt={8}
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {texts.more}
        </Button>
      )}
    </Disclosure>
  )
}

function SpendingRow({ spending: { scriptId, fileName, seconds, at } }: { spending: Spending }) {
  const day = useDay()
  return (
    <li>
      {scriptId && fileName ? (
        <Link to="/files/$scriptId" params={{ scriptId }}>
          {titleOf(fileName)}
        </Link>
      ) : (
        <span className={classes.gone}>{texts.deleted}</span>
      )}
      <span className="num">{clock(seconds)}</span>
      <span className={classes.when}>{day(at)}</span>
    </li>
  )
}

type Minutes = ReturnType<typeof useMinutes>

export function useMinutes() {
  return useInfiniteQuery(minutesQuery)
}

/** Stands in for the lots and the spending until they are loaded. */
function MinutesState({ minutes, loading }: { minutes: Minutes; loading: string }) {
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

const lotListTexts = minutesTexts.lots

type LotListProps = { minutes: Minutes; isUnlimited: boolean }

/** Lots in the order in which they expire, which is the order of spending; those of a tariff without limits do not run out. */
export function LotList({ minutes, isUnlimited }: LotListProps) {
  const lots = minutes.data?.pages[0]?.lots.filter(({ kind }) => !isUnlimited || kind !== 'plan')
  return (
    <Disclosure title={lotListTexts.title}>
      {lots ? <Lots lots={lots} /> : <MinutesState minutes={minutes} loading={lotListTexts.loading} />}
    </Disclosure>
  )
}

function Lots({ lots }: { lots: readonly Lot[] }) {
  const day = useDay()
  if (lots.length === 0) return <p className={classes.quiet}>{lotListTexts.none}</p>
  return (
    <>
      <ul className={classes.rows}>
        {lots.map(({ id, kind, minutesRemain, minutesGranted, minutesHeld, expiresAt }) => (
          <li key={id}>
            <span>
              {lotListTexts.kinds[kind]}
              {minutesHeld > 0 && <small> · {lotListTexts.held(minutesHeld)}</small>}
            </span>
            <span className="num">{lotListTexts.left(minutesRemain, minutesGranted)}</span>
            <span className={classes.when}>{lotListTexts.until(day(expiresAt))}</span>
          </li>
        ))}
      </ul>
      <p className={classes.quiet}>{lotListTexts.order}</p>
    </>
  )
}
