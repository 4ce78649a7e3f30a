import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'

import { Blocked } from './blocked.ts'
import type { Dial } from './dial.ts'

/** What a server answered, and at which URL. */
export type Answer = { url: URL; response: IncomingMessage }

const MOST_REDIRECTS = 5
const REDIRECTS = [301, 302, 303, 307, 308]
const HEADERS = {
  accept: '*/*',
  // What is packed could be a bomb, and the limit counts what comes.
  'accept-encoding': 'identity',
  'user-agent': 'Mozilla/5.0 (compatible; Doslovno)',
  connection: 'close',
}

/**
 * Asks for what lies behind a URL. Every redirect passes the same guard; from https none leads back to http. The sixth
 * is not followed: it is the answer.
 */
export async function get(dial: Dial, start: URL, signal: AbortSignal): Promise<Answer> {
  let answer = await ask(dial, start, signal)
  for (let redirects = 0; redirects < MOST_REDIRECTS; redirects++) {
    const location = locationOf(answer)
    if (!location) break
    answer.response.destroy()
    answer = await ask(dial, nextOf(answer.url, location), signal)
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

async function ask(dial: Dial, url: URL, signal: AbortSignal): Promise<Answer> {
  const socket = await dial.open(url, signal)
  const asked = request({
    createConnection: () => socket,
    path: `${url.pathname}${url.search}`,
    headers: { ...HEADERS, host: url.host },
    signal,
  })
  // What breaks after the answer began is told by the answer itself.
  asked.on('error', () => undefined).end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  return { url, response }
}
