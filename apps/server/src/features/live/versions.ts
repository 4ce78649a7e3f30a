import { askTogether } from '#platform/ask-together.ts'
import type { Db } from '#platform/db.ts'
import type { Versions } from '#platform/http/versioned.ts'
import { listen } from '#platform/listener.ts'
import type { Log } from '#platform/log.ts'

import { versionsOf } from './repo.ts'

const MOST_KNOWN = 200_000
/** For a user without a row. */
const FIRST = 0

type Deps = { db: Db; log: Log; databaseDirectUrl: string }

export type LiveVersions = Versions & {
  /** Calls back after each change of a user; with a gap in what was heard, for every user. Returns how to stop. */
  follow(userId: string, onVersion: (version: number) => void): () => void
  stop(): Promise<void>
}

/** Versions known to this process. What it does not know it asks for, all users of a moment at once. */
export function createVersions({ db, log, databaseDirectUrl }: Deps): LiveVersions {
  const known = new Map<string, number>()
  const followers = new Map<string, Set<(version: number) => void>>()
  let gaps = 0

  const forget = () => {
    gaps++
    known.clear()
  }
  /** Versions only grow, so an older answer that arrives late changes nothing. */
  const learn = (userId: string, version: number) => {
    if (version <= (known.get(userId) ?? -1)) return
    if (known.size >= MOST_KNOWN) forget()
    known.set(userId, version)
  }
  const tell = (userId: string, version: number) => {
    for (const onVersion of followers.get(userId) ?? []) onVersion(version)
  }
  const ask = askTogether(async (userIds) => {
    const before = gaps
    const found = await versionsOf(db, userIds)
    // After a gap it is unknown whether this answer is older than a change that was not heard.
    if (before === gaps) for (const userId of userIds) learn(userId, found.get(userId) ?? FIRST)
    return found
  })
  const of = async (userId: string) => (await ask(userId)) ?? FIRST

  const listener = listen({
    databaseUrl: databaseDirectUrl,
    channel: 'user_versions',
    log,
    onMessage: (payload) => {
      const [userId = '', text] = payload.split(' ')
      const version = Number(text)
      learn(userId, version)
      tell(userId, version)
    },
    onGap: () => {
      forget()
      for (const userId of followers.keys()) void of(userId).then((version) => tell(userId, version), () => undefined) // prettier-ignore
    },
  })

  return {
    peek: (userId) => (listener.isTrusted() ? known.get(userId) : undefined),
    of: async (userId) => (listener.isTrusted() ? known.get(userId) : undefined) ?? of(userId),
    follow: (userId, onVersion) => {
      const group = followers.get(userId) ?? new Set()
      followers.set(userId, group.add(onVersion))
      return () => {
        group.delete(onVersion)
        if (group.size === 0) followers.delete(userId)
      }
    },
    stop: listener.stop,
  }
}
