import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

import { type Call, jsonOf, refusal, type Reply, send } from '#http.ts'

import { answer } from './model.ts'
import { failTransport, type Group, type Plan, type Plans } from './modes.ts'
import { type Asked, ChatRequest, readMessages, readPrompt } from './prompt.ts'
import { type Purpose, purposeOf } from './purpose.ts'
import type { State } from './state.ts'
import { completion, lastTokens, MODEL, tokensOf } from './writing.ts'

const STANDARD_MAX_TOKENS = 4096

/** One chat completion: fails, refuses or answers, and notes down what it did. */
export async function chat(state: State, call: Call, response: ServerResponse): Promise<void> {
  const parsed = ChatRequest.safeParse(jsonOf(call))
  if (!parsed.success) return send(response, refusal(400, 'invalid_request'))
  const request = parsed.data
  const { named, prompt } = readMessages(request)
  const planned = { purpose: purposeOf(named), prompt }

  const [transport] = spend(state.plans, state.plans.find('transport', planned).slice(0, 1))
  if (transport && transport.mode !== 'late') {
    note(state, request, { plans: [transport], status: statusOf(transport) })
    return failTransport(transport, response)
  }
  const { reply, plans } = replyTo(state, request, planned)
  note(state, request, { plans: transport ? [transport, ...plans] : plans, status: reply.status })
  if (transport) await wait(transport.lateMs, undefined, { ref: false })
  send(response, reply)
}

const statusOf = ({ mode }: Plan) => (/^\d+$/.test(mode) ? Number(mode) : 'none')

type Planned = { purpose: Purpose; prompt: string }
type Outcome = { reply: Reply; plans: Plan[] }

function replyTo(state: State, request: ChatRequest, planned: Planned): Outcome {
  if (request.model !== MODEL) return { reply: refusal(404, 'model_not_found', 'model'), plans: [] }
  for (const plan of state.plans.find('dialect', planned)) {
    const reply = refuseDialect(plan, request)
    if (reply) return { reply, plans: spend(state.plans, [plan]) }
  }
  return complete(state, request, planned)
}

function complete({ plans, fixed, journal }: State, request: ChatRequest, planned: Planned): Outcome {
  const { purpose } = planned
  const take = (group: Group) => spend(plans, plans.find(group, planned))
  const quiet = spend(plans, plans.find('dialect', planned).filter(isQuiet))
  const spoils = { answer: take('answer'), cites: take('cites'), content: take('content'), lies: take('lies') }
  const cut = quiet.find(({ mode }) => mode === 'cutPrompt')
  const asked = cut ? endOf(readMessages(request), cut.tokens) : readMessages(request)
  const maxTokens = request.max_completion_tokens ?? request.max_tokens ?? STANDARD_MAX_TOKENS

  const { written, lies } = answer({ purpose, asked, fixed: fixed.take(purpose), maxTokens, spoils })

  journal.addLies(purpose, lies)
  const seenTokens = Math.min(promptTokens(request.messages), cut?.tokens ?? Infinity)
  const isCounted = !quiet.some(({ mode }) => mode === 'noUsage')
  return {
    reply: completion(written, isCounted ? seenTokens : undefined),
    plans: [...quiet, ...Object.values(spoils).flat()],
  }
}

/** Dialects that refuse nothing. */
const isQuiet = ({ mode }: Plan) => mode === 'cutPrompt' || mode === 'noUsage'

/** Keeps the end of a prompt, as servers do that drop its beginning. */
const endOf = (asked: Asked, tokens: number): Asked => ({
  ...asked,
  system: '',
  prompt: lastTokens(asked.prompt, tokens),
})

function spend(plans: Plans, found: Plan[]): Plan[] {
  for (const plan of found) plans.spend(plan)
  return found
}

type Done = { plans: readonly Plan[]; status: number | 'none' }

function note({ journal }: State, request: ChatRequest, { plans, status }: Done): void {
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

/** Names the parameter that a server of this dialect refuses. */
const refused: Record<string, (request: ChatRequest, plan: Plan) => string | undefined> = {
  noSchema: ({ response_format }) => (response_format?.type === 'json_schema' ? 'response_format' : undefined),
  noJsonObject: ({ response_format }) => (response_format ? 'response_format' : undefined),
  noMaxTokens: ({ max_tokens }) => (max_tokens === undefined ? undefined : 'max_tokens'),
  noTemperature: ({ temperature }) => (temperature === undefined ? undefined : 'temperature'),
  contextTooLong: ({ messages }, { tokens }) => (promptTokens(messages) > tokens ? 'messages' : undefined),
}

/** The refusal of a request that this dialect does not know. */
function refuseDialect(plan: Plan, request: ChatRequest): Reply | undefined {
  const param = refused[plan.mode]?.(request, plan)
  if (param === undefined) return undefined
  const code = plan.mode === 'contextTooLong' ? 'context_length_exceeded' : 'unsupported_parameter'
  return refusal(400, code, plan.isNamed ? param : null)
}

const promptTokens = (messages: ChatRequest['messages']) => tokensOf(messages.map(({ content }) => content).join('\n'))
