import * as z from 'zod'

import { type Ask, notValid, type Profile, toProfile } from './ask.ts'

type Options = { clientId: string; infoUrl: string }

const text = z.string().nullish()
const Info = z.object({
  id: z.string().min(1).max(255),
  client_id: z.string(),
  login: text,
  display_name: text,
  first_name: text,
  last_name: text,
  default_email: text,
})

/** Yandex accepts any app's token here; the answer names the app it was issued to. */
export async function askYandex(ask: Ask, options: Options, token: string, signal?: AbortSignal): Promise<Profile> {
  const headers = { authorization: `OAuth ${token}` }
  const info = await ask({ url: `${options.infoUrl}?format=json`, headers, signal }, Info)
  if (info.client_id !== options.clientId) throw notValid('The token was issued to another app')
  return toProfile({
    provider: 'yandex',
    subject: info.id,
    // Yandex lists only confirmed addresses.
    email: info.default_email,
    name: info.first_name || info.display_name || info.login || '',
    surname: info.last_name ?? '',
  })
}
