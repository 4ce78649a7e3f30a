import type { TracingConfig } from '#platform/config.ts'
import type { Log } from '#platform/log.ts'

export type Tracing = {
  /** Sends what waits, within a limit. */
  stop(): Promise<void>
}

/** Call it before the context is created. Without a collector nothing of the SDK is loaded. */
export async function startTracing(config: TracingConfig | undefined, process: string, log: Log): Promise<Tracing> {
  if (!config) return { stop: async () => undefined }
  const { startSdk } = await import('./sdk.ts')
  return startSdk(config, process, log)
}
