import { secondFactorTexts } from '@doslovno/texts/account/second-factor-section.ts'
import { factorFailure } from '@doslovno/texts/account/second-factors.ts'
import { Button, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'

import { useAppForm } from '#lib/form/use-app-form.ts'
import { codeOf } from '#lib/http/api-error.ts'
import { passkeyProblem } from '#lib/passkeys/passkeys.ts'
import type { Proof } from '#lib/proof.ts'
import { PasswordField } from '#ui/password-field.tsx'

import { type Factors, isProtected } from './query.ts'

import classes from './dialogs.module.css'

/** How the owner proves a change: a recent sign-in, the password, or a code. */
const ways = ['signIn', 'password', 'code'] as const
type Way = (typeof ways)[number]

const texts = secondFactorTexts.proof

type Props = {
  factors: Factors
  text?: string
  submit?: string
  tone?: 'ink' | 'bad'
  /** Runs with the proof; a failure is shown on its field. */
  onProof: (proof: Proof) => Promise<void>
  children?: ReactNode
}

/** Asks the owner for a proof before a change. */
export function ProofForm({ factors, text, submit = texts.confirm, tone = 'ink', onProof, children }: Props) {
  const open = waysOf(factors)
  const [way, setWay] = useState<Way>(open[0] ?? 'password')
  const [problem, setProblem] = useState<string>()
  const form = useAppForm({
    initialValues: { password: '', code: '' },
    required: way === 'signIn' ? [] : [way],
    onSubmit: async ({ password, code }) => {
      setProblem(undefined)
      await onProof(way === 'signIn' ? {} : way === 'password' ? { password } : { code })
    },
    onFailure: (error) => {
      const message = passkeyProblem(error) ?? factorFailure(codeOf(error))
      if (codeOf(error) === 'wrongCode') return { code: { code: 'wrongCode', message } }
      setProblem(message)
      return {}
    },
  })
  const password = form.field('password')
  const code = form.field('code')
  const choose = (next: Way) => {
    setProblem(undefined)
    setWay(next)
  }
  return (
    <form className={classes.form} onSubmit={form.submit} noValidate>
      {text && <p className={classes.text}>{text}</p>}
      {children}
      {way === 'password' && (
        <PasswordField {...password} data-autofocus label={texts.password.label} autoComplete="current-password" />
      )}
      {way === 'code' && (
        <TextInput
          {...code}
          size="md"
          withAsterisk={false}
          data-autofocus
          label={texts.code.label}
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={50}
        />
      )}
      <div role="status">{problem && <p className={classes.failed}>{problem}</p>}</div>
      <div className={classes.actions}>
        {open
          .filter((other) => other !== way)
          .map((other) => (
            <Button key={other} variant="subtle" onClick={() => choose(other)}>
              {texts[other].choose}
            </Button>
          ))}
        <Button type="submit" className={tone === 'bad' ? classes.bad : undefined} loading={form.pending}>
          {submit}
        </Button>
      </div>
    </form>
  )
}

/** As the server accepts them: who has neither a password nor an app may have signed in just now. */
function waysOf(factors: Factors): Way[] {
  const isOpen: Record<Way, boolean> = {
    signIn: !factors.hasPassword && !factors.isTotpOn,
    password: factors.hasPassword,
    code: isProtected(factors),
  }
  return ways.filter((way) => isOpen[way])
}
