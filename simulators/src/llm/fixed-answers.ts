import * as z from 'zod'

import { type Purpose, purposes } from './purpose.ts'

/** An answer that a test dictates: an object, or the very text that the model writes. */
export const FixedAnswer = z.object({
  purpose: z.enum(purposes),
  value: z.record(z.string(), z.unknown()).optional(),
  content: z.string().optional(),
  /** For how many calls; 0 takes it back. */
  times: z.int().min(0).default(1),
})
export type FixedAnswer = z.infer<typeof FixedAnswer>

export type FixedAnswers = ReturnType<typeof createFixedAnswers>

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
