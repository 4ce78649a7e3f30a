import type { Lot } from '@doslovno/contract/payments.ts'
import { minutesTexts } from '@doslovno/texts/account/minutes.ts'

import { useDay } from '#features/billing/tariffs/use-day.ts'
import { Disclosure } from '#ui/disclosure.tsx'

import { type Minutes, MinutesState } from './minutes-state.tsx'

import classes from '#features/billing/tariffs/tariff-section.module.css'

const texts = minutesTexts.lots

/** Lots in the order in which they expire, which is the order of spending. */
export function LotList({ minutes }: { minutes: Minutes }) {
  const lots = minutes.data?.pages[0]?.lots
  return (
    <Disclosure title={texts.title}>
      {lots ? <Lots lots={lots} /> : <MinutesState minutes={minutes} loading={texts.loading} />}
    </Disclosure>
  )
}

function Lots({ lots }: { lots: readonly Lot[] }) {
  const day = useDay()
  if (lots.length === 0) return <p className={classes.quiet}>{texts.none}</p>
  return (
    <>
      <ul className={classes.rows}>
        {lots.map(({ id, kind, minutesRemain, minutesGranted, minutesHeld, expiresAt }) => (
          <li key={id}>
            <span>
              {texts.kinds[kind]}
              {minutesHeld > 0 && <small> · {texts.held(minutesHeld)}</small>}
            </span>
            <span className="num">{texts.left(minutesRemain, minutesGranted)}</span>
            <span className={classes.when}>{texts.until(day(expiresAt))}</span>
          </li>
        ))}
      </ul>
      <p className={classes.quiet}>{texts.order}</p>
    </>
  )
}
