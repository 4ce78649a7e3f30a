import { authTexts } from '@doslovno/texts/auth.ts'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'

import { AuthLayout } from './auth-layout.tsx'
import { OutcomeSign } from './outcome.tsx'
import type { LinkState } from './use-link-token.ts'

import layout from './auth-layout.module.css'

const texts = authTexts.confirm

type Props = {
  state: LinkState & { retry: () => void }
  done: { title: string; text: string; action: ReactNode }
  /** What to say about the server's word; nothing when the title is all there is. */
  failure: (wireText: string) => string | undefined
  wayOut: ReactNode
}

/** The page of an e-mailed link: it waits, and then says how it went and where to go. */
export function LinkOutcome({ state, done, failure, wayOut }: Props) {
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
  const isLost = state.wireText === ''
  const text = isLost ? texts.noAnswer : failure(state.wireText)
  return (
    <AuthLayout title={texts.failed} sign={<OutcomeSign outcome="failed" />}>
      {text && <p className={layout.lead}>{text}</p>}
      <div className={layout.actions}>
        {isLost && (
          <Button size="md" onClick={state.retry}>
            {texts.retry}
          </Button>
        )}
        {wayOut}
      </div>
    </AuthLayout>
  )
}
