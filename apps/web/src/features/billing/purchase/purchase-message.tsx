import { chargeTexts } from '@doslovno/texts/account/payments.ts'
import { declineTexts, paymentReturnTexts, purchaseProblems } from '@doslovno/texts/billing/payment.ts'
import { Button } from '@mantine/core'

import type { PurchaseState } from './use-purchase.ts'

import classes from './purchase-message.module.css'

type Props = {
  state: PurchaseState
  /** Pays the same with another card; undefined where a button for it is in sight. */
  onOtherCard?: () => void
}

/** The outcome of a purchase. Both regions stay in the DOM, so that a screen reader announces their content. */
export function PurchaseMessage({ state, onOtherCard }: Props) {
  return (
    <>
      <div role="status">
        {state.step === 'busy' && <p className={classes.quiet}>{chargeTexts.busy}</p>}
        {state.step === 'late' && <p className={classes.quiet}>{chargeTexts.late}</p>}
      </div>
      <div role="alert">
        {state.step === 'noEmail' && <p className={classes.failed}>{purchaseProblems.noEmail}</p>}
        {state.step === 'failed' && <Failure isUnsure={state.isUnsure} />}
        {state.step === 'declined' && (
          <p className={classes.failed}>
            {declineTexts[state.reason]} {paymentReturnTexts.declined.nothingTaken}
          </p>
        )}
      </div>
      {state.step === 'declined' && onOtherCard && (
        <Button variant="default" mt={10} onClick={onOtherCard}>
          {chargeTexts.otherCard}
        </Button>
      )}
    </>
  )
}

function Failure({ isUnsure }: { isUnsure: boolean }) {
  return (
    <>
      <p className={classes.failed}>{purchaseProblems.other}</p>
      {isUnsure && <p className={classes.quiet}>{chargeTexts.unsure}</p>}
    </>
  )
}
