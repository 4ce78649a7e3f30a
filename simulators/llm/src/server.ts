import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { chat } from './chat.ts'
import { MODEL } from './completion.ts'
import { controlRoutes } from './control.ts'
import { createFixedAnswers } from './fixed-answers.ts'
import { type Call, json, readRequest, refusal, type Routes, send } from './http.ts'
import { createJournal } from './journal.ts'
import { createPlans } from './modes.ts'
import type { State } from './state.ts'
import { failTransport } from './transport.ts'

// Local only: anybody may control it.
const host = '127.0.0.1'

/** Development and tests use it; it opens nothing. */
export const SIMULATOR_KEY = 'simulator-key'
const WINDOW = 32_768

type Options = {
  port: number
  /** Where the server tells its window: among the models as vLLM does, in /props as llama.cpp does, or nowhere. */
  windowIn?: 'models' | 'props' | 'nowhere'
  windowTokens?: number
}

export type LlmSimulator = { url: string; close(): Promise<void> }

/** Simulates a server of an OpenAI-compatible language model; port 0 picks a free one. */
export async function startLlmSimulator({ port, ...window }: Options): Promise<LlmSimulator> {
  const state: State = { plans: createPlans(), journal: createJournal(), fixed: createFixedAnswers() }
  const routes = { ...modelRoutes(window), ...controlRoutes(state) }
  const server = createServer((request, response) => {
    readRequest(request)
      .then((call) => answer(state, routes, call, response))
      .catch(() => response.destroy())
  }).listen(port, host)
  await once(server, 'listening').catch((cause: unknown) => {
    throw new Error('The port is taken', { cause })
  })
  const close = async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  // A server listening on a host and port always has an address of this shape.
  return { url: `http://${host}:${(server.address() as AddressInfo).port}`, close }
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

async function answer(state: State, routes: Routes, call: Call, response: ServerResponse): Promise<void> {
  const isControl = call.path.startsWith('/control/')
  if (!isControl && call.headers.authorization !== `Bearer ${SIMULATOR_KEY}`)
    return send(response, refusal(401, 'invalid_api_key'))
  if (call.method === 'POST' && call.path === '/v1/chat/completions') return chat(state, call, response)
  // A server that is down tells nothing about its models either.
  const [failure] = isControl
    ? []
    : state.plans.find('transport', { purpose: 'other', prompt: '' }).filter(({ mode }) => mode !== 'late')
  if (failure) return failTransport(failure, response)
  const route = routes[`${call.method} ${call.path}`]
  send(response, route ? route(call) : refusal(404, 'not_found'))
}
