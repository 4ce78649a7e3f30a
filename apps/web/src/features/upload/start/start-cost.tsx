import { startCost } from '@doslovno/domain/billing/minutes.ts'
import { optionTexts } from '@doslovno/texts/upload.ts'

import { useUser } from '#lib/queries/account.ts'

import classes from './start.module.css'

/** The minutes that a start takes and leaves; nothing while the length is unknown, or where minutes are not limited. */
export function StartCost({ seconds }: { seconds: number | null | undefined }) {
  const user = useUser()
  const cost = user && !user.isUnlimited && startCost(seconds ?? 0, user.minutesRemain)
  return cost ? <span className={`${classes.cost} num`}>{optionTexts.cost(cost.minutes, cost.left)}</span> : null
}
