import { type Provider, providers } from '@doslovno/contract/account/providers.ts'

export function isProvider(type: string): type is Provider {
  return (providers as readonly string[]).includes(type) // widened, so that any string can be checked
}

/** The page a provider redirects to. */
export const popupPath = (type: Provider) => `/oauth/${type}`

/** The query of a popup that links a provider; it signs nobody in. */
export const LINKING = '?for=link'

/** The page of the main window that signs in with the provider's grant. */
export const loginPath = (type: Provider) => `/oauth-login/${type}`
