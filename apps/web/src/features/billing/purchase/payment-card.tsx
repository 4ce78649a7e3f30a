import type { PaymentState } from '@doslovno/contract/payments.ts'
import { declineTexts, paymentReturnTexts, roubles } from '@doslovno/texts/billing/payment.ts'
import { Button, CloseButton, Loader } from '@mantine/core'
import { Ban, CircleAlert, Clock3, type LucideIcon, Undo2 } from 'lucide-react'

import { PayAgain } from './pay-again.tsx'
import type { ReturnView } from './return-view.ts'
import type { Bought } from './success-dialog.tsx'

import classes from './payment.module.css'

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
export function PaymentCard({ view, payment, isChecking, onCheck, onPaid, onClose }: Props) {
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
