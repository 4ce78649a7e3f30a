import { type Provider, providers } from '@doslovno/contract/accounts.ts'

export function isProvider(type: string): type is Provider {
  return (providers as readonly string[]).includes(type) // wider, so that any string may be asked about
}

/** The page a provider sends people back to. */
export const popupPath = (type: Provider) => `/oauth/${type}`

/** The page of the main window that signs in by what the provider gave. */
export const loginPath = (type: Provider) => `/oauth-login/${type}`
