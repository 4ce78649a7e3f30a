import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'

/** The browser's reply, as the contract checked it; the library checks the rest. */
export type Credential = { id: string; response: Record<string, unknown> }

/** Options for the browser, and the challenge that its answer has to sign. */
export type Ceremony = { options: Record<string, unknown>; challenge: string }

export type NewPasskey = {
  id: string
  publicKey: Buffer
  counter: number
  transports: string[]
  isBackupEligible: boolean
}

/** A stored passkey and its owner. */
export type KnownPasskey = NewPasskey & { userId: string }

/** The Web Authentication API. Passkeys always verify their user (a PIN, a finger), so one counts as two factors. */
export type Passkeys = {
  startNew(owner: { id: string; name: string; issuer: string }, existing: readonly PasskeyId[]): Promise<Ceremony>
  /** Undefined if the answer is not acceptable. */
  checkNew(credential: Credential, challenge: string): Promise<NewPasskey | undefined>
  /** Without `allowed` any passkey may answer. */
  start(allowed?: readonly PasskeyId[]): Promise<Ceremony>
  /** The new counter of the passkey; undefined if the answer is not acceptable. */
  check(credential: Credential, challenge: string, known: KnownPasskey): Promise<number | undefined>
}

type PasskeyId = Pick<NewPasskey, 'id' | 'transports'>

const TIMEOUT_MS = 300_000
/** EdDSA, ES256, RS256: what authenticators have. */
const ALGORITHMS = [-8, -7, -257]
const TRANSPORTS = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])

export function createPasskeys(publicUrl: string): Passkeys {
  const { origin: expectedOrigin, hostname: rpID } = new URL(publicUrl)
  const expected = { expectedOrigin, expectedRPID: rpID, requireUserVerification: true }
  return {
    startNew: async ({ id, name, issuer }, existing) =>
      ceremonyOf(
        await generateRegistrationOptions({
          rpName: issuer,
          rpID,
          userID: new TextEncoder().encode(id),
          userName: name,
          timeout: TIMEOUT_MS,
          attestationType: 'none',
          supportedAlgorithmIDs: ALGORITHMS,
          excludeCredentials: [...existing],
          authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        }),
      ),
    checkNew: (credential, expectedChallenge) =>
      refused(async () => {
        const response = credential as unknown as RegistrationResponseJSON // the library checks every field
        const checks = { response, expectedChallenge, supportedAlgorithmIDs: ALGORITHMS, ...expected }
        const { registrationInfo } = await verifyRegistrationResponse(checks)
        return registrationInfo && newPasskey(registrationInfo)
      }),
    start: async (allowed) =>
      ceremonyOf(
        await generateAuthenticationOptions({
          rpID,
          timeout: TIMEOUT_MS,
          userVerification: 'required',
          ...(allowed && { allowCredentials: [...allowed] }),
        }),
      ),
    check: (credential, expectedChallenge, known) =>
      refused(async () => {
        const response = credential as unknown as AuthenticationResponseJSON // the library checks every field
        if (!isHandleOf(response.response.userHandle, known.userId)) return undefined
        const { id, publicKey, counter } = known
        const stored = { id, publicKey: new Uint8Array(publicKey), counter }
        const checks = { response, expectedChallenge, credential: stored, ...expected }
        const { verified, authenticationInfo } = await verifyAuthenticationResponse(checks)
        const isUnchanged = isEligible(authenticationInfo) === known.isBackupEligible
        return verified && isUnchanged ? authenticationInfo.newCounter : undefined
      }),
  }
}

function ceremonyOf(options: { challenge: string }): Ceremony {
  return { options: { ...options }, challenge: options.challenge }
}

/** The library throws for every answer that it does not accept. */
async function refused<T>(check: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await check()
  } catch {
    return undefined
  }
}

type Registration = NonNullable<Awaited<ReturnType<typeof verifyRegistrationResponse>>['registrationInfo']>

function newPasskey({ credential, ...info }: Registration): NewPasskey {
  const { id, publicKey, counter, transports = [] } = credential
  return {
    id,
    publicKey: Buffer.from(publicKey),
    counter,
    transports: transports.filter((transport) => TRANSPORTS.has(transport)),
    isBackupEligible: isEligible(info),
  }
}

/** A security key may leave out whom its passkey is for; another user is refused. */
function isHandleOf(handle: string | undefined, userId: string): boolean {
  return !handle || Buffer.from(handle, 'base64url').toString() === userId
}

function isEligible({ credentialDeviceType }: Pick<Registration, 'credentialDeviceType'>): boolean {
  return credentialDeviceType === 'multiDevice'
}
