import { createHash, randomInt } from 'node:crypto'

import type { Provider } from '@doslovno/contract/account/providers.ts'
import { startOauthSimulator } from '@doslovno/simulators/oauth/server.ts'

import type { Config } from '#platform/config.ts'

export const REDIRECT = 'http://127.0.0.1:5173/oauth/vk'
const VERIFIER = 'verifier-'.repeat(5)
export const clientIds: Record<Provider, string> = {
  google: 'doslovno-google',
  yandex: 'doslovno-yandex',
  vk: '53000001',
}

/** Somebody with an account at a provider. */
export type Person = { id: string; name: string; surname: string; email: string | null; isEmailVerified: boolean }

export function newPerson(changes: Partial<Person> = {}): Person {
  const id = String(randomInt(1_000_000, 1_000_000_000))
  return { id, name: 'Мария', surname: 'Орлова', email: `person-${id}@example.ru`, isEmailVerified: true, ...changes }
}

export type TestProviders = {
  /** Settings of an app that talks to the simulated providers. */
  config: Pick<Config, 'providers'>
  control(command: string, body: object): Promise<Record<string, string>>
  /** The token or code that a provider issues to the browser after consent. */
  issueSecret(provider: Provider, person: Person, clientId?: string): Promise<object>
  close(): Promise<void>
}

export async function startProviders(): Promise<TestProviders> {
  const { url, close } = await startOauthSimulator({ port: 0 })
  const control: TestProviders['control'] = async (command, body) => {
    const reply = await fetch(`${url}/control/${command}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (reply.status !== 200) throw new Error(await reply.text())
    return (await reply.json()) as Record<string, string> // the simulator is ours
  }
  const issueSecret: TestProviders['issueSecret'] = async (provider, person, clientId = clientIds[provider]) => {
    if (provider !== 'vk') return control('token', { provider, clientId, person })
    const challenge = createHash('sha256').update(VERIFIER).digest('base64url')
    const { code, deviceId } = await control('code', { clientId, person, redirectUri: REDIRECT, challenge })
    return { code, deviceId, codeVerifier: VERIFIER, redirectUrl: REDIRECT }
  }
  return { config: { providers: providersAt(url) }, control, issueSecret, close }
}

/** The settings of simulators at an address. */
export function providersAt(url: string): Config['providers'] {
  return {
    google: {
      clientId: clientIds.google,
      authorizeUrl: `${url}/google/o/oauth2/v2/auth`,
      tokeninfoUrl: `${url}/google/tokeninfo`,
      userinfoUrl: `${url}/google/v1/userinfo`,
    },
    yandex: { clientId: clientIds.yandex, authorizeUrl: `${url}/yandex/authorize`, infoUrl: `${url}/yandex/info` },
    vk: { clientId: clientIds.vk, url: `${url}/vk`, redirectUrl: REDIRECT },
  }
}
