import type { Provider, ProviderView } from '@doslovno/contract/account/providers.ts'

import { LINKING, loginPath, popupPath } from './provider.ts'
import { expectLogin, rememberStart, type Start, type TabStorage, takeStart } from './tab-memory.ts'

const STATE_BYTES = 16
const VERIFIER_BYTES = 32

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

/** Why a visit ends here: the user refused, or the answer cannot be trusted. */
export type Problem = 'denied' | 'failed'

type PopupWindow = {
  location: Pick<Location, 'origin' | 'search' | 'assign'>
  opener: { postMessage: (message: unknown, targetOrigin: string) => void; closed: boolean } | null
  close: () => void
}

export type VisitDeps = {
  /** The provider's answer on the way back. */
  answer: URLSearchParams | undefined
  listProviders: () => Promise<readonly ProviderView[]>
  storage: TabStorage
  window: PopupWindow
  navigate: (href: string) => void
}

/** Lets the message be delivered before the window closes. */
const CLOSE_MS = 200

/** Runs both halves of the popup's life: the redirect to the provider and the return. */
export async function visitProvider(type: Provider, deps: VisitDeps): Promise<Problem | undefined> {
  return deps.answer ? bringBack(type, deps.answer, deps) : leave(type, deps)
}

async function leave(type: Provider, { listProviders, storage, window }: VisitDeps): Promise<Problem | undefined> {
  const views = await listProviders().catch(() => [])
  const view = views.find((one) => one.type === type)
  if (!view) return 'failed'
  const start = newStart(window.location.search)
  rememberStart(storage, type, start)
  window.location.assign(await authorizeUrl(view, start, window.location.origin + popupPath(type)))
  return undefined
}

function bringBack(type: Provider, answer: URLSearchParams, deps: VisitDeps): Problem | undefined {
  const start = takeStart(deps.storage, type)
  if (answer.has('error')) return answer.get('error') === 'access_denied' ? 'denied' : 'failed'
  // An unsolicited answer may be an attacker's: accepting it would sign the user in to a foreign account.
  if (!start || answer.get('state') !== start.state) return 'failed'
  const grant = grantOf(type, answer, start)
  if (!grant) return 'failed'
  // Without the page that asked to link, the answer would sign in instead.
  if (start.search === LINKING && !openerOf(deps)) return 'failed'
  handOver(type, `${loginPath(type)}${start.search}#${grant.toString()}`, deps)
  return undefined
}

function grantOf(type: Provider, answer: URLSearchParams, { verifier }: Start): URLSearchParams | undefined {
  const secret = answer.get(type === 'vk' ? 'code' : 'access_token')
  if (!secret) return undefined
  if (type !== 'vk') return new URLSearchParams({ access_token: secret })
  return new URLSearchParams({ code: secret, device_id: answer.get('device_id') ?? '', code_verifier: verifier })
}

function openerOf({ window: { opener } }: VisitDeps) {
  return opener?.closed ? undefined : opener
}

function handOver(type: Provider, href: string, deps: VisitDeps) {
  const { window, storage, navigate } = deps
  const opener = openerOf(deps)
  if (opener) {
    // A foreign opener must not read the message.
    opener.postMessage({ type: 'auth', href }, window.location.origin)
    setTimeout(() => window.close(), CLOSE_MS)
    return
  }
  expectLogin(storage, type)
  navigate(href)
}

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
