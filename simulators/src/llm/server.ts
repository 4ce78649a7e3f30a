import { type Answer, type Call, command, json, question, refusal, type Routes } from '#http.ts'
import { serve, type Simulator } from '#serve.ts'

import { chat } from './chat.ts'
import { createPlans, failTransport, Plan } from './modes.ts'
import { createFixedAnswers, createJournal, FixedAnswer, type State } from './state.ts'
import { MODEL } from './writing.ts'

/** Development and tests use it; it opens nothing. */
export const SIMULATOR_KEY = 'simulator-key'
const WINDOW = 32_768

type Options = {
  port: number
  /** Where the server tells its window: among the models as vLLM does, in /props as llama.cpp does, or nowhere. */
  windowIn?: 'models' | 'props' | 'nowhere'
  windowTokens?: number
}

export type LlmSimulator = Simulator

/** Simulates a server of an OpenAI-compatible language model; port 0 picks a free one. */
export async function startLlmSimulator({ port, ...window }: Options): Promise<LlmSimulator> {
  const state: State = { plans: createPlans(), journal: createJournal(), fixed: createFixedAnswers() }
  const routes: Routes = {
    ...modelRoutes(window),
    ...controlRoutes(state),
    'POST /v1/chat/completions': (call) => (response) => chat(state, call, response),
  }
  return serve({ port, routes, before: (call) => refuse(state, call), missing: refusal(404, 'not_found') })
}

function modelRoutes({ windowIn = 'models', windowTokens = WINDOW }: Omit<Options, 'port'>): Routes {
  const model = { id: MODEL, object: 'model', ...(windowIn === 'models' && { max_model_len: windowTokens }) }
  return {
    'GET /v1/models': () => json(200, { object: 'list', data: [model] }),
    'GET /props': () =>
      windowIn === 'props'
        ? json(200, { default_generation_settings: { n_ctx: windowTokens } })
        : refusal(404, 'not_found'),
  }
}

/** Refuses strangers, and fails as planned. */
function refuse(state: State, { method, path, headers }: Call): Answer | undefined {
  if (path.startsWith('/control/')) return undefined
  if (headers.authorization !== `Bearer ${SIMULATOR_KEY}`) return refusal(401, 'invalid_api_key')
  if (method === 'POST' && path === '/v1/chat/completions') return undefined
  // A server that is down tells nothing about its models either.
  const planned = state.plans.find('transport', { purpose: 'other', prompt: '' })
  const [failure] = planned.filter(({ mode }) => mode !== 'late')
  return failure && ((response) => failTransport(failure, response))
}

/** Controls for tests: how to fail, what to answer, and what was asked. */
function controlRoutes({ plans, journal, fixed }: State): Routes {
  const reset = () => [plans, fixed, journal].forEach((one) => one.clear())
  return {
    'POST /control/fail': command(Plan, (plan) => plans.add(plan)),
    'POST /control/answer': command(FixedAnswer, (answer) => fixed.add(answer)),
    'GET /control/calls': question(() => ({ calls: journal.calls() })),
    'GET /control/lies': question(() => ({ lies: journal.lies() })),
    'POST /control/reset': question(reset),
  }
}
