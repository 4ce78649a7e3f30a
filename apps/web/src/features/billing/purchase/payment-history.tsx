import type { Payment } from '@doslovno/contract/payments.ts'
import { paymentHistoryTexts } from '@doslovno/texts/account/payments.ts'
import { roubles } from '@doslovno/texts/billing/payment.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'

import { useDay } from '#features/billing/tariffs/use-day.ts'
import { Section } from '#ui/section.tsx'

import classes from './payment-history.module.css'

const texts = paymentHistoryTexts
const ROWS_AT_FIRST = 4

/** Payments newest first; the rest on demand. */
export function PaymentHistory({ payments }: { payments: readonly Payment[] }) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? payments : payments.slice(0, ROWS_AT_FIRST)
  return (
    <Section title={texts.title} id="payments">
      {payments.length === 0 && <p className={classes.none}>{texts.none}</p>}
      <ul className={classes.rows}>
        {shown.map((payment) => (
          <PaymentRow key={payment.id} payment={payment} />
        ))}
      </ul>
      {shown.length < payments.length && (
        <Button variant="default" mt={12} onClick={() => setIsWhole(true)}>
          {texts.showAll(payments.length)}
        </Button>
      )}
    </Section>
  )
}

function PaymentRow({ payment }: { payment: Payment }) {
  const { createdAt, description, amount, refunded, status, redirectUrl, receipt } = payment
  const day = useDay()
  return (
    <li>
      <time dateTime={createdAt}>{day(createdAt)}</time>
      <span className={classes.what}>
        {description}
        {receipt && <small>{texts.receipts[receipt]}</small>}
      </span>
      <span className={`${classes.sum} num`}>
        {roubles(amount)}
        {refunded > 0 && <small>{texts.refunded(roubles(refunded))}</small>}
      </span>
      <span className={classes.status} data-status={status}>
        {texts.statuses[status]}
        {status === 'pending' && redirectUrl && (
          <Button
            component="a"
            href={redirectUrl}
            variant="default"
            size="compact-sm"
            aria-label={texts.payFor(description)}
          >
            {texts.pay}
          </Button>
        )}
      </span>
    </li>
  )
}
