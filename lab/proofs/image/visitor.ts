import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'

import type { ProcessState, Script } from '@doslovno/contract/scripts.ts'
import { form } from '@doslovno/server/test/people.ts'

import { waitUntil } from '#scripts/services/wait.ts'
import { servers } from '#scripts/settings.ts'

const SECONDS = 300

/** Registers over HTTP and follows the link of the mail; returns an access token. */
export async function register(url: string): Promise<string> {
  const [email, browserSecret] = [
    `person-${randomUUID()}@example.ru`,
    randomBytes(32).toString('base64url').slice(0, 43),
  ]
  await send(`${url}/api/account/register`, form(email, { browserSecret }))
  const token = await mailedToken(email)
  const pair = await send(`${url}/api/account/confirm-mail`, { token, browserSecret })
  return (pair as { accessToken: string }).accessToken
}

/** Uploads a recording, starts its processing and waits for the end; returns its text. */
export async function transcribe(url: string, token: string, recording: Buffer): Promise<Script> {
  const headers = { authorization: `Bearer ${token}` }
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(recording)], { type: 'audio/wav' }), 'talk.wav')
  const reply = await fetch(`${url}/api/scripts/upload`, { method: 'POST', headers, body })
  assert.equal(reply.status, 200, await reply.clone().text())
  const { script } = (await reply.json()) as { script: { id: string } }
  const get = async (path: string) => (await fetch(`${url}/api/scripts/${script.id}${path}`, { headers })).json()
  await send(`${url}/api/scripts/${script.id}/process`, { language: 'ru' }, headers)
  let state: ProcessState | undefined
  await waitUntil('the recording to be processed', SECONDS, async () => {
    state = (await get('/status')) as ProcessState
    return state.status !== 'processing'
  })
  assert.equal(state?.status, 'complete', JSON.stringify(state))
  return (await get('')) as Script
}

async function send(url: string, body: object, headers: Record<string, string> = {}): Promise<unknown> {
  const type = { 'content-type': 'application/json' }
  const reply = await fetch(url, { method: 'POST', headers: { ...headers, ...type }, body: JSON.stringify(body) })
  const text = await reply.text()
  assert.equal(reply.status, 200, `${url}: ${text}`)
  return JSON.parse(text || '{}')
}

async function mailedToken(email: string): Promise<string> {
  const page = `http://127.0.0.1:${servers.mail.pagePort}/api/messages`
  const ask = async (path: string) => (await fetch(`${page}${path}`)).json()
  let token: string | undefined
  await waitUntil(`a mail to ${email}`, SECONDS, async () => {
    const [newest] = (await ask(`?to=${encodeURIComponent(email)}`)) as { id: string }[]
    const mail = newest && ((await ask(`/${newest.id}`)) as { text: string })
    token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
    return token !== undefined
  })
  return token ?? ''
}
