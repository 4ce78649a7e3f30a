import { setTimeout as wait } from 'node:timers/promises'

import type { Log } from '#platform/log.ts'

export type Shutdown = {
  /** Turns the process not ready. */
  announce: () => void
  /** How long it still serves after that, so that load balancers notice before it closes. */
  delaySeconds?: number
  stop: () => Promise<void>
  /** Sends what is still in memory; runs last, and also after a stop that failed. */
  flush?: readonly (() => Promise<unknown>)[]
}

const STOP_MS = 25_000

/** Shuts down on the first signal. A second one, or a stop that hangs, exits at once. */
export function onShutdown(log: Log, shutdown: Shutdown): void {
  let isStopping = false
  const handle = (signal: NodeJS.Signals) => {
    if (isStopping) process.exit(1)
    isStopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), (shutdown.delaySeconds ?? 0) * 1000 + STOP_MS).unref()
    void shutDown(log, shutdown).then((isClean) => process.exit(isClean ? 0 : 1))
  }
  process.on('SIGTERM', handle)
  process.on('SIGINT', handle)
}

async function shutDown(log: Log, { announce, delaySeconds = 0, stop, flush = [] }: Shutdown): Promise<boolean> {
  const reportFailure = (error: unknown) => {
    log.error({ err: error }, 'stopping failed')
    return false
  }
  announce()
  await wait(delaySeconds * 1000)
  const isStopped = await stop().then(() => true, reportFailure)
  const flushed = await Promise.all(flush.map((send) => send().then(() => true, reportFailure)))
  return isStopped && flushed.every(Boolean)
}

/** Logs an uncaught error (a database that is down, a bug) before the process exits; `flush` reports it. */
export function onCrash(log: Log, flush: () => Promise<void>): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught error')
    void flush().finally(() => process.exit(1))
  })
}
