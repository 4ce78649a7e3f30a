import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

import { type Call, json, refusal, send } from '#http.ts'

import { type Asked, readForm } from './form.ts'
import type { Hear } from './hear.ts'
import type { Journal } from './journal.ts'
import type { Plan, Plans } from './modes.ts'
import { spoil, verboseJson } from './spoil.ts'
import { failTransport, statusOf } from './transport.ts'

export type State = { plans: Plans; journal: Journal; hear: Hear; mostInFlight: number }

/** One transcription: fails, refuses or answers, and notes down what it did. */
export async function transcribe(state: State, call: Call, response: ServerResponse): Promise<void> {
  const asked = await readForm(call)
  if (!asked) return send(response, refusal(400, 'invalid_file'))
  state.journal.begin()
  try {
    await answer(state, asked, response)
  } finally {
    state.journal.end()
  }
}

async function answer(state: State, asked: Asked, response: ServerResponse): Promise<void> {
  const { plans, journal, hear } = state
  const note = (used: readonly Plan[], status: number | 'none') => {
    const { model, language, seconds, fields } = asked
    journal.add({ model, language, seconds, fields, modes: used.map(({ mode }) => mode), status })
  }
  if (journal.state().inFlight > state.mostInFlight) {
    note([], 429)
    return send(response, json(429, { error: { message: 'Busy', code: 'busy' } }, { 'retry-after': '1' }))
  }
  const [failure] = plans.spend('transport', asked.seconds)
  if (failure) {
    note([failure], statusOf(failure))
    return failTransport(failure, response)
  }
  const used = [...plans.spend('words', asked.seconds), ...plans.spend('manner', asked.seconds)]
  const late = used.find(({ mode }) => mode === 'late')
  if (late) await wait(late.lateMs, undefined, { ref: false })
  const heard = await hear(asked, whenGone(response)).catch(() => undefined)
  note(used, heard ? 200 : 'none')
  if (!heard) return void response.destroy()
  send(response, json(200, spoil(verboseJson(heard, asked.seconds, asked.wantsWords), used)))
}

/** Aborts when the caller closes the connection, and after the answer, when nobody listens any more. */
function whenGone(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  return gone.signal
}
