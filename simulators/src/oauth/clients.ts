export const providers = ['google', 'yandex', 'vk'] as const
export type Provider = (typeof providers)[number]

/** An app registered with a provider, and the redirect addresses it may use. */
export type Client = { id: string; provider: Provider; title: string; redirect: RegExp }

// The web app's port differs between development and tests.
const local = (path: string) => new RegExp(`^http://(127\\.0\\.0\\.1|localhost)(:\\d{1,5})?${path}$`)

const clients: readonly Client[] = [
  { id: 'doslovno-google', provider: 'google', title: 'Doslovno', redirect: local('/oauth/google') },
  { id: 'doslovno-yandex', provider: 'yandex', title: 'Doslovno', redirect: local('/oauth/yandex') },
  { id: '53000001', provider: 'vk', title: 'Doslovno', redirect: local('/oauth/vk') },
]

export function findClient(provider: Provider, id: string | null): Client | undefined {
  return clients.find((client) => client.provider === provider && client.id === id)
}
