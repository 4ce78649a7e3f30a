import { accountTexts } from '@doslovno/texts/account.ts'
import { MailCheck } from 'lucide-react'

import classes from './account.module.css'

const texts = accountTexts.contacts

/** The mails that were sent: to the new address, and to the present one about a new password. */
export type Letters = { email?: string; passwordTo?: string }

/** Always on the page, so that a screen reader hears what appears in it. */
export function LettersSent({ letters: { email, passwordTo } }: { letters: Letters }) {
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
