import type { Provider, ProviderView } from '@doslovno/contract/account/providers.ts'

import { loginPath, popupPath } from './provider.ts'
import { authorizeUrl, newStart } from './start.ts'
import { expectLogin, rememberStart, type Start, type TabStorage, takeStart } from './tab-memory.ts'

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
  handOver(type, `${loginPath(type)}${start.search}#${grant.toString()}`, deps)
  return undefined
}

function grantOf(type: Provider, answer: URLSearchParams, { verifier }: Start): URLSearchParams | undefined {
  const secret = answer.get(type === 'vk' ? 'code' : 'access_token')
  if (!secret) return undefined
  if (type !== 'vk') return new URLSearchParams({ access_token: secret })
  return new URLSearchParams({ code: secret, device_id: answer.get('device_id') ?? '', code_verifier: verifier })
}

function handOver(type: Provider, href: string, { window, storage, navigate }: VisitDeps) {
  if (window.opener && !window.opener.closed) {
    // A foreign opener must not read the message.
    window.opener.postMessage({ type: 'auth', href }, window.location.origin)
    setTimeout(() => window.close(), CLOSE_MS)
    return
  }
  expectLogin(storage, type)
  navigate(href)
}
