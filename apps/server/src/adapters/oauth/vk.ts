import { randomBytes } from 'node:crypto'

import * as z from 'zod'

import type { Ask } from './ask.ts'
import { type Profile, toProfile } from './profile.ts'
import { notValid } from './refusals.ts'

type Options = { clientId: string; url: string; redirectUrl: string }

export type VkGrant = {
  code: string
  /** Where the code was sent to; only our own page is accepted. */
  redirectUrl: string
  codeVerifier?: string | undefined
  deviceId?: string | undefined
}

/** A number in one answer, a string in the other. */
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

/** Spends the code; VK answers only the app, the browser and the address that asked for it. */
export async function askVk(ask: Ask, options: Options, grant: VkGrant, signal?: AbortSignal): Promise<Profile> {
  if (grant.redirectUrl !== options.redirectUrl) throw notValid('The address is not ours')
  const state = randomBytes(16).toString('hex')
  const token = await ask(
    { url: `${options.url}/oauth2/auth`, form: exchangeForm(options, grant, state), signal },
    Token,
  )
  if (token.state !== undefined && token.state !== state) throw notValid('An answer to another question')
  const form = { client_id: options.clientId, access_token: token.access_token }
  const { user } = await ask({ url: `${options.url}/oauth2/user_info`, form, signal }, UserInfo)
  if (user.user_id !== token.user_id) throw notValid('The two answers speak of different people')
  return toProfile({
    provider: 'vk',
    subject: user.user_id,
    // VK binds an address to a person only after they have confirmed it; its `verified` is about something else.
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
