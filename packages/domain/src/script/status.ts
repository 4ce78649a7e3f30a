export const scriptStatuses = [
  'uploaded',
  'process',
  'complete',
  'completeWithErrors',
  'error',
  'notEnoughMinutes',
] as const
export type ScriptStatus = (typeof scriptStatuses)[number]

export const processStatuses = ['processing', 'complete', 'error'] as const
export type ProcessStatus = (typeof processStatuses)[number]

/** In the order of the pipeline. */
export const stages = ['download', 'prepare', 'recognise', 'speakers', 'summary'] as const
export type Stage = (typeof stages)[number]

export function isCompleted(status: ScriptStatus): boolean {
  return status === 'complete' || status === 'completeWithErrors'
}

/** Gaps of a finished text. */
export const flaws = ['partUnheard', 'speakersFailed', 'summaryFailed'] as const
export type Flaw = (typeof flaws)[number]

/** The status of a processed script. */
export function completedStatus(present: readonly Flaw[]): ScriptStatus {
  return present.length === 0 ? 'complete' : 'completeWithErrors'
}

/** Processing may start if nothing is running and no finished text would be lost. */
export function canStart(status: ScriptStatus): boolean {
  return status === 'uploaded' || status === 'error' || status === 'notEnoughMinutes'
}
