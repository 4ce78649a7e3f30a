import pg from 'pg'

import type { Log } from './log.ts'

const PROBE_MS = 250
/** Versions are trusted for this long after the last answered probe was sent. */
const TRUST_MS = 1000
/** A connection without an answer is given up and opened again. */
const SILENT_MS = 3000
const RECONNECT_MS = 500

export type Listener = {
  /** Whether every message of more than a second ago has been heard. */
  isTrusted: () => boolean
  stop: () => Promise<void>
}

type Deps = {
  databaseUrl: string
  channel: string
  log: Log
  onMessage: (payload: string) => void
  /** Messages may have been missed: what was known by them must be forgotten. */
  onGap: () => void
}

/**
 * Listens to a channel of PostgreSQL. Notifications are sent before the answer to a later statement, so an answered
 * probe proves that all messages before it were heard; a connection that died without a word stops being trusted within
 * a second.
 */
export function listen(deps: Deps): Listener {
  let client: pg.Client | undefined
  let heardUpTo = -Infinity
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  const onLost = (lost: pg.Client, error: unknown) => {
    if (client !== lost) return
    client = undefined
    heardUpTo = -Infinity
    deps.onGap()
    void lost.end().catch(() => undefined)
    // A connection that is silent would wait for its answer for good.
    destroy(lost)
    if (isStopped) return
    deps.log.warn({ err: error }, `lost the connection that listens to ${deps.channel}`)
    timer = setTimeout(() => void connect(), RECONNECT_MS)
  }

  const connect = async () => {
    const opened = new pg.Client({
      connectionString: deps.databaseUrl,
      connectionTimeoutMillis: SILENT_MS,
      query_timeout: SILENT_MS,
      keepAlive: true,
    })
    client = opened
    opened.on('error', (error) => onLost(opened, error))
    opened.on('end', () => onLost(opened, new Error('The connection was closed')))
    opened.on('notification', ({ payload = '' }) => deps.onMessage(payload))
    try {
      await opened.connect()
      await opened.query(`listen ${deps.channel}`)
      deps.onGap() // messages before this moment were not heard
      await probe(opened)
    } catch (error) {
      onLost(opened, error)
    }
  }

  const probe = async (opened: pg.Client): Promise<void> => {
    while (client === opened) {
      const sentAt = performance.now()
      await opened.query('select 1')
      heardUpTo = sentAt
      await new Promise((resolve) => (timer = setTimeout(resolve, PROBE_MS)))
    }
  }

  void connect()
  return {
    isTrusted: () => performance.now() - heardUpTo < TRUST_MS,
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      const last = client
      client = undefined
      await last?.end().catch(() => undefined)
    },
  }
}

/** Not in the types; `end` would send a farewell and wait for it. */
function destroy(client: pg.Client): void {
  ;(client as unknown as { connection?: { stream?: { destroy(): void } } }).connection?.stream?.destroy()
}
