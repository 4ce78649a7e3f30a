import type { Script } from '@doslovno/contract/scripts.ts'
import { errors } from '@doslovno/domain/errors.ts'

import { wireTextOf } from '#lib/http/api-error.ts'
import type { Line } from '#lib/line/line.ts'
import { persist } from '#lib/line/persist.ts'

import type { ChosenOptions } from './options.ts'

export type StartApi = {
  process: (scriptId: string, options: ChosenOptions, force: boolean) => Promise<unknown>
  getScript: (id: string) => Promise<Script>
}

export type StartOutcome =
  | { type: 'started' }
  | { type: 'startRefused'; availableMinutes: number }
  | { type: 'startFailed'; wireText: string | undefined }

type Start = { scriptId: string; options: ChosenOptions; force: boolean }

/** Starts the processing of a file, through a broken line too, and tells how that went. */
export async function startProcessing(
  { scriptId, options, force }: Start,
  { api, line, signal }: { api: StartApi; line: Line; signal: AbortSignal },
): Promise<StartOutcome> {
  const patience = { line, signal, onLost: () => undefined }
  try {
    await persist(() => api.process(scriptId, options, force), patience)
    return { type: 'started' }
  } catch (error) {
    const wireText = wireTextOf(error)
    // An answer that was lost on its way: the processing runs.
    if (wireText === errors.alreadyProcessed.message) return { type: 'started' }
    if (wireText !== errors.notEnoughMinutes.message) return { type: 'startFailed', wireText }
    const script = await persist(() => api.getScript(scriptId), patience).catch(() => undefined)
    return { type: 'startRefused', availableMinutes: script?.availableMinutes ?? 0 }
  }
}
