import type { ServerResponse } from 'node:http'

import * as z from 'zod'

import { json, refusal, type Reply, send } from '#http.ts'

import { purposes } from './purpose.ts'

/** How the model can fail; each group spoils another stage of an answer. */
export const modes = {
  transport: ['down', 'silent', 'late', '500', '502', '503', '429', '401', '404', 'redirect', 'html', 'huge'],
  dialect: ['noSchema', 'noJsonObject', 'noMaxTokens', 'noTemperature', 'contextTooLong', 'cutPrompt', 'noUsage'],
  answer: ['badJson', 'fenced', 'prose', 'thinking', 'cutOff', 'refusal', 'filtered', 'empty', 'otherKeys', 'english'],
  cites: ['unknownIds', 'offByTwo', 'ranges', 'noCites'],
  content: ['markup', 'injected', 'leak', 'doubles', 'long'],
  lies: [
    'lies:number',
    'lies:date',
    'lies:name',
    'lies:negation',
    'lies:opposite',
    'lies:speaker',
    'lies:citation',
    'lies:clause',
    'lies:invented',
  ],
} as const
export type Group = keyof typeof modes
export type Mode<G extends Group = Group> = (typeof modes)[G][number]

export const allModes = Object.values(modes).flat()

export const Plan = z.object({
  mode: z.enum(allModes),
  /** How many calls it spoils; 0 takes the mode back. */
  times: z.int().min(0).default(1),
  /** Only calls for this purpose. */
  purpose: z.enum(purposes).optional(),
  /** Only prompts that hold this text, so that tests can share a simulator. */
  match: z.string().optional(),
  /** Share of the statements that become lies. */
  share: z.number().min(0).max(1).default(1),
  /** The window of `contextTooLong` and `cutPrompt`. */
  tokens: z.int().min(1).default(1000),
  /** How late `late` is. */
  lateMs: z.int().min(0).default(1000),
  /** Sent with 429 and 503; negative: not sent. */
  retryAfterSeconds: z.int().default(1),
  /** Whether a refusal names the parameter, as some servers do. */
  isNamed: z.boolean().default(true),
})
export type Plan = z.infer<typeof Plan>

/** A call as plans see it. */
export type PlannedCall = { purpose: string; prompt: string }

export type Plans = ReturnType<typeof createPlans>

/** The modes that tests asked for, each until it has spoiled so many calls. */
export function createPlans() {
  let plans: Plan[] = []
  const find = (group: Group, call: PlannedCall) => plans.filter((plan) => isFor(plan, group, call))
  return {
    add(plan: Plan): void {
      plans = [...plans.filter((other) => !isSame(other, plan)), plan]
    },
    find,
    /** Counts one spoiled call. */
    spend(plan: Plan): void {
      plans = plans.flatMap((one) => (one === plan ? left(one) : [one]))
    },
    clear(): void {
      plans = []
    },
  }
}

const isSame = (one: Plan, other: Plan) =>
  one.mode === other.mode && one.purpose === other.purpose && one.match === other.match

const left = (plan: Plan): Plan[] => (plan.times > 1 ? [{ ...plan, times: plan.times - 1 }] : [])

/** A probe meets failures of the server, but what the model writes is spoiled only where a summary can show it. */
function isFor(plan: Plan, group: Group, { purpose, prompt }: PlannedCall): boolean {
  const isOfGroup = (modes[group] as readonly string[]).includes(plan.mode)
  if (!isOfGroup || plan.times < 1) return false
  if (plan.match !== undefined && !prompt.includes(plan.match)) return false
  if (plan.purpose !== undefined) return plan.purpose === purpose
  return purpose !== 'probe' || group === 'transport' || group === 'dialect'
}

const HUGE_CHARACTERS = 3_000_000

/** Fails before the model is asked. `late` is no failure: it answers in the end. */
export function failTransport(plan: Plan, response: ServerResponse): void {
  if (plan.mode === 'down') return void response.destroy()
  const reply = replyOf(plan)
  // `silent` never answers: the caller times out or the simulator closes.
  if (reply) send(response, reply)
}

function replyOf({ mode, retryAfterSeconds }: Plan): Reply | undefined {
  const retry: Record<string, string> = retryAfterSeconds < 0 ? {} : { 'retry-after': String(retryAfterSeconds) }
  if (mode === '429' || mode === '503') return json(Number(mode), { error: { message: 'Busy', code: 'busy' } }, retry)
  if (mode === '401') return refusal(401, 'invalid_api_key')
  if (mode === '404') return refusal(404, 'model_not_found')
  if (mode === '500' || mode === '502') return refusal(Number(mode), 'server_error')
  if (mode === 'redirect') return { status: 307, headers: { location: 'http://127.0.0.1:9/v1' }, body: '' }
  if (mode === 'html')
    return { status: 200, headers: { 'content-type': 'text/html' }, body: '<!doctype html><h1>It works!</h1>' }
  return mode === 'huge' ? json(200, { filler: 'x'.repeat(HUGE_CHARACTERS) }) : undefined
}
