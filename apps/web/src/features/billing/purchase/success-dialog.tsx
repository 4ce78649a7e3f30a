import { successTexts } from '@doslovno/texts/billing/payment.ts'
import { Button, Modal } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { useState } from 'react'

import { rememberWayBack, wayBack } from '#lib/payment/way-back.ts'
import { useUser } from '#lib/queries/account.ts'

import classes from './payment.module.css'

/** Minutes if minutes were bought, otherwise the tariff. */
export type Bought = { tariffName: string | null; minutes: number | null }

type Props = {
  /** Null: closed. */
  bought: Bought | null
  onClose: () => void
}

/** Says what a payment brought, and leads back to where the user wanted to go before it. */
export function SuccessDialog({ bought, onClose }: Props) {
  const navigate = useNavigate()
  const user = useUser()
  // The dialog fades out with its content.
  const [shown, setShown] = useState(bought)
  if (bought && bought !== shown) setShown(bought)
  const from = wayBack()
  const close = () => {
    rememberWayBack(undefined)
    onClose()
  }
  const goBack = () => {
    close()
    if (from !== undefined) void navigate({ href: from })
  }
  return (
    <Modal
      opened={bought !== null}
      onClose={close}
      title={successTexts.title}
      size={420}
      closeButtonProps={{ 'aria-label': successTexts.close }}
    >
      <div className={classes.success}>
        <span className={classes.tile} aria-hidden>
          <Check size={30} strokeWidth={2.2} />
        </span>
        <p className={classes.bought}>{shown && boughtText(shown)}</p>
        <p className={classes.quiet}>
          {user && `${successTexts.balance(user.minutesRemain)} `}
          {successTexts.receipt}
        </p>
      </div>
      <div className={classes.actions}>
        {from !== undefined && (
          <Button variant="default" onClick={close}>
            {successTexts.close}
          </Button>
        )}
        <Button data-autofocus onClick={goBack}>
          {from === undefined ? successTexts.done : backText(from)}
        </Button>
      </div>
    </Modal>
  )
}

function boughtText({ tariffName, minutes }: Bought): string {
  if (minutes !== null) return successTexts.minutes(minutes)
  return tariffName === null ? successTexts.title : successTexts.tariff(tariffName)
}

function backText(from: string): string {
  if (from.startsWith('/files/')) return successTexts.toFile
  if (!from.startsWith('/upload')) return successTexts.back
  return from.includes('link=') ? successTexts.toLink : successTexts.toUpload
}
