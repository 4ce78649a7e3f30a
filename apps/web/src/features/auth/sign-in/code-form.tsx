import { secondStepTexts as texts } from '@doslovno/texts/account/second-factors.ts'
import { Button, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'

import layout from '#features/auth/layout/auth-layout.module.css'
import classes from './second-factor-step.module.css'

const APP_DIGITS = 6

type Props = {
  way: 'totp' | 'recoveryCode'
  isPending: boolean
  problem: string | undefined
  onChange: () => void
  onCode: (code: string) => Promise<void>
}

/** One field for a code. A whole code of the app is sent at once; a wrong one makes room for the next. */
export function CodeForm({ way, isPending, problem, onChange, onCode }: Props) {
  const [code, setCode] = useState('')
  const isApp = way === 'totp'
  const send = async (whole: string) => {
    await onCode(whole)
    if (isApp) setCode('')
  }
  const change = (typed: string) => {
    const next = isApp ? typed.replaceAll(/\D/g, '').slice(0, APP_DIGITS) : typed
    setCode(next)
    onChange()
    if (isApp && next.length === APP_DIGITS && !isPending) void send(next)
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (code.trim() !== '' && !isPending) void send(code)
  }
  return (
    <form className={layout.form} onSubmit={submit} noValidate>
      <TextInput
        className={classes.code}
        size="md"
        label={texts[way].label}
        value={code}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        error={problem}
        readOnly={isPending}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only field of the step that the person has asked for
        autoFocus
        autoComplete={isApp ? 'one-time-code' : 'off'}
        inputMode={isApp ? 'numeric' : 'text'}
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={50}
      />
      <Button type="submit" size="md" fullWidth loading={isPending}>
        {texts.submit}
      </Button>
    </form>
  )
}
