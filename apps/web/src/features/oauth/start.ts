import type { Provider, ProviderView } from '@doslovno/contract/account/providers.ts'

import type { Start } from './tab-memory.ts'

const STATE_BYTES = 16
const VERIFIER_BYTES = 32

/** An unguessable state, and a PKCE secret known to this tab only. */
export function newStart(search: string): Start {
  return { state: toHex(randomBytes(STATE_BYTES)), verifier: toBase64Url(randomBytes(VERIFIER_BYTES)), search }
}

/** The provider's authorization page with the parameters it expects. */
export async function authorizeUrl(view: ProviderView, start: Start, redirectUrl: string): Promise<string> {
  const url = new URL(view.authorizeUrl)
  const asked = { client_id: view.clientId, redirect_uri: redirectUrl, state: start.state }
  const params = { ...asked, ...(await wishes[view.type](start)) }
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  return url.href
}

const wishes: Record<Provider, (start: Start) => Promise<Record<string, string>>> = {
  google: async () => ({ response_type: 'token', scope: 'openid email profile', prompt: 'select_account' }),
  yandex: async () => ({ response_type: 'token' }),
  vk: async ({ verifier }) => ({
    response_type: 'code',
    scope: 'email',
    code_challenge: await challengeOf(verifier),
    code_challenge_method: 'S256',
  }),
}

/** S256 of RFC 7636. */
export async function challengeOf(verifier: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))
}

function randomBytes(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count))
}

/** 128 bits give the 32 characters that VK requires of a state. */
function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
