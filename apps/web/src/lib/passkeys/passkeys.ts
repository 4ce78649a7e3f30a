import { passkeyProblems } from '@doslovno/texts/account/second-factors.ts'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

type Options = Record<string, unknown>

/** Most people sign in without a passkey. */
const load = () => import('@simplewebauthn/browser')

/** Whether this browser has passkeys at all. They belong to a host name, so they fail at an address of numbers. */
export function canUsePasskeys(): boolean {
  return typeof globalThis.PublicKeyCredential === 'function'
}

/** Has the browser make a passkey by the server's options. */
export async function makePasskey(options: Options) {
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON // made by the server's library
  const { startRegistration } = await load()
  const { response, ...credential } = await startRegistration({ optionsJSON })
  return { ...credential, response: { ...response }, clientExtensionResults: {} }
}

/** Has the browser ask the person for a passkey by the server's options. */
export async function askPasskey(options: Options) {
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON // made by the server's library
  const { startAuthentication } = await load()
  const { response, ...credential } = await startAuthentication({ optionsJSON })
  return { ...credential, response: { ...response }, clientExtensionResults: {} }
}

/** Why the browser gave no passkey; undefined for other errors. */
export function passkeyProblem(error: unknown): string | undefined {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return passkeyProblems.dismissed
  return name === 'InvalidStateError' ? passkeyProblems.exists : undefined
}
