import { vi } from 'vitest'

export type Reply = { status: number; body?: unknown } | 'no answer' | 'wait'

/** A function answers by what has happened so far. */
export type Answer = Reply | (() => Reply)

/**
 * A fake server: answers by "METHOD path" in turn; the last answer of a list repeats.
 * Records the page's `addresses`, the requested `urls` and the `times` of the requests.
 */
export function stubServer(answers: Record<string, Answer | Answer[]>) {
  const requests: { call: string; body: unknown }[] = []
  const addresses: string[] = []
  const urls: string[] = []
  const times: number[] = []
  const left = new Map(Object.entries(answers).map(([call, answer]) => [call, [answer].flat()]))
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const call = `${init.method ?? 'GET'} ${url.split('?')[0]}`
    requests.push({ call, body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined })
    addresses.push(location.href)
    urls.push(url)
    times.push(performance.now())
    const queue = left.get(call) ?? []
    const next = queue.length > 1 ? queue.shift() : queue[0]
    const answer = typeof next === 'function' ? next() : next
    if (answer === 'wait') return new Promise<Response>(() => {})
    if (!answer || answer === 'no answer') throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(answer.body ?? {}), { status: answer.status })
  })
  return { requests, addresses, urls, times, calls: () => requests.map(({ call }) => call) }
}
