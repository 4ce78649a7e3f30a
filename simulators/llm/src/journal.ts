import type { Lie } from './lies.ts'
import type { Purpose } from './purpose.ts'

/** What was asked; never the key of the caller. */
export type JournalEntry = {
  purpose: Purpose
  model: string
  /** Names the prompt whatever its nonce. */
  key: string
  system: string
  prompt: string
  format: 'json_schema' | 'json_object' | 'none'
  parameters: string[]
  modes: string[]
  status: number | 'none'
}

const KEPT = 2000

export type Journal = ReturnType<typeof createJournal>

/** The newest calls and lies, in order. */
export function createJournal() {
  let calls: JournalEntry[] = []
  let lies: (Lie & { purpose: Purpose })[] = []
  return {
    addCall(entry: JournalEntry): void {
      calls = [...calls, entry].slice(-KEPT)
    },
    addLies(purpose: Purpose, told: readonly Lie[]): void {
      lies = [...lies, ...told.map((lie) => ({ ...lie, purpose }))].slice(-KEPT)
    },
    calls: () => calls,
    lies: () => lies,
    clear(): void {
      calls = []
      lies = []
    },
  }
}
