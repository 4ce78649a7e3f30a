import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

import { ChatRequest, readMessages } from './chat-request.ts'
import { promptTokens, refuseDialect } from './dialect.ts'
import type { FixedAnswers } from './fixed-answers.ts'
import { type Call, json, refusal, type Reply, send } from './http.ts'
import type { Journal } from './journal.ts'
import { answer } from './model.ts'
import type { Group, Plan, Plans } from './modes.ts'
import { readPrompt } from './prompt.ts'
import { type Purpose, purposeOf } from './purpose.ts'
import { failTransport } from './transport.ts'
import { lastTokens, tokensOf, type Written } from './writing.ts'

export const MODEL = 'simulator'
const STANDARD_MAX_TOKENS = 4096

export type State = { plans: Plans; journal: Journal; fixed: FixedAnswers }

/** One chat completion: fails, refuses or answers, and notes down what it did. */
export async function chat(state: State, call: Call, response: ServerResponse): Promise<void> {
  const parsed = ChatRequest.safeParse(call.body)
  if (!parsed.success) return send(response, refusal(400, 'invalid_request'))
  const request = parsed.data
  const purpose = purposeOf(readMessages(request).named)

  const [transport] = state.plans.find('transport', purpose)
  if (transport) state.plans.use(transport)
  if (transport && transport.mode !== 'late') {
    note(state, request, [transport], isStatus(transport) ? Number(transport.mode) : 'none')
    return failTransport(transport, response)
  }
  const { reply, plans } = replyTo(state, request, purpose)
  note(state, request, [...(transport ? [transport] : []), ...plans], reply.status)
  if (transport) await wait(transport.lateMs, undefined, { ref: false })
  send(response, reply)
}

const isStatus = ({ mode }: Plan) => /^\d+$/.test(mode)

function replyTo(state: State, request: ChatRequest, purpose: Purpose): { reply: Reply; plans: Plan[] } {
  if (request.model !== MODEL) return { reply: refusal(404, 'model_not_found', 'model'), plans: [] }
  for (const plan of state.plans.find('dialect', purpose)) {
    const reply = refuseDialect(plan, request)
    if (reply) state.plans.use(plan)
    if (reply) return { reply, plans: [plan] }
  }
  const take = (group: Group) => used(state.plans, state.plans.find(group, purpose))
  const quiet = used(
    state.plans,
    state.plans.find('dialect', purpose).filter(({ mode }) => mode === 'cutPrompt' || mode === 'noUsage'),
  )
  const spoils = { answer: take('answer'), cites: take('cites'), content: take('content'), lies: take('lies') }
  const asked = readMessages(request)
  const cut = quiet.find(({ mode }) => mode === 'cutPrompt')
  const seen = cut ? { ...asked, system: '', prompt: lastTokens(asked.prompt, cut.tokens) } : asked
  const maxTokens = request.max_completion_tokens ?? request.max_tokens ?? STANDARD_MAX_TOKENS
  const { written, lies } = answer({ purpose, asked: seen, fixed: state.fixed.take(purpose), maxTokens, spoils })
  state.journal.addLies(purpose, lies)
  const tokens = Math.min(promptTokens(request.messages), cut?.tokens ?? Infinity)
  const hasUsage = !quiet.some(({ mode }) => mode === 'noUsage')
  return {
    reply: completion(written, hasUsage ? tokens : undefined),
    plans: [...quiet, ...Object.values(spoils).flat()],
  }
}

function used(plans: Plans, found: Plan[]): Plan[] {
  for (const plan of found) plans.use(plan)
  return found
}

function completion({ content, refusal: refused, finish }: Written, prompt: number | undefined): Reply {
  const completionTokens = tokensOf(content ?? '')
  return json(200, {
    id: 'chatcmpl-simulated',
    object: 'chat.completion',
    created: 0,
    model: MODEL,
    choices: [{ index: 0, message: { role: 'assistant', content, refusal: refused ?? null }, finish_reason: finish }],
    ...(prompt !== undefined && {
      usage: {
        prompt_tokens: prompt,
        completion_tokens: completionTokens,
        total_tokens: prompt + completionTokens,
      },
    }),
  })
}

function note({ journal }: State, request: ChatRequest, plans: readonly Plan[], status: number | 'none'): void {
  const { system, prompt, named } = readMessages(request)
  journal.addCall({
    purpose: purposeOf(named),
    model: request.model,
    key: readPrompt(system, prompt).key,
    system,
    prompt,
    format: request.response_format?.type ?? 'none',
    parameters: Object.keys(request).filter((name) => request[name as keyof ChatRequest] !== undefined),
    modes: plans.map(({ mode }) => mode),
    status,
  })
}
