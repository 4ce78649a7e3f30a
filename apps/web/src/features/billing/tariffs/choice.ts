import type { AccountInfo, User } from '@doslovno/contract/account/accounts.ts'
import type { Tariff } from '@doslovno/contract/tariffs.ts'
import { isFreeTariff } from '@doslovno/domain/billing/tariff.ts'

export type Period = 'year' | 'month'

/** The user's subscription as the page needs it. */
export type OwnPlan = {
  tariff: Tariff
  period: Period
  status: User['tariff']['subscriptionStatus']
  /** The name of the tariff that follows the paid time. */
  next: string | null
  /** The end of the paid time. */
  until: string | null
  /** The operator gave the plan: there is no paid time to wait for. */
  isGranted: boolean
  graceUntil: string | null
  hasCard: boolean
}

/**
 * The effect of a choice: `now` and `repay` are paid at once, `later` follows the paid time, `resume` undoes a
 * cancel, `keep` undoes a planned change, `cancel` leads to Free. `current` and `scheduled` offer nothing.
 */
export type Choice = 'register' | 'current' | 'scheduled' | 'cancel' | 'now' | 'later' | 'resume' | 'repay' | 'keep'

export function choiceOf(tariff: Tariff, period: Period, own: OwnPlan | undefined): Choice {
  const isOwn = own !== undefined && own.tariff.id === tariff.id
  if (!own) return 'register'
  if (isFreeTariff(tariff)) return freeChoice(own)
  if (isOwn && own.period === period) return sameChoice(own)
  // After a declined renewal nothing is paid any more: every plan begins anew.
  if (isFreeTariff(own.tariff) || own.isGranted || own.status === 'paymentFailed') return 'now'
  return isBiggerPlan(tariff, period, own) ? 'now' : 'later'
}

function freeChoice({ tariff, status }: OwnPlan): Choice {
  if (isFreeTariff(tariff)) return 'current'
  return status === 'cancelled' ? 'scheduled' : 'cancel'
}

function sameChoice({ status, next }: OwnPlan): Choice {
  if (status === 'paymentFailed') return 'repay'
  if (status === 'cancelled') return 'resume'
  return next === null ? 'current' : 'keep'
}

/** Yearly to monthly and dearer to cheaper wait for the end of what is paid. */
function isBiggerPlan(tariff: Tariff, period: Period, own: OwnPlan): boolean {
  if (own.period === 'year' && period === 'month') return false
  return tariff.priceMonth >= own.tariff.priceMonth
}

export function ownPlanOf(user: User, info: AccountInfo | undefined, tariffs: readonly Tariff[]): OwnPlan | undefined {
  const tariff = tariffs.find(({ id }) => id === user.tariff.id)
  if (!tariff) return undefined
  const { nextTariff = null, expiredAt = null, graceUntil = null, paymentMethodData = null } = info?.tariff ?? {}
  return {
    tariff,
    period: user.tariff.period,
    status: user.tariff.subscriptionStatus,
    next: nextTariff,
    until: expiredAt,
    isGranted: info !== undefined && expiredAt === null && !isFreeTariff(tariff),
    graceUntil,
    hasCard: paymentMethodData !== null,
  }
}
