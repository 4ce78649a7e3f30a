import type { Provider } from '@doslovno/contract/account/providers.ts'

import { LINKING, loginPath, popupPath } from './provider.ts'
import { expectLogin, type TabStorage } from './tab-memory.ts'

type Page = {
  location: Pick<Location, 'origin' | 'search' | 'assign'>
  open: (url: string, target: string, features: string) => Popup | null
  addEventListener: (type: 'message', listener: (event: MessageEvent) => void) => void
  removeEventListener: (type: 'message', listener: (event: MessageEvent) => void) => void
  sessionStorage: TabStorage
  screenX: number
  screenY: number
  outerWidth: number
  outerHeight: number
}
type Popup = { focus: () => void }

const WIDTH = 420
const HEIGHT = 560
/** A fixed name: a second click reuses the window. */
const NAME = 'doslovno-oauth'

let stopListening = () => {}

/** Opens the provider's window to sign in; `onHref` gets the address it ends at. A blocked popup opens in place. */
export function openProvider(type: Provider, onHref: (href: string) => void, page: Page = window) {
  // Keeps the query: it holds the marketing data.
  const path = popupPath(type) + page.location.search
  const end = (href: string) => {
    expectLogin(page.sessionStorage, type)
    onHref(href)
  }
  if (!openWindow(type, path, end, page)) page.location.assign(path)
}

/** Opens the provider's window to link it; `onGrant` gets what the provider gave. False if the browser blocked it. */
export function askForLink(type: Provider, onGrant: (grant: URLSearchParams) => void, page: Page = window): boolean {
  const end = (href: string) => onGrant(new URLSearchParams(href.slice(href.indexOf('#') + 1)))
  return openWindow(type, popupPath(type) + LINKING, end, page)
}

function openWindow(type: Provider, path: string, onHref: (href: string) => void, page: Page): boolean {
  stopListening()
  const popup = page.open(path, NAME, featuresOf(page))
  if (!popup) return false
  const listen = (event: MessageEvent) => {
    if (event.origin !== page.location.origin || event.source !== popup) return
    const href = hrefOf(event.data, type)
    if (href === undefined) return
    stopListening()
    onHref(href)
  }
  page.addEventListener('message', listen)
  stopListening = () => page.removeEventListener('message', listen)
  popup.focus()
  return true
}

function featuresOf({ screenX, screenY, outerWidth, outerHeight }: Page): string {
  const left = Math.round(screenX + (outerWidth - WIDTH) / 2)
  const top = Math.round(screenY + (outerHeight - HEIGHT) / 2)
  return `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`
}

/** Accepts only this provider's sign-in page: no other address in a message is followed. */
function hrefOf(data: unknown, type: Provider): string | undefined {
  if (typeof data !== 'object' || data === null || !('type' in data) || !('href' in data)) return undefined
  if (data.type !== 'auth' || typeof data.href !== 'string') return undefined
  const isOurs = ['?', '#'].some((sign) => String(data.href).startsWith(loginPath(type) + sign))
  return isOurs ? data.href : undefined
}
