import type { ServerResponse } from 'node:http'

import { json, refusal, type Reply, send } from '#http.ts'

import type { Plan } from './modes.ts'

const HUGE_CHARACTERS = 3_000_000

/** Fails before anything is heard; `silent` never answers. */
export function failTransport(plan: Plan, response: ServerResponse): void {
  if (plan.mode === 'down') return void response.destroy()
  if (plan.mode === 'cut') return cutOff(response)
  const reply = replyOf(plan)
  if (reply) send(response, reply)
}

/** The connection ends in the middle of the answer. */
function cutOff(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('{"task":"transcribe","words":[', () => response.destroy())
}

function replyOf({ mode, retryAfterSeconds }: Plan): Reply | undefined {
  const retry: Record<string, string> = retryAfterSeconds < 0 ? {} : { 'retry-after': String(retryAfterSeconds) }
  if (mode === '429' || mode === '503') return json(Number(mode), { error: { message: 'Busy', code: 'busy' } }, retry)
  if (mode === 'redirect') return { status: 307, headers: { location: 'http://127.0.0.1:9/v1' }, body: '' }
  if (mode === 'html')
    return { status: 200, headers: { 'content-type': 'text/html' }, body: '<!doctype html><h1>It works!</h1>' }
  if (mode === 'huge') return json(200, { text: 'x'.repeat(HUGE_CHARACTERS) })
  return /^\d+$/.test(mode) ? refusal(Number(mode), 'refused') : undefined
}

export const statusOf = ({ mode }: Plan) => (/^\d+$/.test(mode) ? Number(mode) : 'none')
