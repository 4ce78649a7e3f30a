import type { User } from '@doslovno/contract/account/accounts.ts'
import { normalEmail } from '@doslovno/domain/account/email.ts'

export type Contacts = { name: string; surname: string; email: string; password: string }

/** The differences from the account, grouped by the call that saves them. */
export type ContactChanges = { person?: { name: string; surname: string }; email?: string; password?: string }

export function contactsOf({ name, surname, email }: User): Contacts {
  return { name, surname, email: email ?? '', password: '' }
}

export function contactChanges(user: User, { name, surname, email, password }: Contacts): ContactChanges {
  const person = { name: name.trim(), surname: surname.trim() }
  const address = normalEmail(email)
  return {
    ...((person.name !== user.name || person.surname !== user.surname) && { person }),
    ...(address !== normalEmail(user.email ?? '') && { email: address }),
    ...(password !== '' && { password }),
  }
}

/** Updates the form after the account has changed: untouched fields follow it, edited ones stay. */
export function followAccount(before: User, after: User, values: Contacts): Partial<Contacts> {
  const [old, fresh] = [contactsOf(before), contactsOf(after)]
  const names = (['name', 'surname', 'email'] as const).filter((name) =>
    [old[name], fresh[name]].includes(values[name].trim()),
  )
  return Object.fromEntries(names.map((name) => [name, fresh[name]]))
}
