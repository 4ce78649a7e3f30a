import { passSecondFactor, startSecondFactor } from '@doslovno/contract/account/second-factors.ts'
import type { LoginResult, SecondFactor, TokenPair } from '@doslovno/contract/account/sessions.ts'
import { factorFailure, secondStepTexts as texts } from '@doslovno/texts/account/second-factors.ts'
import { Button, TextInput } from '@mantine/core'
import { KeyRound } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'

import { call } from '#lib/api/current.ts'
import { codeOf } from '#lib/http/api-error.ts'
import { askPasskey, canUsePasskeys, passkeyProblem } from '#lib/passkeys/passkeys.ts'
import { tokensOf } from '#lib/session/token-storage.ts'

import layout from '#features/auth/layout/auth-layout.module.css'
import classes from './second-factor-step.module.css'

export type AskedFactor = NonNullable<LoginResult['secondFactor']>

type Props = { asked: AskedFactor; onSigned: (tokens: TokenPair) => Promise<void>; onBack: () => void }

/** The second step of a sign-in: a code of the app, a passkey, or a recovery code. */
export function SecondFactorStep({ asked: { token, methods }, onSigned, onBack }: Props) {
  const usable = methods.filter((method) => method !== 'passkey' || canUsePasskeys())
  const [way, setWay] = useState<SecondFactor>(usable[0] ?? 'recoveryCode')
  const [problem, setProblem] = useState<string>()
  const [isPending, setIsPending] = useState(false)
  const [isExpired, setIsExpired] = useState(false)

  const attempt = async (prove: () => Promise<LoginResult>) => {
    setIsPending(true)
    setProblem(undefined)
    try {
      await onSigned(tokensOf(await prove()))
    } catch (error) {
      if (codeOf(error) === 'challengeExpired') return setIsExpired(true)
      setProblem(passkeyProblem(error) ?? factorFailure(codeOf(error)))
    } finally {
      setIsPending(false)
    }
  }
  const byCode = (code: string) => attempt(() => call(passSecondFactor, { body: { token, code } }))
  const byPasskey = () =>
    attempt(async () => {
      const { options } = await call(startSecondFactor, { body: { token } })
      return call(passSecondFactor, { body: { token, credential: await askPasskey(options) } })
    })
  const choose = (next: SecondFactor) => {
    setProblem(undefined)
    setWay(next)
    if (next === 'passkey') void byPasskey()
  }

  if (isExpired) return <Expired onBack={onBack} />
  return (
    <>
      <p className={layout.lead}>{texts[way].lead}</p>
      {way === 'passkey' ? (
        <div className={layout.form}>
          <Button
            size="md"
            fullWidth
            leftSection={<KeyRound size={17} aria-hidden />}
            loading={isPending}
            onClick={() => void byPasskey()}
          >
            {texts.passkey.choose}
          </Button>
          <div role="alert">{problem && <p className={classes.failed}>{problem}</p>}</div>
        </div>
      ) : (
        <CodeForm
          key={way}
          way={way}
          isPending={isPending}
          problem={problem}
          onChange={() => setProblem(undefined)}
          onCode={byCode}
        />
      )}
      <div className={classes.ways} role="group" aria-label={texts.otherWays}>
        {usable
          .filter((method) => method !== way)
          .map((method) => (
            <Button key={method} variant="default" disabled={isPending} onClick={() => choose(method)}>
              {texts[method].choose}
            </Button>
          ))}
        <Button variant="subtle" onClick={onBack}>
          {texts.back}
        </Button>
      </div>
    </>
  )
}

function Expired({ onBack }: { onBack: () => void }) {
  return (
    <div className={layout.form}>
      <p className={classes.expired} role="alert">
        {texts.expired}
      </p>
      <Button size="md" fullWidth data-autofocus onClick={onBack}>
        {texts.startAgain}
      </Button>
    </div>
  )
}

const APP_DIGITS = 6

type CodeFormProps = {
  way: 'totp' | 'recoveryCode'
  isPending: boolean
  problem: string | undefined
  onChange: () => void
  onCode: (code: string) => Promise<void>
}

/** One field for a code. A whole code of the app is sent at once; a wrong one makes room for the next. */
function CodeForm({ way, isPending, problem, onChange, onCode }: CodeFormProps) {
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
