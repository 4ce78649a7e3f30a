import { createJournal as keep } from '#journal.ts'

import type { Lie } from './lies.ts'
import type { Purpose } from './purpose.ts'

/** Requests, never with the key of the caller. */
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

export type Journal = ReturnType<typeof createJournal>

/** The newest calls and lies, in order. */
export function createJournal() {
  const calls = keep<JournalEntry>()
  const lies = keep<Lie & { purpose: Purpose }>()
  return {
    addCall: calls.add,
    addLies: (purpose: Purpose, told: readonly Lie[]) => lies.add(...told.map((lie) => ({ ...lie, purpose }))),
    calls: calls.entries,
    lies: lies.entries,
    clear(): void {
      calls.clear()
      lies.clear()
    },
  }
}
