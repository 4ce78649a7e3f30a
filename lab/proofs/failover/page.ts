import { setTimeout as wait } from 'node:timers/promises'

import type { ApiProcess } from '#lab/api.ts'

export type Page = {
  /** How often each answer was seen since a moment: a status, or the name of an error. */
  answersSince(moment: number): Record<string, number>
  /** Answers 503 without `Retry-After`. */
  withoutRetryAfter(): number
  slowestMs(): number
  stop(): Promise<void>
}

const EVERY_MS = 250

/** An open page: asks for the status of a file four times a second, and renames it as often. */
export function openPage(api: ApiProcess, token: string, scriptId: string): Page {
  const seen: { at: number; ms: number; answer: string; hasRetryAfter: boolean }[] = []
  const calls = new Set<Promise<void>>()
  const send = async (method: string, path: string, body?: object) => {
    const at = performance.now()
    const reply = await api
      .call(method, `/api/scripts/${scriptId}/${path}`, { token, ...(body && { body }) })
      .catch((error: Error) => error)
    const answer = reply instanceof Error ? reply.name : String(reply.status)
    const hasRetryAfter = reply instanceof Response && reply.headers.has('retry-after')
    if (reply instanceof Response) await reply.arrayBuffer()
    seen.push({ at, ms: performance.now() - at, answer, hasRetryAfter })
  }
  const track = (call: Promise<void>) => {
    calls.add(call)
    void call.finally(() => calls.delete(call))
  }
  let isOpen = true
  const poll = async () => {
    for (let turn = 0; isOpen; turn++) {
      track(send('GET', 'status'))
      track(send('PATCH', 'filename', { fileName: `talk ${turn}.wav` }))
      await wait(EVERY_MS)
    }
  }
  const polling = poll()
  return {
    answersSince: (moment) => {
      const counts: Record<string, number> = {}
      for (const { at, answer } of seen) if (at >= moment) counts[answer] = (counts[answer] ?? 0) + 1
      return counts
    },
    withoutRetryAfter: () => seen.filter(({ answer, hasRetryAfter }) => answer === '503' && !hasRetryAfter).length,
    slowestMs: () => Math.max(0, ...seen.map(({ ms }) => ms)),
    stop: async () => {
      isOpen = false
      await polling
      await Promise.all(calls)
    },
  }
}
