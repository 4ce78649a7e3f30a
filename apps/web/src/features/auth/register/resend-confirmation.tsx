import { resendConfirmation } from '@doslovno/contract/account/registration.ts'
import { normalEmail } from '@doslovno/domain/account/email.ts'
import { authTexts } from '@doslovno/texts/account/auth.ts'
import { useState } from 'react'

import { sendingFailure } from '#features/auth/recover/sending-failure.ts'
import { call } from '#lib/api/current.ts'

import layout from '#features/auth/layout/auth-layout.module.css'

const texts = authTexts.resend

type Props = { email: string; question: string; className?: string | undefined }

/** Asks for the mail of a registration again. The answer never tells whether the address awaits one. */
export function ResendConfirmation({ email, question, className }: Props) {
  const [isBusy, setIsBusy] = useState(false)
  const [outcome, setOutcome] = useState('')
  const send = () => {
    setIsBusy(true)
    void call(resendConfirmation, { body: { email: normalEmail(email) } })
      .then(
        () => setOutcome(texts.done),
        (error: unknown) => setOutcome(sendingFailure(error)),
      )
      .finally(() => setIsBusy(false))
  }
  return (
    <p className={className}>
      {question}{' '}
      <button type="button" className={layout.link} disabled={isBusy} onClick={send}>
        {texts.action}
      </button>{' '}
      <span role="status">{outcome}</span>
    </p>
  )
}
