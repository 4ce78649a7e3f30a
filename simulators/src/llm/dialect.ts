import { refusal, type Reply } from '#http.ts'

import type { ChatRequest } from './chat-request.ts'
import type { Plan } from './modes.ts'
import { tokensOf } from './writing.ts'

/** Names the parameter that a server of this dialect refuses. */
const refused: Record<string, (request: ChatRequest, plan: Plan) => string | undefined> = {
  noSchema: ({ response_format }) => (response_format?.type === 'json_schema' ? 'response_format' : undefined),
  noJsonObject: ({ response_format }) => (response_format ? 'response_format' : undefined),
  noMaxTokens: ({ max_tokens }) => (max_tokens === undefined ? undefined : 'max_tokens'),
  noTemperature: ({ temperature }) => (temperature === undefined ? undefined : 'temperature'),
  contextTooLong: ({ messages }, { tokens }) => (promptTokens(messages) > tokens ? 'messages' : undefined),
}

/** The refusal of a request that this dialect does not know. */
export function refuseDialect(plan: Plan, request: ChatRequest): Reply | undefined {
  const param = refused[plan.mode]?.(request, plan)
  if (param === undefined) return undefined
  const code = plan.mode === 'contextTooLong' ? 'context_length_exceeded' : 'unsupported_parameter'
  return refusal(400, code, plan.isNamed ? param : null)
}

export const promptTokens = (messages: ChatRequest['messages']) =>
  tokensOf(messages.map(({ content }) => content).join('\n'))
