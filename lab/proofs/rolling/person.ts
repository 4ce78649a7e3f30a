import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'

import { addScript } from '@doslovno/server/test/recordings/library.ts'
import { PASSWORD, type TestApp } from '@doslovno/server/test/test-app.ts'

/** Counts of all people together. `kinds`: calls by what was asked; `failures`: failed calls by how they failed. */
export type Tally = {
  calls: number
  kinds: Record<string, number>
  failures: Record<string, number>
  slowestMs: number
}

export type Person = {
  /** Uses the product until the signal, one call after the other. */
  live(signal: AbortSignal): Promise<void>
  scriptId: string
  /** Writes that were acknowledged. */
  acknowledged: () => number
}

const PAUSE_MS = 40
const TIMEOUT_MS = 60_000

type Kind = 'poll' | 'list' | 'text' | 'write' | 'renew' | 'login'
type Call = { method: string; path: string; body?: object; token?: string }

/** Somebody with one file and one connection: mostly polls, as an open page does, and now and then a write. */
export async function createPerson(test: TestApp, port: number, tally: Tally): Promise<Person> {
  const { id: userId, email } = await test.createUser()
  const scriptId = await addScript(test, userId, ['One, two, three.'])
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const payload = { email, password: PASSWORD }
  const signedIn = await test.app.inject({ method: 'POST', url: '/api/account/login', payload })
  let pair = signedIn.json<{ accessToken: string; refreshToken: string }>()
  let acknowledged = 0

  const calls: Record<Kind, () => Call> = {
    poll: () => ({ method: 'GET', path: '/api/account', token: pair.accessToken }),
    list: () => ({ method: 'GET', path: '/api/scripts?page=1', token: pair.accessToken }),
    text: () => ({ method: 'GET', path: `/api/scripts/${scriptId}`, token: pair.accessToken }),
    write: () => {
      const operation = { kind: 'editText', at: 0, count: 1, text: `Edit ${acknowledged + 1}.` }
      const body = { version: acknowledged, operation }
      return { method: 'POST', path: `/api/scripts/${scriptId}/edits`, token: pair.accessToken, body }
    },
    renew: () => ({ method: 'POST', path: '/api/account/update-token', body: { refreshToken: pair.refreshToken } }),
    login: () => ({ method: 'POST', path: '/api/account/login', body: payload }),
  }

  const make = async (kind: Kind) => {
    const started = performance.now()
    const { status, body } = await answerTo(calls[kind](), agent, port).catch(noAnswer)
    tally.calls++
    tally.kinds[kind] = (tally.kinds[kind] ?? 0) + 1
    tally.slowestMs = Math.max(tally.slowestMs, performance.now() - started)
    if (status !== 200) {
      const failure = `${kind} ${status || body}`
      tally.failures[failure] = (tally.failures[failure] ?? 0) + 1
      return
    }
    if (kind === 'write') acknowledged++
    if (kind === 'renew' || kind === 'login') pair = JSON.parse(body) as typeof pair
  }

  return {
    scriptId,
    acknowledged: () => acknowledged,
    live: async (signal) => {
      for (let turn = 1; !signal.aborted; turn++) {
        await make(kindOf(turn))
        await wait(PAUSE_MS)
      }
      agent.destroy()
    },
  }
}

function kindOf(turn: number): Kind {
  if (turn % 400 === 0) return 'login'
  if (turn % 25 === 0) return 'renew'
  if (turn % 20 === 10) return 'write'
  if (turn % 5 === 0) return 'list'
  return turn % 7 === 0 ? 'text' : 'poll'
}

type Answer = { status: number; body: string }

async function answerTo({ method, path, body, token }: Call, agent: Agent, port: number): Promise<Answer> {
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json' }),
  }
  const sent = request({ host: '127.0.0.1', port, method, path, headers, agent, timeout: TIMEOUT_MS })
  sent.on('timeout', () => sent.destroy(new Error('no answer')))
  sent.end(body && JSON.stringify(body))
  const [reply] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: reply.statusCode ?? 0, body: await text(reply) }
}

function noAnswer(error: unknown): Answer {
  return { status: 0, body: error instanceof Error && 'code' in error ? String(error.code) : String(error) }
}
