import { type PaymentState, payMinutes, repaySubscription } from '@doslovno/contract/payments.ts'
import { declineTexts, paymentReturnTexts, roubles } from '@doslovno/texts/billing/payment.ts'
import { Button, CloseButton, Loader } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Ban, CircleAlert, Clock3, type LucideIcon, Undo2 } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'

import { call } from '#lib/api/current.ts'
import { ApiError } from '#lib/http/api-error.ts'
import { refreshPurchases } from '#lib/payment/refresh.ts'
import { wayBack } from '#lib/payment/way-back.ts'
import { useUser } from '#lib/queries/account.ts'
import { paymentQuery, pollPause } from '#lib/queries/payment.ts'
import { LinkButton } from '#ui/link-button.tsx'

import { PurchaseMessage } from './purchase-message.tsx'
import { type Bought, SuccessDialog } from './success-dialog.tsx'
import { usePurchase } from './use-purchase.ts'

import classes from './payment.module.css'

/** Shows the payment that the address names: waiting, paid, declined or closed. For the account page. */
export function PaymentReturn() {
  const { payment } = useSearch({ strict: false })
  // The address loses the payment as soon as its end is known; the page shows it until it is closed.
  const [id, setId] = useState(payment)
  if (payment !== undefined && payment !== id) setId(payment)
  return id === undefined ? null : <Return key={id} id={id} onClose={() => setId(undefined)} />
}

function Return({ id, onClose }: { id: string; onClose: () => void }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [repaid, setRepaid] = useState<Bought | null>(null)
  const query = useQuery(paymentQuery(id))
  const { data: payment, error, refetch, isFetching } = query
  const polls = queries.getQueryState(paymentQuery(id).queryKey)
  const view = returnView({
    payment,
    isMissing: error instanceof ApiError && (error.status === 404 || error.status === 400),
    isPolled: pollPause((polls?.dataUpdateCount ?? 0) + (polls?.errorUpdateCount ?? 0)) !== false,
  })
  const clearAddress = () => navigate({ to: '/account', search: {}, hash: true, replace: true })
  const onEnd = useEffectEvent(() => {
    if (!isFinalView(view)) return
    void clearAddress()
    void refreshPurchases(queries)
  })
  useEffect(() => onEnd(), [view])

  const close = () => {
    void clearAddress()
    onClose()
  }
  const bought = repaid ?? (view === 'paid' && payment ? payment : null)
  return (
    <>
      {view !== 'paid' && !repaid && (
        <PaymentCard
          view={view}
          payment={payment}
          isChecking={isFetching}
          onCheck={() => void refetch()}
          onPaid={setRepaid}
          onClose={close}
        />
      )}
      <SuccessDialog bought={bought} onClose={close} />
    </>
  )
}

type Props = {
  view: Exclude<ReturnView, 'paid'>
  payment: PaymentState | undefined
  isChecking: boolean
  onCheck: () => void
  onPaid: (bought: Bought) => void
  onClose: () => void
}

const texts = paymentReturnTexts

const LOOKS: Record<Props['view'], { tone: 'info' | 'bad' | 'quiet'; icon: LucideIcon }> = {
  waiting: { tone: 'info', icon: Clock3 },
  slow: { tone: 'info', icon: Clock3 },
  declined: { tone: 'bad', icon: CircleAlert },
  closed: { tone: 'quiet', icon: Ban },
  refunded: { tone: 'quiet', icon: Undo2 },
  unknown: { tone: 'quiet', icon: Ban },
}

/** A payment that is not, or not yet, successful. */
function PaymentCard({ view, payment, isChecking, onCheck, onPaid, onClose }: Props) {
  const { tone, icon: Icon } = LOOKS[view]
  const { title, text } = wordsOf(view, payment)
  return (
    <section className={classes.card} data-tone={tone} aria-label={texts.label}>
      <span className={classes.cardIcon} aria-hidden>
        {view === 'waiting' ? <Loader size={20} color="currentColor" /> : <Icon size={20} />}
      </span>
      <div className={classes.cardWords} role="status">
        <b>{title}</b>
        <p>{text}</p>
      </div>
      <CloseButton aria-label={texts.close} onClick={onClose} className={classes.cardClose} />
      <div className={classes.cardActions}>
        {(view === 'waiting' || view === 'slow') && payment?.redirectUrl && (
          <Button component="a" href={payment.redirectUrl} size="sm" variant="default">
            {texts.waiting.toPage}
          </Button>
        )}
        {view === 'slow' && (
          <Button size="sm" variant="default" loading={isChecking} onClick={onCheck}>
            {texts.slow.check}
          </Button>
        )}
        {(view === 'declined' || view === 'closed') && payment && <PayAgain payment={payment} onPaid={onPaid} />}
      </div>
    </section>
  )
}

function wordsOf(view: Props['view'], payment: PaymentState | undefined): { title: string; text: string } {
  if (view === 'declined') {
    const reason = declineTexts[payment?.declineReason ?? 'other']
    return { title: texts.declined.title, text: `${reason} ${texts.declined.nothingTaken}` }
  }
  if (view === 'refunded')
    return { title: texts.refunded.title, text: texts.refunded.text(roubles(payment?.amount ?? 0)) }
  return texts[view]
}

/** How the return page shows a payment. `slow`: polling has stopped. */
type ReturnView = 'waiting' | 'slow' | 'paid' | 'refunded' | 'declined' | 'closed' | 'unknown'

type Asked = { payment: PaymentState | undefined; isMissing: boolean; isPolled: boolean }

function returnView({ payment, isMissing, isPolled }: Asked): ReturnView {
  if (isMissing) return 'unknown'
  if (!payment || payment.status === 'pending') return isPolled ? 'waiting' : 'slow'
  if (payment.status === 'error') return 'declined'
  if (payment.status === 'cancel') return 'closed'
  return payment.refunded >= payment.amount ? 'refunded' : 'paid'
}

function isFinalView(view: ReturnView): boolean {
  return view !== 'waiting' && view !== 'slow'
}

type PayAgainProps = { payment: PaymentState; onPaid: (bought: Bought) => void }

/** Repeats a payment that failed. A new tariff is chosen again on its page: prices may have changed since. */
function PayAgain({ payment: { minutes }, onPaid }: PayAgainProps) {
  const user = useUser()
  const { state, isBusy, run } = usePurchase({ onPaid })
  const isRenewal = user?.tariff.subscriptionStatus === 'paymentFailed'
  if (minutes === null && !isRenewal) return <ChooseAgain />
  const pay = (changePaymentMethod: boolean) =>
    run(() =>
      minutes === null
        ? call(repaySubscription, { body: { changePaymentMethod } })
        : call(payMinutes, { body: { minutesCount: minutes, changePaymentMethod, saveCard: false } }),
    )
  return (
    <>
      <Button size="sm" loading={isBusy} onClick={() => pay(false)}>
        {texts.again}
      </Button>
      <Button size="sm" variant="default" disabled={isBusy} onClick={() => pay(true)}>
        {texts.otherCard}
      </Button>
      <PurchaseMessage state={state} />
    </>
  )
}

function ChooseAgain() {
  const from = wayBack()
  return (
    <LinkButton to="/tariffs" search={from === undefined ? {} : { from }} size="sm">
      {texts.again}
    </LinkButton>
  )
}
