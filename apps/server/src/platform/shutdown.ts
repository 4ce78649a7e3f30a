import type { Log } from './log.ts'

/** Runs `stop` once on the first signal; a second signal, or a stop that hangs, ends the process at once. */
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

/** What nobody caught goes into the log like all else before it ends the process: a database that is down, a bug. */
export function onCrash(log: Log): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'ended by an error')
    process.exit(1)
  })
}
