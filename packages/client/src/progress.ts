import type { ProcessState } from './api.ts'

/** How far a recording is: `progress` from 0 to 100 within its stage. */
export type Progress = { stage: 'upload' | ProcessState['stage']; progress: number; etaSeconds?: number | null }

export type WaitOptions = {
  signal?: AbortSignal | undefined
  onProgress?: ((progress: Progress) => void) | undefined
}
