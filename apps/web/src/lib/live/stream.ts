import { listenToEvents } from '@doslovno/contract/events.ts'

import { ApiError } from '#lib/http/api-error.ts'
import type { Fetch } from '#lib/http/send.ts'

/** The stream opens with a byte at once: without one, something on the way holds it back. */
const FIRST_BYTE_MS = 10_000
/** The server sends at least a comment every 20 s. */
const SILENCE_MS = 30_000

export type StreamDeps = {
  fetch: Fetch
  token: string
  /** The version of the last event. */
  known: number | undefined
  signal: AbortSignal
  /** Called for every piece that arrives. */
  onAlive: () => void
  onVersion: (version: number) => void
}

/** Reads one stream of events to its end; rejects if it is refused, breaks or falls silent. */
export async function readStream({ fetch, token, known, signal, onAlive, onVersion }: StreamDeps): Promise<void> {
  const silence = new AbortController()
  const giveUp = () => silence.abort(new Error('The stream is silent'))
  let timer = setTimeout(giveUp, FIRST_BYTE_MS)
  try {
    const response = await fetch(listenToEvents.path, {
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'text/event-stream',
        ...(known !== undefined && { 'last-event-id': String(known) }),
      },
      signal: AbortSignal.any([signal, silence.signal]),
    })
    if (!response.ok || !response.body) throw new ApiError(response.status, null)
    let rest = ''
    for await (const text of piecesOf(response.body)) {
      clearTimeout(timer)
      timer = setTimeout(giveUp, SILENCE_MS)
      onAlive()
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line.startsWith(ID)) onVersion(Number(line.slice(ID.length)))
    }
  } finally {
    clearTimeout(timer)
  }
}

/** The id of an event is all that it says. */
const ID = 'id: '

/** Safari cannot iterate over a stream. */
async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read())
    yield decoder.decode(piece.value, { stream: true })
}
