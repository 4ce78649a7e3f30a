import { editAccount, editEmail, editPassword, type User } from '@doslovno/contract/accounts.ts'
import { accountTexts } from '@doslovno/texts/account.ts'
import { Button, TextInput } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { call } from '#lib/api/current.ts'
import { useAppForm } from '#lib/form/use-app-form.ts'
import { session } from '#lib/session/current.ts'
import { EmailField } from '#ui/email-field.tsx'
import { NewPasswordField } from '#ui/new-password-field.tsx'
import { showToast } from '#ui/toast.ts'

import { contactChanges, contactsOf, followAccount } from './contact-changes.ts'
import { type Letters, LettersSent } from './letters-sent.tsx'

import classes from './account.module.css'

const texts = accountTexts.contacts

/** Name, e-mail and password. The last two change at the link of a mail, so the form tells about the mails. */
export function ContactForm({ user }: { user: User }) {
  const [letters, setLetters] = useState<Letters>({})
  const [hasFailed, setHasFailed] = useState(false)
  const form = useAppForm({
    initialValues: contactsOf(user),
    required: ['name', 'email'],
    onSubmit: async (values) => {
      setHasFailed(false)
      setLetters({})
      const { person, email, password } = contactChanges(user, values)
      if (person) {
        await call(editAccount, { body: person })
        await session.reload()
        showToast(texts.saved)
      }
      if (email) {
        await call(editEmail, { body: { email } })
        setLetters((sent) => ({ ...sent, email }))
        form.setValues({ email: user.email ?? '' })
      }
      if (password) {
        await call(editPassword, { body: { password } })
        setLetters((sent) => ({ ...sent, passwordTo: user.email ?? '' }))
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
  const { key: nameKey, ...name } = form.field('name')
  const { key: surnameKey, ...surname } = form.field('surname')
  const { key: emailKey, ...email } = form.field('email')
  const { key: passwordKey, ...password } = form.field('password')
  const common = { size: 'md', withAsterisk: false } as const
  return (
    <form onSubmit={form.submit} noValidate>
      <div className={classes.fields}>
        <TextInput key={nameKey} {...name} {...common} label={texts.name} autoComplete="given-name" />
        <TextInput key={surnameKey} {...surname} {...common} label={texts.surname} autoComplete="family-name" />
        <EmailField key={emailKey} {...email} label={texts.email} autoComplete="email" />
        <NewPasswordField
          key={passwordKey}
          {...password}
          label={texts.password}
          password={form.values.password}
          hasMeter={false}
          disabled={!user.email}
          description={passwordHint(user, form.values.password)}
        />
      </div>
      <LettersSent letters={letters} />
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

/** Tells about another state of the same account, for example after a link was opened in another tab. */
function useFollowedAccount(user: User, onChange: (before: User) => void) {
  const seen = useRef(user)
  const follow = useEffectEvent(() => {
    if (seen.current !== user) onChange(seen.current)
    seen.current = user
  })
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the user is what is followed
  useEffect(() => follow(), [user])
}
