import * as z from 'zod'

import { type Ask, notValid, type Profile, toProfile } from './ask.ts'

type Options = { clientId: string; tokeninfoUrl: string; userinfoUrl: string }

/** Google sends every value of this answer as a string. */
const TokenInfo = z.object({
  aud: z.string(),
  azp: z.string().optional(),
  sub: z.string().min(1).max(255),
  scope: z.string(),
  expires_in: z.coerce.number(),
})
const UserInfo = z.object({
  sub: z.string(),
  name: z.string().default(''),
  given_name: z.string().optional(),
  family_name: z.string().default(''),
  email: z.string().optional(),
  email_verified: z.union([z.boolean(), z.stringbool()]).default(false),
})
const EMAIL_SCOPES = ['email', 'https://www.googleapis.com/auth/userinfo.email']

/** Userinfo accepts any app's token, so check first that this one was issued to us. */
export async function askGoogle(ask: Ask, options: Options, token: string, signal?: AbortSignal): Promise<Profile> {
  const query = new URLSearchParams({ access_token: token }).toString()
  const info = await ask({ url: `${options.tokeninfoUrl}?${query}`, signal }, TokenInfo)
  const problem = problemOf(info, options.clientId)
  if (problem) throw notValid(problem)
  const headers = { authorization: `Bearer ${token}` }
  const user = await ask({ url: options.userinfoUrl, headers, signal }, UserInfo)
  if (user.sub !== info.sub) throw notValid('The two answers are about different people')
  return toProfile({
    provider: 'google',
    subject: info.sub,
    email: user.email_verified ? user.email : null,
    name: user.given_name ?? user.name,
    surname: user.family_name,
  })
}

function problemOf({ aud, azp, scope, expires_in }: z.infer<typeof TokenInfo>, clientId: string): string | undefined {
  if (aud !== clientId || (azp !== undefined && azp !== clientId)) return 'The token was issued to another app'
  if (!(expires_in > 0)) return 'The token has expired'
  const scopes = scope.split(' ')
  const isSignIn = scopes.includes('openid') && EMAIL_SCOPES.some((name) => scopes.includes(name))
  return isSignIn ? undefined : 'The token was not issued for sign-in'
}
