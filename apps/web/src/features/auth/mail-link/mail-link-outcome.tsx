import type { ErrorCode } from '@doslovno/domain/errors.ts'
import { authTexts } from '@doslovno/texts/account/auth.ts'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'

import { AuthLayout } from '#features/auth/layout/auth-layout.tsx'
import { OutcomeSign } from '#features/auth/layout/outcome.tsx'

import type { MailLinkState } from './use-mail-link-token.ts'

import layout from '#features/auth/layout/auth-layout.module.css'

const texts = authTexts.confirm

type Props = {
  state: MailLinkState & { retry: () => void }
  done: { title: string; text: string; action: ReactNode }
  /** Explains the server's answer; undefined where the title says enough. */
  failure: (code: ErrorCode | undefined, wireText: string) => string | undefined
  wayOut: ReactNode
}

/** The page behind a mailed link: a spinner, then the outcome and a way on. */
export function MailLinkOutcome({ state, done, failure, wayOut }: Props) {
  if (state.name === 'waiting') {
    return (
      <AuthLayout title={texts.waiting} sign={<OutcomeSign outcome="waiting" />}>
        {null}
      </AuthLayout>
    )
  }
  if (state.name === 'done') {
    return (
      <AuthLayout title={done.title} sign={<OutcomeSign outcome="done" />}>
        <p className={layout.lead}>{done.text}</p>
        {done.action}
      </AuthLayout>
    )
  }
  const { answer } = state
  const text = answer ? failure(answer.code, answer.wireText) : texts.noAnswer
  return (
    <AuthLayout title={texts.failed} sign={<OutcomeSign outcome="failed" />}>
      {text && <p className={layout.lead}>{text}</p>}
      <div className={layout.actions}>
        {!answer && (
          <Button size="md" onClick={state.retry}>
            {texts.retry}
          </Button>
        )}
        {wayOut}
      </div>
    </AuthLayout>
  )
}
