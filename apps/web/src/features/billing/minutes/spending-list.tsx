import type { Spending } from '@doslovno/contract/payments.ts'
import { minutesTexts } from '@doslovno/texts/account/minutes.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'

import { useDay } from '#features/billing/tariffs/use-day.ts'
import { titleOf } from '#lib/format/file-name.ts'
import { clock } from '#lib/format/time.ts'
import { Disclosure } from '#ui/disclosure.tsx'

import { type Minutes, MinutesState } from './minutes-state.tsx'

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
