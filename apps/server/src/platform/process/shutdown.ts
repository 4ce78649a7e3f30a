import type { Log } from '#platform/log.ts'

/** Runs `stop` on the first signal; a second signal, or a stop that hangs, exits at once. */
export function onShutdown(log: Log, stop: () => Promise<void>, limitMs = 25_000): void {
  let stopping = false
  const handle = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1)
    stopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), limitMs).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', handle)
  process.on('SIGINT', handle)
}

/** Logs an uncaught error (a database that is down, a bug) before the process exits. */
export function onCrash(log: Log): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught error')
    process.exit(1)
  })
}
