import { editAccount, type User } from '@doslovno/contract/account/accounts.ts'
import { editEmail, editPassword } from '@doslovno/contract/account/credentials.ts'
import { accountTexts } from '@doslovno/texts/account/account.ts'
import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { call } from '#lib/api/current.ts'
import { NewPasswordField } from '#lib/form/new-password-field.tsx'
import { useAppForm } from '#lib/form/use-app-form.ts'
import type { WithProof } from '#lib/proof.ts'
import { refreshUser } from '#lib/queries/account.ts'
import { EmailField } from '#ui/email-field.tsx'
import { showToast } from '#ui/toast.ts'

import { contactChanges, contactsOf, followAccount } from './contact-changes.ts'

import classes from './account.module.css'

const texts = accountTexts.contacts

/** Name, e-mail and password. A new e-mail or password takes effect at a mailed link, so the form mentions the mails. */
export function ContactForm({ user, withProof }: { user: User; withProof: WithProof }) {
  const queries = useQueryClient()
  const [mails, setMails] = useState<SentMails>({})
  const [hasFailed, setHasFailed] = useState(false)
  const form = useAppForm({
    initialValues: contactsOf(user),
    required: ['name', 'email'],
    onSubmit: async (values) => {
      setHasFailed(false)
      setMails({})
      const { person, email, password } = contactChanges(user, values)
      if (person) {
        await call(editAccount, { body: person })
        await refreshUser(queries)
        showToast(texts.saved)
      }
      if (email && (await withProof((proof) => call(editEmail, { body: { email, ...proof } })))) {
        setMails((sent) => ({ ...sent, email }))
        form.setValues({ email: user.email ?? '' })
      }
      if (password) {
        await call(editPassword, { body: { password } })
        setMails((sent) => ({ ...sent, passwordTo: user.email ?? '' }))
        form.setValues({ password: '' })
      }
    },
    onFailure: () => {
      setHasFailed(true)
      return {}
    },
  })
  useFollowedAccount(user, (before) => form.setValues(followAccount(before, user, form.values)))

  const hasChanges = Object.keys(contactChanges(user, form.values)).length > 0
  const name = form.field('name')
  const surname = form.field('surname')
  const email = form.field('email')
  const password = form.field('password')
  const common = { size: 'md', withAsterisk: false } as const
  return (
    <form onSubmit={form.submit} noValidate>
      <div className={classes.fields}>
        <TextInput {...name} {...common} label={texts.name} autoComplete="given-name" />
        <TextInput {...surname} {...common} label={texts.surname} autoComplete="family-name" />
        <EmailField {...email} label={texts.email} autoComplete="email" />
        <NewPasswordField
          {...password}
          label={texts.password}
          password={form.values.password}
          hasMeter={false}
          disabled={!user.email}
          description={passwordHint(user, form.values.password)}
        />
      </div>
      <MailsSent mails={mails} />
      {hasFailed && (
        <p className={classes.failed} role="alert">
          {texts.failed}
        </p>
      )}
      <Button type="submit" size="md" mt={18} disabled={!hasChanges} loading={form.pending}>
        {texts.save}
      </Button>
    </form>
  )
}

function passwordHint({ email }: User, password: string): string | undefined {
  if (!email) return texts.passwordNeedsEmail
  return password === '' ? texts.passwordHint : undefined
}

/** Reports a new state of the same account, for example after a mailed link was opened in another tab. */
function useFollowedAccount(user: User, onChange: (before: User) => void) {
  const seen = useRef(user)
  const follow = useEffectEvent(() => {
    if (seen.current !== user) onChange(seen.current)
    seen.current = user
  })
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- runs when the user changes
  useEffect(() => follow(), [user])
}

/** Addresses that a mail was sent to: the new e-mail, and the current one for a new password. */
type SentMails = { email?: string; passwordTo?: string }

/** Always in the DOM, so that a screen reader announces its content. */
function MailsSent({ mails: { email, passwordTo } }: { mails: SentMails }) {
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
