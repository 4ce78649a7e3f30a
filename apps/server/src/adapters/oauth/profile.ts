import type { Provider } from '@doslovno/contract/accounts.ts'
import { normalEmail } from '@doslovno/domain/account/email.ts'

/** Who somebody is by a provider's word. The e-mail is there only when the provider has checked it. */
export type Profile = { provider: Provider; subject: string; email: string | null; name: string; surname: string }

type Said = { provider: Provider; subject: string; email: string | null | undefined; name: string; surname: string }

const LONGEST_NAME = 100
const LONGEST_EMAIL = 320

/** Brings what a provider said into the bounds of our own fields. */
export function toProfile({ provider, subject, email, name, surname }: Said): Profile {
  return { provider, subject, email: emailOf(email ?? ''), name: nameOf(name), surname: nameOf(surname) }
}

const nameOf = (text: string) => text.trim().slice(0, LONGEST_NAME)

function emailOf(text: string): string | null {
  const email = normalEmail(text)
  return email.includes('@') && email.length <= LONGEST_EMAIL ? email : null
}
