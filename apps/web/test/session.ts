import { onTestFinished, vi } from 'vitest'

import type { TokenStorage } from '#lib/session/token-storage.ts'

/** A token that carries only its expiry. */
export function tokenEndingIn(seconds: number, nowMs: number, name = 'token'): string {
  const payload = btoa(JSON.stringify({ exp: nowMs / 1000 + seconds, name }))
  return `header.${payload}.signature`
}

/** Leaves this browser signed in. */
export function signIn() {
  localStorage.setItem('accessToken', tokenEndingIn(900, Date.now()))
  localStorage.setItem('refreshToken', 'r0')
}

/** Gives a test of rules alone a browser's storage. */
export function stubStorage(initial: Record<string, string> = {}) {
  const storage = memoryStorage(initial)
  vi.stubGlobal('localStorage', storage)
  onTestFinished(() => void vi.unstubAllGlobals())
  return storage
}

/** An in-memory local storage. */
export function memoryStorage(
  initial: Record<string, string> = {},
): TokenStorage & { all: () => Record<string, string> } {
  const map = new Map(Object.entries(initial))
  return {
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
    all: () => Object.fromEntries(map),
  }
}

type Answer = { status: number; body?: unknown } | 'no answer'
type Request = { path: string; method: string; token: string | null; body: unknown }

/** A fake network: answers by path, in turn, and records the requests. */
export function fakeNetwork(answers: Record<string, Answer | Answer[]>) {
  const requests: Request[] = []
  const left = new Map(Object.entries(answers).map(([path, answer]) => [path, [answer].flat()]))
  const fetch = async (url: string, init: RequestInit) => {
    const path = url.split('?')[0] ?? url
    const token = new Headers(init.headers).get('authorization')?.replace('Bearer ', '') ?? null
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    requests.push({ path: url, method: init.method ?? 'GET', token, body })
    const queue = left.get(path) ?? []
    const answer = queue.length > 1 ? queue.shift() : queue[0]
    if (!answer) throw new Error(`The test did not expect ${url}`)
    if (answer === 'no answer') throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(answer.body ?? {}), { status: answer.status })
  }
  return { fetch, requests, paths: () => requests.map(({ path }) => path) }
}
