import type { ServerResponse } from 'node:http'

import { json, refusal, type Reply, send } from '#http.ts'

import type { Plan } from './modes.ts'

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
