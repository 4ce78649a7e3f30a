import { passkeyLogin, startPasskeyLogin } from '@doslovno/contract/account/second-factors.ts'
import type { TokenPair } from '@doslovno/contract/account/sessions.ts'
import { factorFailure, passkeyLoginTexts as texts } from '@doslovno/texts/account/second-factors.ts'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'

import { call } from '#lib/api/current.ts'
import { codeOf } from '#lib/http/api-error.ts'
import { askPasskey, canUsePasskeys, passkeyProblem } from '#lib/passkeys/passkeys.ts'
import { tokensOf } from '#lib/session/token-storage.ts'
import { PlainButton } from '#ui/plain.tsx'

import classes from './second-factor-step.module.css'

/** Signs in by a passkey alone, where the browser has them. */
export function PasskeyLogin({ onSigned }: { onSigned: (tokens: TokenPair) => Promise<void> }) {
  const [isPending, setIsPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  if (!canUsePasskeys()) return null
  const signIn = async () => {
    setIsPending(true)
    setProblem(undefined)
    try {
      const { token, options } = await call(startPasskeyLogin, {})
      const credential = await askPasskey(options)
      await onSigned(tokensOf(await call(passkeyLogin, { body: { token, credential } })))
    } catch (error) {
      setProblem(passkeyProblem(error) ?? factorFailure(codeOf(error)))
    } finally {
      setIsPending(false)
    }
  }
  return (
    <div className={classes.ways}>
      <PlainButton
        look="outlined"
        isWide
        icon={<KeyRound size={17} aria-hidden />}
        isPending={isPending}
        onClick={() => void signIn()}
      >
        {texts.signIn}
      </PlainButton>
      <div role="status">{problem && <p className={classes.failed}>{problem}</p>}</div>
    </div>
  )
}
