import { editPassword } from '@doslovno/contract/account/credentials.ts'
import { login } from '@doslovno/contract/account/sessions.ts'
import { getScript, listScripts } from '@doslovno/contract/scripts.ts'
import { describe, expect, it } from 'vitest'

import { createSession } from '#lib/session/session.ts'
import { fakeNetwork, memoryStorage, tokenEndingIn } from '#test/session.ts'

import { createClient } from './client.ts'

const NOW = Date.UTC(2026, 10, 15)
const good = tokenEndingIn(600, NOW)
const ID = '3f0c2d3e-8d55-4f5e-9f0a-2f7f5d1d9b11'
const REFUSED = { status: 403, body: { error: 'Need to authorization', code: 'needAuthorization', message: 'x' } }

function clientWith(tokens: Record<string, string>, answers: Parameters<typeof fakeNetwork>[0]) {
  const network = fakeNetwork(answers)
  const { fetch } = network
  const session = createSession({
    storage: memoryStorage(tokens),
    fetch,
    now: () => NOW,
    exclusively: (work) => work(),
  })
  return { client: createClient({ session, fetch }), network }
}

describe('a call of the API client', () => {
  it('carries the token if the contract requires a user', async () => {
    const { client, network } = clientWith({ accessToken: good }, { '/api/scripts': { status: 200 } })

    await client.call(listScripts, { query: { page: 1 } })

    expect(network.requests).toMatchObject([{ path: '/api/scripts?page=1', token: good }])
  })

  it('renews an expired token first [SESS-4]', async () => {
    const answers = {
      '/api/account/update-token': { status: 200, body: { accessToken: good, refreshToken: 'r1' } },
      '/api/scripts': { status: 200 },
    }
    const { client, network } = clientWith({ refreshToken: 'r0' }, answers)

    await client.call(listScripts, { query: {} })

    expect(network.paths()).toEqual(['/api/account/update-token', '/api/scripts'])
    expect(network.requests[1]?.token).toBe(good)
  })

  it('is not made when a user or a session is required and there is no token [SESS-5]', async () => {
    const { client, network } = clientWith({}, {})
    const refusal = { status: 403, message: 'Need to authorization' }

    await expect(client.call(listScripts, { query: {} })).rejects.toMatchObject(refusal)
    await expect(client.call(editPassword, { body: { password: 'x' } })).rejects.toMatchObject(refusal)

    expect(network.requests).toEqual([])
  })

  it('carries no token if the contract requires none', async () => {
    const { client, network } = clientWith({ accessToken: good }, { '/api/account/login': { status: 200 } })

    await client.call(login, { body: { email: 'e', password: 'p' } })

    expect(network.requests[0]?.token).toBeNull()
  })

  it('opens a public file for a visitor without a token', async () => {
    const { client, network } = clientWith({}, { [`/api/scripts/${ID}`]: { status: 200 } })

    await client.call(getScript, { params: { id: ID } })

    expect(network.requests).toMatchObject([{ token: null }])
  })

  it('opens a public file even if the session turns out to be over', async () => {
    const answers = { '/api/account/update-token': REFUSED, [`/api/scripts/${ID}`]: { status: 200 } }
    const { client, network } = clientWith({ refreshToken: 'r0' }, answers)

    await client.call(getScript, { params: { id: ID } })

    expect(network.requests.at(-1)).toMatchObject({ path: `/api/scripts/${ID}`, token: null })
  })
})
