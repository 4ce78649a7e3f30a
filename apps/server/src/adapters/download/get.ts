import type { IncomingMessage } from 'node:http'

import { ask } from './ask.ts'
import { Blocked } from './blocked.ts'
import type { Dial } from './dial.ts'

/** A server's response and the URL it came from. */
export type Answer = { url: URL; response: IncomingMessage }

const MOST_REDIRECTS = 5
const REDIRECTS = [301, 302, 303, 307, 308]
const HEADERS = {
  accept: '*/*',
  // A compressed body could be a bomb, and the limit counts bytes as they arrive.
  'accept-encoding': 'identity',
  'user-agent': 'Mozilla/5.0 (compatible; Doslovno)',
}

/**
 * Sends a GET and follows up to five redirects; a sixth is returned as the answer. Every redirect passes the same
 * address rules, and none leads from https back to http.
 */
export async function get(dial: Dial, start: URL, signal: AbortSignal): Promise<Answer> {
  let answer = await send(dial, start, signal)
  for (let redirects = 0; redirects < MOST_REDIRECTS; redirects++) {
    const location = locationOf(answer)
    if (!location) break
    answer.response.destroy()
    answer = await send(dial, nextOf(answer.url, location), signal)
  }
  return answer
}

function locationOf({ response }: Answer): string | undefined {
  return REDIRECTS.includes(response.statusCode ?? 0) ? response.headers.location : undefined
}

function nextOf(url: URL, location: string): URL {
  const next = URL.parse(location, url.href)
  if (!next) throw new Blocked('scheme')
  if (url.protocol === 'https:' && next.protocol === 'http:') throw new Blocked('downgrade')
  return next
}

async function send(dial: Dial, url: URL, signal: AbortSignal): Promise<Answer> {
  return { url, response: await ask(dial, { url, headers: HEADERS, signal }) }
}
