import type { Reply } from '#http.ts'

import { ApiError } from './errors.ts'

const LIFE_MS = 24 * 60 * 60 * 1000
const LONGEST_KEY = 64

type Kept = { request: string; reply: Reply; until: number }

export type Keys = ReturnType<typeof createKeys>

/** Answers by their idempotence keys; a repeat within 24 hours gets the first answer. */
export function createKeys(now: () => number) {
  const kept = new Map<string, Kept>()
  return {
    find(key: string, request: string): Reply | undefined {
      const known = kept.get(key)
      if (!known || known.until <= now()) return undefined
      if (known.request === request) return known.reply
      throw new ApiError(400, 'The idempotence key was used for another request', 'Idempotence-Key')
    },
    keep: (key: string, request: string, reply: Reply) =>
      void kept.set(key, { request, reply, until: now() + LIFE_MS }),
    clear: () => kept.clear(),
  }
}

export function checkKey(key: string | undefined): string {
  if (!key) throw new ApiError(400, 'The idempotence key is missing', 'Idempotence-Key')
  if (key.length > LONGEST_KEY)
    throw new ApiError(400, 'Idempotence key is too long: 64 characters at most', 'Idempotence-Key')
  return key
}
