import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { wireTextOf } from '#lib/http/api-error.ts'
import { readLinkToken } from '#lib/link-token/link-token.ts'

/** `wireText` is the server's own word; empty when no answer came. */
export type LinkState = { name: 'waiting' } | { name: 'done' } | { name: 'failed'; wireText: string }

type Options = {
  spend: (token: string) => Promise<void>
  /** What a link without a token counts as. */
  missing: string
}

/** Spends the token of an e-mailed link when its page opens: once, however often React mounts the page. */
export function useLinkToken({ spend, missing }: Options): LinkState & { retry: () => void } {
  const [state, setState] = useState<LinkState>({ name: 'waiting' })
  const hasBegun = useRef(false)

  const run = async () => {
    const token = readLinkToken()
    if (!token) return setState({ name: 'failed', wireText: missing })
    setState({ name: 'waiting' })
    try {
      await spend(token)
      setState({ name: 'done' })
    } catch (error) {
      setState({ name: 'failed', wireText: wireTextOf(error) ?? '' })
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
