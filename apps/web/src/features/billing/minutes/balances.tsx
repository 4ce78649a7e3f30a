import type { AccountInfo } from '@doslovno/contract/account/accounts.ts'
import type { Lot } from '@doslovno/contract/payments.ts'
import { minutesTexts } from '@doslovno/texts/account/minutes.ts'
import { LOCALE } from '@doslovno/texts/format.ts'
import { Progress } from '@mantine/core'

import { useDay } from '#features/billing/tariffs/use-day.ts'

import classes from '#features/billing/tariffs/tariff-section.module.css'

type Props = {
  info: AccountInfo
  /** Undefined until they are loaded. */
  lots: readonly Lot[] | undefined
}

/** Minutes left, of the tariff and extra, and until when. */
export function Balances({ info: { tariff, minutesExtraRemain }, lots = [] }: Props) {
  const day = useDay()
  const extra = lots.filter(({ kind, minutesRemain }) => kind !== 'plan' && minutesRemain > 0)
  const granted = extra.reduce((sum, { minutesGranted }) => sum + minutesGranted, 0)
  return (
    <div className={classes.balances}>
      {tariff.isUnlimited ? (
        <Unlimited tariff={tariff} />
      ) : (
        <Balance
          left={tariff.minutesRemain}
          of={tariff.minutesActual}
          text={planText(tariff)}
          bar={minutesTexts.plan.bar}
          note={planNote(tariff, lots, day)}
        />
      )}
      {(!tariff.isUnlimited || minutesExtraRemain > 0) && (
        <Balance
          left={minutesExtraRemain}
          of={Math.max(granted, minutesExtraRemain)}
          text={minutesTexts.extra.rest(minutesExtraRemain)}
          bar={minutesTexts.extra.bar}
          note={extraNote(minutesExtraRemain, extra, day)}
        />
      )}
    </div>
  )
}

function Unlimited({ tariff: { name, expiredAt } }: Pick<AccountInfo, 'tariff'>) {
  const day = useDay()
  return (
    <div>
      <p className={classes.balance}>
        <b>{minutesTexts.unlimited}</b> {minutesTexts.plan.unlimited(name)}
      </p>
      {expiredAt && <p className={classes.note}>{minutesTexts.plan.unlimitedUntil(day(expiredAt))}</p>}
    </div>
  )
}

type BalanceProps = { left: number; of: number; text: string; bar: string; note: string | undefined }

function Balance({ left, of, text, bar, note }: BalanceProps) {
  return (
    <div>
      <p className={classes.balance}>
        <b className="num">{left.toLocaleString(LOCALE)}</b> {text}
      </p>
      <Progress value={of > 0 ? (100 * left) / of : 0} size={6} color="var(--accent)" aria-label={bar} />
      {/* A line is kept for the note that comes with the lots. */}
      <p className={classes.note}>{note ?? '\u00a0'}</p>
    </div>
  )
}

/** In the grace after a failed payment there is no bundle. */
function planText({ name, minutesActual }: AccountInfo['tariff']): string {
  return minutesActual > 0 ? minutesTexts.plan.rest(minutesActual, name) : minutesTexts.plan.none(name)
}

function planNote(tariff: AccountInfo['tariff'], lots: readonly Lot[], day: (iso: string) => string) {
  if (tariff.nextMinutesBundleDate) return minutesTexts.plan.renewed(day(tariff.nextMinutesBundleDate))
  if (tariff.subscriptionStatus === 'paymentFailed') return minutesTexts.plan.afterPayment
  const end = lots.find(({ kind }) => kind === 'plan')?.expiresAt ?? tariff.expiredAt
  return end ? minutesTexts.plan.until(day(end)) : undefined
}

/** Lots come in the order of their ends. */
function extraNote(left: number, [first, ...others]: readonly Lot[], day: (iso: string) => string) {
  if (left === 0) return minutesTexts.extra.none
  if (!first) return undefined
  const end = day(first.expiresAt)
  const isOneDay = others.every(({ expiresAt }) => day(expiresAt) === end)
  return isOneDay ? minutesTexts.extra.until(end) : minutesTexts.extra.first(first.minutesRemain, end)
}
