import type { LightMyRequestResponse } from 'fastify'

import { type Authenticator, createAuthenticator } from './authenticator.ts'
import { loginFrom } from './guessing.ts'
import { type Caller, PASSWORD, type TestApp } from './test-app.ts'
import { totpCode } from './totp-code.ts'

const STEP_MS = 30_000

type Ceremony = { token: string; options: Record<string, unknown> }
type Asked = { secondFactor: { token: string; methods: string[] } }

/** A person with an account, and the ways to protect it and to sign in, over HTTP. */
export type Protected = Awaited<ReturnType<typeof createPerson>>

export async function createPerson(test: TestApp, address = '127.0.0.1') {
  const { id, email } = await test.createUser()
  const caller = await test.signInAs(id)
  const settings = (path: string, payload: object = {}) => settingsOf(caller, path, payload)
  const post = postFrom(test, address)
  return {
    id,
    email,
    caller,
    settings,
    post,
    factors: async () => (await caller.call({ url: '/api/account/second-factors' })).json<Factors>(),
    login: (password = PASSWORD) => loginFrom(test, email, password, address),
    /** Signs in by the password and returns the token for the second factor. */
    askedToken: async () => (await loginFrom(test, email, PASSWORD, address)).json<Asked>().secondFactor.token,
    addApp: () => addApp(test, settings, { password: PASSWORD }),
    addPasskey: (authenticator = createAuthenticator(test.config.publicUrl)) => addPasskey(settings, authenticator),
  }
}

type Factors = { isTotpOn: boolean; recoveryCodesLeft: number; passkeys: { id: string; name: string }[] }
type Settings = (path: string, payload?: object) => Promise<LightMyRequestResponse>

/** Posts to the settings of the protection; `path` begins after /api/account/. */
export function settingsOf(caller: Caller, path: string, payload: object = {}): Promise<LightMyRequestResponse> {
  return caller.call({ method: 'POST', url: `/api/account/${path}`, payload })
}

/** Posts to /api/account/… without credentials. */
export function postFrom(test: TestApp, remoteAddress = '127.0.0.1') {
  return (path: string, payload: object) =>
    test.app.inject({ method: 'POST', url: `/api/account/${path}`, payload, remoteAddress })
}

/** Sets an authenticator app up; its first code is spent. */
export async function addApp(test: TestApp, settings: Settings, proof: object) {
  const { secret } = (await settings('second-factors/totp', proof)).json<{ secret: string }>()
  const codeAt = (now: Date) => totpCode(secret, now)
  const confirmed = await settings('second-factors/totp/confirm', { code: codeAt(test.clock.now) })
  const { recoveryCodes } = confirmed.json<{ recoveryCodes: string[] }>()
  return {
    secret,
    recoveryCodes,
    codeAt,
    /** Moves the clock by a step and returns its code, which nobody has used. */
    freshCode: () => {
      test.clock.now = new Date(test.clock.now.getTime() + STEP_MS)
      return codeAt(test.clock.now)
    },
  }
}

async function addPasskey(settings: Settings, authenticator: Authenticator) {
  const { token, options } = (await settings('passkeys/start', { password: PASSWORD })).json<Ceremony>()
  const added = await settings('passkeys', { token, name: 'MacBook', credential: authenticator.create(options) })
  return { authenticator, added, recoveryCodes: added.json<{ recoveryCodes?: string[] }>().recoveryCodes }
}

/** Starts a sign-in by a passkey, and ends it with the answer to its options. */
export async function passkeyLogin(
  test: TestApp,
  answer: (options: Record<string, unknown>) => object,
): Promise<LightMyRequestResponse> {
  const post = postFrom(test)
  const { token, options } = (await post('passkey-login/start', {})).json<Ceremony>()
  return post('passkey-login', { token, credential: answer(options) })
}

/** A code that is wrong at any time near now. */
export function wrongCode(secret: string, now: Date): string {
  const near = new Set(
    Array.from({ length: 9 }, (_, n) => totpCode(secret, new Date(now.getTime() + (n - 4) * STEP_MS))),
  )
  return ['000000', '111111', '222222', '333333', '444444', '555555', '666666', '777777', '888888', '999999'].find(
    (code) => !near.has(code),
  ) as string // nine codes cannot be all ten
}
