import { accountTexts } from '@doslovno/texts/account/account.ts'
import { MailCheck } from 'lucide-react'

import classes from './account.module.css'

const texts = accountTexts.contacts

/** Addresses that a mail was sent to: the new e-mail, and the current one for a new password. */
export type SentMails = { email?: string; passwordTo?: string }

/** Always in the DOM, so that a screen reader announces its content. */
export function MailsSent({ mails: { email, passwordTo } }: { mails: SentMails }) {
  const lines = [email && texts.emailSent(email), passwordTo && texts.passwordSent(passwordTo)].filter(Boolean)
  return (
    <div role="status">
      {lines.length > 0 && (
        <div className={classes.letters}>
          <MailCheck size={20} aria-hidden />
          <div>
            <b>{texts.sent}</b>
            {lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
        </div>
      )}
    </div>
  )
}
