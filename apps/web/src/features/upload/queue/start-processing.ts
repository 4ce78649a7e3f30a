import type { Script } from '@doslovno/contract/scripts.ts'
import type { ErrorCode } from '@doslovno/domain/errors.ts'

import type { ChosenOptions } from '#features/upload/options/options.ts'
import type { Connection } from '#lib/connection/connection.ts'
import { withRetries } from '#lib/connection/with-retries.ts'
import { codeOf } from '#lib/http/api-error.ts'

export type StartApi = {
  process: (scriptId: string, options: ChosenOptions, force: boolean) => Promise<unknown>
  getScript: (id: string) => Promise<Script>
}

export type StartOutcome =
  | { type: 'started' }
  | { type: 'startRefused'; availableMinutes: number }
  | { type: 'startFailed'; code: ErrorCode | undefined }

type Start = { scriptId: string; options: ChosenOptions; force: boolean }

/** Starts the processing of a file, with retries over a bad connection. */
export async function startProcessing(
  { scriptId, options, force }: Start,
  { api, connection, signal }: { api: StartApi; connection: Connection; signal: AbortSignal },
): Promise<StartOutcome> {
  const retrying = { connection, signal, onLost: () => undefined }
  try {
    await withRetries(() => api.process(scriptId, options, force), retrying)
    return { type: 'started' }
  } catch (error) {
    const code = codeOf(error)
    // The answer of an earlier attempt was lost: the processing runs.
    if (code === 'alreadyProcessed') return { type: 'started' }
    if (code !== 'notEnoughMinutes') return { type: 'startFailed', code }
    const script = await withRetries(() => api.getScript(scriptId), retrying).catch(() => undefined)
    return { type: 'startRefused', availableMinutes: script?.availableMinutes ?? 0 }
  }
}
