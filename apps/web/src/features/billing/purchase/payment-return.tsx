import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'

import { ApiError } from '#lib/http/api-error.ts'
import { refreshPurchases } from '#lib/payment/refresh.ts'
import { paymentQuery, pollPause } from '#lib/queries/payment.ts'

import { PaymentCard } from './payment-card.tsx'
import { isFinalView, returnView } from './return-view.ts'
import { type Bought, SuccessDialog } from './success-dialog.tsx'

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
