import { cancelSubscription } from '@doslovno/contract/payments.ts'
import { cancelTexts } from '@doslovno/texts/billing/payment.ts'
import { confirmTexts } from '@doslovno/texts/shell.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { call } from '#lib/api/current.ts'
import { dateOf } from '#lib/format/day.ts'
import { refreshPurchases } from '#lib/payment/refresh.ts'
import { infoQuery, useUser } from '#lib/queries/account.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showToast } from '#ui/toast.ts'

type Props = { opened: boolean; onClose: () => void; onCancelled?: () => void | Promise<void> }

const TOAST_MS = 4000

/** The subscription was not cancelled although the call succeeded. */
class NoExpiry extends Error {}

/** Cancels the subscription: the tariff runs to the end of what is paid, then Free follows. */
export function CancelSubscriptionDialog({ opened, onClose, onCancelled }: Props) {
  const queries = useQueryClient()
  const user = useUser()
  const [now] = useState(() => new Date())
  const { data: info } = useQuery({ ...infoQuery(), enabled: opened })
  const cancel = async () => {
    const { expiredAt } = await call(cancelSubscription, {})
    if (expiredAt === null) throw new NoExpiry()
    await refreshPurchases(queries)
    showToast(new Date(expiredAt) > now ? cancelTexts.done(dateOf(expiredAt, now)) : cancelTexts.doneAtOnce, TOAST_MS)
    await onCancelled?.()
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onConfirm={cancel}
      title={cancelTexts.title}
      subtitle={user ? endText(user.tariff.name, info?.tariff.expiredAt ?? null, now) : undefined}
      text={cancelTexts.kept}
      confirm={cancelTexts.confirm}
      cancel={cancelTexts.cancel}
      tone="bad"
      failure={(error) => (error instanceof NoExpiry ? cancelTexts.noExpiry : confirmTexts.failed)}
    />
  )
}

function endText(tariff: string, expiredAt: string | null, now: Date): string {
  const isPaid = expiredAt !== null && new Date(expiredAt) > now
  return isPaid ? cancelTexts.until(tariff, dateOf(expiredAt, now)) : cancelTexts.atOnce(tariff)
}
