import * as z from 'zod'

import type { Heard, HeardWord } from './hear.ts'

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

type VerboseWord = { word: string; start: number; end: number }
type VerboseJson = {
  task: 'transcribe'
  language: string
  duration: number
  text: string
  segments: object[]
  words?: unknown
}

/** The reply of a faithful server. */
export function verboseJson({ words, language }: Heard, seconds: number, wantsWords: boolean): VerboseJson {
  const text = words.map((word) => word.text).join(' ')
  const segment = { id: 0, start: words[0]?.start ?? 0, end: words.at(-1)?.end ?? 0, text }
  return {
    task: 'transcribe',
    language,
    duration: seconds,
    text,
    segments: words.length > 0 ? [segment] : [],
    ...(wantsWords && { words: words.map(toVerbose) }),
  }
}

const toVerbose = ({ text, start, end }: HeardWord): VerboseWord => ({ word: text, start, end })

type Spoil = (reply: VerboseJson, words: VerboseWord[]) => VerboseJson | object

const spoils: Partial<Record<Plan['mode'], Spoil>> = {
  noWords: (reply) => ({ ...reply, words: undefined }),
  nullWords: (reply) => ({ ...reply, words: null }),
  emptyWords: (reply) => ({ ...reply, words: [] }),
  outOfOrder: (reply, words) => ({ ...reply, words: words.toReversed() }),
  beyondTheClip: (reply, words) => ({ ...reply, words: shifted(words, reply.duration) }),
  backwards: (reply, words) => ({ ...reply, words: words.map((one) => ({ ...one, start: one.end, end: one.start })) }),
  otherWords: (reply, words) => ({ ...reply, text: '', words: words.map((one) => ({ ...one, word: 'lorem' })) }),
  wrongShape: (reply) => ({ ...reply, words: [{ token: 1, at: 'now' }] }),
  languageNames: (reply) => ({ ...reply, language: nameOf(reply.language) }),
  noPunctuation: (reply, words) => ({
    ...reply,
    words: words.map((one) => ({ ...one, word: one.word.replace(/[^\p{L}\p{N}-]/gu, '').toLowerCase() })),
  }),
  controlCharacters: (reply, words) => ({
    ...reply,
    text: '',
    words: words.map((one) => ({ ...one, word: ` \u0000${one.word}\u0007\ud800` })),
  }),
}

/** Spoils a reply as planned. */
export function spoil(reply: VerboseJson, plans: readonly Plan[]): object {
  const words = Array.isArray(reply.words) ? (reply.words as VerboseWord[]) : []
  return plans.reduce<object>((spoiled, { mode }) => spoils[mode]?.(spoiled as VerboseJson, words) ?? spoiled, reply)
}

const shifted = (words: readonly VerboseWord[], seconds: number) =>
  words.map(({ word, start, end }) => ({ word, start: start + seconds, end: end + seconds }))

/** OpenAI answers with names, most other servers with codes. */
const nameOf = (code: string) => (new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code).toLowerCase()
