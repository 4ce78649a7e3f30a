import { setTimeout as wait } from 'node:timers/promises'

import { addScript } from '@doslovno/server/test/recordings/library.ts'
import { PASSWORD, type TestApp } from '@doslovno/server/test/test-app.ts'

import { count } from '#lab/figures.ts'
import { type Ask, createClient } from '#lab/http.ts'

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

type Kind = 'poll' | 'list' | 'text' | 'write' | 'renew' | 'login'

/** Somebody with one file and one connection: mostly polls, as an open page does, and now and then a write. */
export async function createPerson(test: TestApp, port: number, tally: Tally): Promise<Person> {
  const { id: userId, email } = await test.createUser()
  const scriptId = await addScript(test, userId, ['One, two, three.'])
  const client = createClient(port, { connections: 1 })
  const payload = { email, password: PASSWORD }
  const signedIn = await test.app.inject({ method: 'POST', url: '/api/account/login', payload })
  let pair = signedIn.json<{ accessToken: string; refreshToken: string }>()
  let acknowledged = 0

  const get = (path: string): Ask => ({ path, token: pair.accessToken })
  const post = (path: string, body: object): Ask => ({ method: 'POST', path, body })
  const calls: Record<Kind, () => Ask> = {
    poll: () => get('/api/account'),
    list: () => get('/api/scripts?page=1'),
    text: () => get(`/api/scripts/${scriptId}`),
    write: () => {
      const operation = { kind: 'editText', at: 0, count: 1, text: `Edit ${acknowledged + 1}.` }
      const body = { version: acknowledged, operation }
      return { ...post(`/api/scripts/${scriptId}/edits`, body), token: pair.accessToken }
    },
    renew: () => post('/api/account/update-token', { refreshToken: pair.refreshToken }),
    login: () => post('/api/account/login', payload),
  }

  const make = async (kind: Kind) => {
    const started = performance.now()
    const { status, body } = await client.ask(calls[kind]()).catch(noAnswer)
    tally.calls++
    count(tally.kinds, kind)
    tally.slowestMs = Math.max(tally.slowestMs, performance.now() - started)
    if (status !== 200) return count(tally.failures, `${kind} ${status || String(body)}`)
    if (kind === 'write') acknowledged++
    if (kind === 'renew' || kind === 'login') pair = JSON.parse(String(body)) as typeof pair
  }

  return {
    scriptId,
    acknowledged: () => acknowledged,
    live: async (signal) => {
      for (let turn = 1; !signal.aborted; turn++) {
        await make(kindOf(turn))
        await wait(PAUSE_MS)
      }
      client.close()
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

const noAnswer = (error: unknown) => ({
  status: 0,
  body: error instanceof Error && 'code' in error ? String(error.code) : String(error),
})
