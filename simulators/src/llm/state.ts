import * as z from 'zod'

import { createJournal as keep } from '#journal.ts'

import type { Lie } from './lies.ts'
import type { Plans } from './modes.ts'
import { type Purpose, purposes } from './purpose.ts'

/** An answer that a test dictates: an object, or the very text that the model writes. */
export const FixedAnswer = z.object({
  purpose: z.enum(purposes),
  value: z.record(z.string(), z.unknown()).optional(),
  content: z.string().optional(),
  /** For how many calls; 0 takes it back. */
  times: z.int().min(0).default(1),
})

/** Orders of tests, and the requests to the model. */
export type State = { plans: Plans; journal: Journal; fixed: FixedAnswers }

export type FixedAnswer = z.infer<typeof FixedAnswer>

type FixedAnswers = ReturnType<typeof createFixedAnswers>

export function createFixedAnswers() {
  let answers: FixedAnswer[] = []
  return {
    add(answer: FixedAnswer): void {
      answers = [...answers, answer]
    },
    /** The oldest one that is left for this purpose. */
    take(purpose: Purpose): FixedAnswer | undefined {
      const found = answers.find((one) => one.purpose === purpose && one.times > 0)
      answers = answers.map((one) => (one === found ? { ...one, times: one.times - 1 } : one))
      return found
    },
    clear(): void {
      answers = []
    },
  }
}

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

type Journal = ReturnType<typeof createJournal>

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
