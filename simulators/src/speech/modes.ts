import * as z from 'zod'

/** How the server can fail: before it hears, in what it says of the words, and otherwise. */
export const modes = {
  transport: ['down', 'silent', 'cut', '500', '503', '429', '401', '404', '413', '400', 'redirect', 'html', 'huge'],
  words: ['noWords', 'nullWords', 'emptyWords', 'outOfOrder', 'beyondTheClip', 'backwards', 'otherWords', 'wrongShape'],
  manner: ['late', 'languageNames', 'noPunctuation', 'controlCharacters'],
} as const
export type Group = keyof typeof modes
export type Mode = (typeof modes)[Group][number]

export const allModes = Object.values(modes).flat()

const LONGEST_SECONDS = 1_000_000

export const Plan = z.object({
  mode: z.enum(allModes),
  /** How many requests it spoils; 0 takes the mode back. */
  times: z.int().min(0).default(1),
  /** Only requests with a sound of this length, so that a test clip can pass or one piece alone fails. */
  minSeconds: z.number().min(0).default(0),
  maxSeconds: z.number().min(0).default(LONGEST_SECONDS),
  /** How late `late` is. */
  lateMs: z.int().min(0).default(1000),
  /** Sent with 429 and 503; negative: not sent. */
  retryAfterSeconds: z.int().default(1),
})
export type Plan = z.infer<typeof Plan>

export type Plans = ReturnType<typeof createPlans>

/** The modes that tests asked for, each until it has spoiled so many requests. */
export function createPlans() {
  let plans: Plan[] = []
  return {
    add(plan: Plan): void {
      plans = [...plans.filter(({ mode }) => mode !== plan.mode), plan].filter(({ times }) => times > 0)
    },
    /** The modes of a group for a sound of this length; counts one spoiled request for each. */
    spend(group: Group, seconds: number): Plan[] {
      const due = plans.filter((plan) => isFor(plan, group, seconds))
      const used = group === 'transport' ? due.slice(0, 1) : due
      plans = plans.flatMap((plan) => (used.includes(plan) ? left(plan) : [plan]))
      return used
    },
    clear(): void {
      plans = []
    },
  }
}

const isFor = ({ mode, minSeconds, maxSeconds }: Plan, group: Group, seconds: number) =>
  (modes[group] as readonly string[]).includes(mode) && seconds >= minSeconds && seconds <= maxSeconds

const left = (plan: Plan): Plan[] => (plan.times > 1 ? [{ ...plan, times: plan.times - 1 }] : [])
