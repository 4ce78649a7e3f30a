import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import * as z from 'zod'

import type { Hear } from './hear.ts'
import { type Call, json, jsonOf, readRequest, refusal, type Reply, send } from './http.ts'
import { createJournal } from './journal.ts'
import { createPlans, Plan } from './modes.ts'
import { type State, transcribe } from './transcription.ts'

// Local only: anybody may control it.
const host = '127.0.0.1'

/** Development and tests use it; it opens nothing. */
export const SIMULATOR_KEY = 'simulator-key'
export const MODEL = 'simulator'

type Options = {
  port: number
  hear: Hear
  /** More requests at once are answered with 429. */
  mostInFlight?: number
}

export type SpeechSimulator = { url: string; close(): Promise<void> }

/** An OpenAI-compatible server of speech recognition. */
export async function startSpeechSimulator({ port, hear, mostInFlight = 1000 }: Options): Promise<SpeechSimulator> {
  const state: State = { plans: createPlans(), journal: createJournal(), hear, mostInFlight }
  const server = createServer((request, response) => {
    readRequest(request)
      .then((call) => answer(state, call, response))
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

async function answer(state: State, call: Call, response: ServerResponse): Promise<void> {
  const route = `${call.method} ${call.path}`
  if (call.path.startsWith('/control/')) return send(response, control(state, route, call))
  if (call.headers.authorization !== `Bearer ${SIMULATOR_KEY}`) return send(response, refusal(401, 'invalid_api_key'))
  if (route === 'POST /v1/audio/transcriptions') return transcribe(state, call, response)
  if (route === 'GET /v1/models')
    return send(response, json(200, { object: 'list', data: [{ id: MODEL, object: 'model' }] }))
  send(response, refusal(404, 'not_found'))
}

/** Controls for tests: how to fail, and what was asked. */
function control({ plans, journal }: State, route: string, call: Call): Reply {
  if (route === 'GET /control/calls') return json(200, journal.state())
  if (route === 'POST /control/fail') {
    const plan = Plan.safeParse(jsonOf(call))
    if (!plan.success) return json(400, { error: z.prettifyError(plan.error) })
    plans.add(plan.data)
    return json(200, {})
  }
  if (route !== 'POST /control/reset') return refusal(404, 'not_found')
  for (const one of [plans, journal]) one.clear()
  return json(200, {})
}
