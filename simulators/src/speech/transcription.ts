import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

import { type Call, json, refusal, type Reply, send } from '#http.ts'

import type { Hear } from './hear.ts'
import type { Journal } from './journal.ts'
import { type Plan, type Plans, spoil, verboseJson } from './modes.ts'

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

const HUGE_CHARACTERS = 3_000_000

/** Fails before anything is heard; `silent` never answers. */
function failTransport(plan: Plan, response: ServerResponse): void {
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

const statusOf = ({ mode }: Plan) => (/^\d+$/.test(mode) ? Number(mode) : 'none')

/** A request for a transcription, as it was sent. */
type Asked = {
  model: string
  language: string | undefined
  /** `verbose_json` and word times under the name with brackets; without both there are no words. */
  wantsWords: boolean
  pcm: Uint8Array
  seconds: number
  fields: string[]
}

const BYTES_PER_SECOND = 32_000

/** Undefined if it is no form with a WAV file of 16 kHz, mono, 16 bits. */
async function readForm({ headers, body }: Call): Promise<Asked | undefined> {
  const type = headers['content-type'] ?? ''
  if (!type.startsWith('multipart/form-data')) return undefined
  const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => undefined)
  const file = form?.get('file')
  if (!form || !(file instanceof Blob)) return undefined
  const pcm = pcmOf(Buffer.from(await file.arrayBuffer()))
  if (!pcm) return undefined
  const isTimed = form.getAll('timestamp_granularities[]').includes('word')
  return {
    model: textOf(form.get('model')),
    language: textOf(form.get('language')) || undefined,
    wantsWords: isTimed && form.get('response_format') === 'verbose_json',
    pcm,
    seconds: pcm.length / BYTES_PER_SECOND,
    fields: [...form.keys()],
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

function pcmOf(file: Buffer): Uint8Array | undefined {
  const data = file.indexOf('data')
  if (file.toString('latin1', 0, 4) !== 'RIFF' || data < 0) return undefined
  const [channels, rate, bits] = [file.readUInt16LE(22), file.readUInt32LE(24), file.readUInt16LE(34)]
  return channels === 1 && rate === 16_000 && bits === 16 ? file.subarray(data + 8) : undefined
}
