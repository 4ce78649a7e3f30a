import type { Provider } from '@doslovno/contract/account/providers.ts'
import { normalEmail } from '@doslovno/domain/account/email.ts'

/** A person as a provider describes them. The e-mail is set only if the provider has confirmed it. */
export type Profile = { provider: Provider; subject: string; email: string | null; name: string; surname: string }

type Answer = { provider: Provider; subject: string; email: string | null | undefined; name: string; surname: string }

const LONGEST_NAME = 100
const LONGEST_EMAIL = 320

/** Fits a provider's answer to the limits of our own fields. */
export function toProfile({ provider, subject, email, name, surname }: Answer): Profile {
  return { provider, subject, email: emailOf(email ?? ''), name: nameOf(name), surname: nameOf(surname) }
}

const nameOf = (text: string) => text.trim().slice(0, LONGEST_NAME)

function emailOf(text: string): string | null {
  const email = normalEmail(text)
  return email.includes('@') && email.length <= LONGEST_EMAIL ? email : null
}
