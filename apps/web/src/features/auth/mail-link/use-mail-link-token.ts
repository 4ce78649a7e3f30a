import { type ErrorCode, errors } from '@doslovno/domain/errors.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { ApiError } from '#lib/http/api-error.ts'
import { readMailLinkToken } from '#lib/mail-link/mail-link-token.ts'

/** `answer` is undefined when the server did not answer. */
export type MailLinkState =
  | { name: 'waiting' }
  | { name: 'done' }
  | { name: 'failed'; answer: { code: ErrorCode | undefined; wireText: string } | undefined }

type Options = {
  spend: (token: string) => Promise<void>
  /** The failure to assume when the link has no token. */
  missing: ErrorCode
}

/** Spends the token of a mailed link when its page opens: once, even if React mounts the page twice. */
export function useMailLinkToken({ spend, missing }: Options): MailLinkState & { retry: () => void } {
  const [state, setState] = useState<MailLinkState>({ name: 'waiting' })
  const hasBegun = useRef(false)

  const run = async () => {
    const token = readMailLinkToken()
    if (!token) return setState({ name: 'failed', answer: { code: missing, wireText: errors[missing].message } })
    setState({ name: 'waiting' })
    try {
      await spend(token)
      setState({ name: 'done' })
    } catch (error) {
      setState({ name: 'failed', answer: answerOf(error) })
    }
  }
  const begin = useEffectEvent(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    void run()
  })
  useEffect(() => begin(), [])

  return { ...state, retry: () => void run() }
}

function answerOf(error: unknown) {
  if (!(error instanceof ApiError) || error.wireText === undefined) return undefined
  return { code: error.code, wireText: error.wireText }
}
