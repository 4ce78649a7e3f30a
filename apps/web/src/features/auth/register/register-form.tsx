import { register } from '@doslovno/contract/account/registration.ts'
import { authTexts, registerHints } from '@doslovno/texts/account/auth.ts'
import { Button, TextInput, Tooltip } from '@mantine/core'
import { type RefObject, type SubmitEvent, useId, useRef, useState } from 'react'

import { sendingFailure } from '#features/auth/recover/sending-failure.ts'
import { call } from '#lib/api/current.ts'
import { NewPasswordField } from '#lib/form/new-password-field.tsx'
import { useAppForm } from '#lib/form/use-app-form.ts'
import { createBrowserSecret } from '#lib/session/browser-secret.ts'
import { EmailField } from '#ui/email-field.tsx'

import { arrivalOf } from './arrival.ts'
import { Consent } from './consent.tsx'
import { registerBlocker, requiredFields } from './register-blocker.ts'

import layout from '#features/auth/layout/auth-layout.module.css'
import classes from './register-form.module.css'

const texts = authTexts.register

/** Name, e-mail, password and consent. Reports the address the mail was sent to. */
export function RegisterForm({ onSent }: { onSent: (email: string) => void }) {
  const [hasConsent, setHasConsent] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const form = useAppForm({
    initialValues: { name: '', surname: '', email: '', password: '' },
    required: requiredFields,
    onSubmit: async ({ password, ...typed }) => {
      const { name, surname, email } = trimmed(typed)
      const person = { name, surname, email, password, privacyApprove: hasConsent }
      const body = { ...person, ...arrivalOf(location.search), browserSecret: createBrowserSecret() }
      await call(register, { body })
      onSent(email)
    },
    onFailure: (error) => ({ email: { code: 'unknown', message: sendingFailure(error) } }),
  })
  const blocker = registerBlocker(form.values, hasConsent, form.hasErrors)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    if (!blocker) return form.submit(event)
    event.preventDefault()
    // Enter in a field leads here too: the button explains what is missing.
    button.current?.focus()
  }
  const name = form.field('name')
  const surname = form.field('surname')
  const email = form.field('email')
  const password = form.field('password')
  const common = { size: 'md', withAsterisk: false } as const
  return (
    <form onSubmit={submit} noValidate className={layout.form}>
      <div className={classes.two}>
        <TextInput {...name} {...common} label={texts.name} autoComplete="given-name" />
        <TextInput {...surname} {...common} label={texts.surname} autoComplete="family-name" />
      </div>
      <EmailField {...email} label={texts.email} autoComplete="email" />
      <NewPasswordField {...password} label={texts.password} password={form.values.password} />
      <Consent isGiven={hasConsent} onChange={setHasConsent} />
      <SendButton ref={button} hint={blocker && registerHints[blocker]} loading={form.pending} />
    </form>
  )
}

type SendProps = { ref: RefObject<HTMLButtonElement | null>; hint: string | undefined; loading: boolean }

/** Stays focusable when disabled, to explain why. */
function SendButton({ ref, hint, loading }: SendProps) {
  const hintId = useId()
  return (
    <>
      <Tooltip
        label={hint}
        disabled={!hint}
        position="bottom"
        openDelay={0}
        events={{ hover: true, focus: true, touch: true }}
      >
        <Button
          ref={ref}
          type="submit"
          size="md"
          fullWidth
          loading={loading}
          data-disabled={Boolean(hint)}
          aria-disabled={Boolean(hint)}
          aria-describedby={hintId}
        >
          {texts.submit}
        </Button>
      </Tooltip>
      <span id={hintId} hidden>
        {hint}
      </span>
    </>
  )
}

function trimmed<T extends Record<string, string>>(values: T): T {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()])) as T // the same keys
}
