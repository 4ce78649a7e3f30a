import type { Config } from '#platform/config.ts'
import { createErrorReports } from '#platform/error-reports/reports.ts'
import { createLog, type Log, withReports } from '#platform/log.ts'
import { startTracing } from '#platform/tracing/start.ts'

import { onCrash } from './shutdown.ts'

/** `flush` sends the traces and error reports that wait, within seconds; call it last. */
export type Observed = { log: Log; flush: () => Promise<void> }

/** Begins the log of a process, and where they are configured its traces and error reports. */
export async function observe(config: Config, name: string): Promise<Observed> {
  const reports =
    config.errorReports &&
    createErrorReports(config.errorReports, {
      onLost: (error) => log.warn({ err: error }, 'error reports are not accepted'),
    })
  const log = createLog(config.logLevel, name, reports && withReports(reports))
  const tracing = await startTracing(config.tracing, name, log)
  const flush = async () => {
    await Promise.all([tracing.stop(), reports?.flush()])
  }
  onCrash(log, flush)
  return { log, flush }
}
