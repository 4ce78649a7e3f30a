import { randomBytes } from 'node:crypto'

import * as z from 'zod'

import { type Ask, notValid, type Profile, toProfile } from './ask.ts'

type Options = { clientId: string; url: string; redirectUrl: string }

export type VkGrant = {
  code: string
  /** The redirect address the code was issued for; only our own is accepted. */
  redirectUrl: string
  codeVerifier?: string | undefined
  deviceId?: string | undefined
}

/** VK sends a number in one answer and a string in the other. */
const userId = z.union([z.string().min(1).max(255), z.int().transform(String)])
const Token = z.object({ access_token: z.string().min(1), user_id: userId, state: z.string().optional() })
const UserInfo = z.object({
  user: z.object({
    user_id: userId,
    first_name: z.string().default(''),
    last_name: z.string().default(''),
    email: z.string().nullish(),
  }),
})

/** Spends the code; VK accepts it only from the app, the device and the redirect address it was issued for. */
export async function askVk(ask: Ask, options: Options, grant: VkGrant, signal?: AbortSignal): Promise<Profile> {
  if (grant.redirectUrl !== options.redirectUrl) throw notValid('The redirect address is not ours')
  const state = randomBytes(16).toString('hex')
  const token = await ask(
    { url: `${options.url}/oauth2/auth`, form: exchangeForm(options, grant, state), signal },
    Token,
  )
  if (token.state !== undefined && token.state !== state) throw notValid('The state does not match')
  const form = { client_id: options.clientId, access_token: token.access_token }
  const { user } = await ask({ url: `${options.url}/oauth2/user_info`, form, signal }, UserInfo)
  if (user.user_id !== token.user_id) throw notValid('The two answers are about different people')
  return toProfile({
    provider: 'vk',
    subject: user.user_id,
    // VK links only confirmed addresses to an account; its `verified` field means something else.
    email: user.email,
    name: user.first_name,
    surname: user.last_name,
  })
}

function exchangeForm({ clientId, redirectUrl }: Options, grant: VkGrant, state: string): Record<string, string> {
  return {
    grant_type: 'authorization_code',
    code: grant.code,
    client_id: clientId,
    redirect_uri: redirectUrl,
    state,
    ...(grant.codeVerifier !== undefined && { code_verifier: grant.codeVerifier }),
    ...(grant.deviceId !== undefined && { device_id: grant.deviceId }),
  }
}
