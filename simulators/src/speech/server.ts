import { type Call, command, json, question, refusal, type Reply, type Routes } from '#http.ts'
import { serve, type Simulator } from '#serve.ts'

import type { Hear } from './hear.ts'
import { createJournal } from './journal.ts'
import { createPlans, Plan } from './modes.ts'
import { type State, transcribe } from './transcription.ts'

/** Development and tests use it; it opens nothing. */
export const SIMULATOR_KEY = 'simulator-key'
export const MODEL = 'simulator'

type Options = {
  port: number
  hear: Hear
  /** More requests at once are answered with 429. */
  mostInFlight?: number
}

export type SpeechSimulator = Simulator

/** An OpenAI-compatible server of speech recognition. */
export async function startSpeechSimulator({ port, hear, mostInFlight = 1000 }: Options): Promise<SpeechSimulator> {
  const state: State = { plans: createPlans(), journal: createJournal(), hear, mostInFlight }
  const routes: Routes = {
    'POST /v1/audio/transcriptions': (call) => (response) => transcribe(state, call, response),
    'GET /v1/models': () => json(200, { object: 'list', data: [{ id: MODEL, object: 'model' }] }),
    ...controlRoutes(state),
  }
  return serve({ port, routes, before: refuseStrangers, missing: refusal(404, 'not_found') })
}

function refuseStrangers({ path, headers }: Call): Reply | undefined {
  if (path.startsWith('/control/') || headers.authorization === `Bearer ${SIMULATOR_KEY}`) return undefined
  return refusal(401, 'invalid_api_key')
}

/** Controls for tests: how to fail, and what was asked. */
function controlRoutes({ plans, journal }: State): Routes {
  return {
    'GET /control/calls': question(journal.state),
    'POST /control/fail': command(Plan, (plan) => plans.add(plan)),
    'POST /control/reset': question(() => [plans, journal].forEach((one) => one.clear())),
  }
}
