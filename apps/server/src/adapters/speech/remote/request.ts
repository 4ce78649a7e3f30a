import { SpeechLost, SpeechRefused } from '#adapters/speech/port.ts'
import { wavOf } from '#adapters/wav.ts'
import type { RemoteSpeechConfig } from '#platform/config.ts'
import { AnswerTooLarge, cappedFetch } from '#platform/http/capped-fetch.ts'

/** `language`: undefined lets the server find out. */
export type Piece = { pcm: Uint8Array; language: string | undefined }

/** Answers with the server's JSON, unchecked. Throws a `SpeechFailure`, or the reason of an abort. */
export type Transcribe = (piece: Piece, signal: AbortSignal) => Promise<unknown>

/** The server is too busy and says for how long. */
export class SpeechBusy extends SpeechLost {
  readonly waitSeconds: number
  constructor(status: number, waitSeconds: number) {
    super(`http${status}`)
    this.waitSeconds = waitSeconds
  }
}

/** The key, the model or the address is wrong, which says nothing about the piece. */
export class SpeechMisconfigured extends SpeechLost {
  override name = 'SpeechMisconfigured'
}

/** One request per piece, never repeated here. */
export function createTranscribe(config: RemoteSpeechConfig): Transcribe {
  const { baseUrl, apiKey, timeoutMs } = config
  const url = `${baseUrl.replace(/\/$/, '')}/audio/transcriptions`
  const authorization: Record<string, string> = apiKey ? { authorization: `Bearer ${apiKey}` } : {}
  return async (piece, signal) => {
    const ends = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    try {
      const { type, body } = await encode(formOf(piece, config))
      const headers = { ...authorization, 'content-type': type }
      const response = await cappedFetch(url, { method: 'POST', headers, body, signal: ends })
      if (!response.ok) throw failureOf(response)
      return await response.json()
    } catch (error) {
      signal.throwIfAborted()
      throw lostOf(error)
    }
  }
}

/** Servers read the granularities only under a name with brackets. */
function formOf({ pcm, language }: Piece, { model, extraFields }: RemoteSpeechConfig): FormData {
  const form = new FormData()
  form.set('model', model)
  form.set('response_format', 'verbose_json')
  form.append('timestamp_granularities[]', 'word')
  form.set('temperature', '0')
  if (language) form.set('language', language)
  for (const [name, value] of Object.entries(extraFields)) form.set(name, value)
  form.set('file', new Blob([wavOf(pcm)], { type: 'audio/wav' }), 'piece.wav')
  return form
}

/** A form is sent as a stream, and an abort in its middle would reject a promise that nobody holds, and end the process. */
async function encode(form: FormData): Promise<{ type: string; body: ArrayBuffer }> {
  const encoded = new Response(form)
  return { type: encoded.headers.get('content-type') ?? '', body: await encoded.arrayBuffer() }
}

const TOO_BUSY = [429, 503]
const MISCONFIGURED = [401, 403, 404, 405]
const TIMED_OUT = 408

/** Keeps no text of the server, which may quote what was said. */
function failureOf({ status, headers }: Response): SpeechLost | SpeechRefused {
  const waitSeconds = waitSecondsOf(headers.get('retry-after'))
  if (status === 429 || (TOO_BUSY.includes(status) && waitSeconds !== undefined))
    return new SpeechBusy(status, waitSeconds ?? UNSAID_WAIT_SECONDS)
  if (MISCONFIGURED.includes(status)) return new SpeechMisconfigured(`http${status}`)
  const isBroken = status >= 500 || status === TIMED_OUT
  return isBroken ? new SpeechLost(`http${status}`) : new SpeechRefused(`http${status}`)
}

const UNSAID_WAIT_SECONDS = 2

function waitSecondsOf(header: string | null): number | undefined {
  if (!header) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - Date.now()) / 1000)
  return seconds >= 0 ? seconds : undefined
}

function lostOf(error: unknown): Error {
  if (error instanceof SpeechLost || error instanceof SpeechRefused) return error
  if (error instanceof AnswerTooLarge) return new SpeechRefused('tooLarge')
  if (error instanceof SyntaxError) return new SpeechRefused('notJson')
  const isTimeout = error instanceof Error && error.name === 'TimeoutError'
  return new SpeechLost(isTimeout ? 'timeout' : 'noConnection')
}
