import { authTexts } from '@doslovno/texts/account/auth.ts'
import { confirmTexts } from '@doslovno/texts/shell.ts'
import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'

import { OutcomeSign } from '#features/auth/layout/outcome.tsx'

import { ResendConfirmation } from './resend-confirmation.tsx'

import classes from './register-sent.module.css'

const texts = authTexts.register

type Props = {
  email: string
  /** Returns to the form, to fix a mistyped address. */
  onClose: () => void
  action: ReactNode
}

/** Shown after the registration: the mailed link activates the account. */
export function RegisterSent({ email, onClose, action }: Props) {
  const [before, after] = texts.sent
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.sentTitle}
      size={420}
      closeButtonProps={{ 'aria-label': confirmTexts.close }}
    >
      <div className={classes.sent}>
        <OutcomeSign outcome="sent" />
        <p>
          {before} <b>{email}</b>. {after}
        </p>
      </div>
      <p className={classes.spam}>{texts.spam}</p>
      <ResendConfirmation className={classes.spam} email={email} question={authTexts.resend.notCome} />
      {action}
    </Modal>
  )
}
