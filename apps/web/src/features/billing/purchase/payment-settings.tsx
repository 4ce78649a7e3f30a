import type { AccountInfo } from '@doslovno/contract/account/accounts.ts'
import { unlinkCard } from '@doslovno/contract/payments.ts'
import { cardName, paymentSettingsTexts } from '@doslovno/texts/account/payments.ts'
import { roubles } from '@doslovno/texts/billing/payment.ts'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { CreditCard, RefreshCw } from 'lucide-react'

import { useDay } from '#features/billing/tariffs/use-day.ts'
import { call } from '#lib/api/current.ts'
import { refreshPurchases } from '#lib/payment/refresh.ts'
import { useConfirm } from '#ui/confirm-dialog.tsx'
import { Section } from '#ui/section.tsx'
import { showToast } from '#ui/toast.ts'

import classes from '#ui/setting-row.module.css'

const texts = paymentSettingsTexts

type Props = {
  tariff: AccountInfo['tariff']
  /** Asks whether to cancel the subscription. */
  onCancel: () => void
}

/** The saved card, and the automatic renewal it pays for. */
export function PaymentSettings({ tariff, onCancel }: Props) {
  const day = useDay()
  const { isFree, expiredAt, subscriptionStatus, paymentMethodData: card } = tariff
  const canCancel = !isFree && expiredAt !== null && subscriptionStatus !== 'cancelled'
  return (
    <Section title={texts.title} id="payment-settings">
      <div className={classes.row}>
        <CreditCard size={20} aria-hidden />
        <div className={classes.words}>
          <b>{card ? cardName(card.title) : texts.noCard}</b>
          <p>{card ? texts.cardHint : texts.noCardHint}</p>
        </div>
        {card && <UnlinkButton tariff={tariff} />}
      </div>
      <div className={classes.row}>
        <RefreshCw size={20} aria-hidden />
        <div className={classes.words}>
          <b>{texts.subscription}</b>
          <p>{renewalOf(tariff, day)}</p>
        </div>
        {canCancel && (
          <Button variant="default" onClick={onCancel}>
            {texts.cancel}
          </Button>
        )}
      </div>
    </Section>
  )
}

function UnlinkButton({ tariff }: { tariff: AccountInfo['tariff'] }) {
  const day = useDay()
  const queries = useQueryClient()
  const ends = tariff.subscriptionStatus === 'active' && !tariff.isFree && tariff.expiredAt
  const unlinking = useConfirm(() => ({
    title: texts.unlinkTitle,
    subtitle: ends ? texts.unlinkEnds(tariff.name, day(ends)) : undefined,
    text: texts.unlinkText,
    confirm: texts.unlink,
    onConfirm: async () => {
      await call(unlinkCard, {})
      showToast(texts.unlinked)
      await refreshPurchases(queries)
    },
  }))
  return (
    <>
      <Button variant="default" onClick={() => unlinking.ask()}>
        {texts.unlink}
      </Button>
      {unlinking.dialog}
    </>
  )
}

function renewalOf(tariff: AccountInfo['tariff'], day: (iso: string) => string): string {
  const { isFree, subscriptionStatus, expiredAt, nextPaymentDate, nextPaymentAmount } = tariff
  if (isFree) return texts.none
  if (subscriptionStatus === 'paymentFailed') return texts.overdue
  if (subscriptionStatus === 'cancelled' && expiredAt) return texts.cancelled(day(expiredAt))
  if (!nextPaymentDate || nextPaymentAmount === null) return texts.granted
  return texts.renews(day(nextPaymentDate), roubles(nextPaymentAmount))
}
