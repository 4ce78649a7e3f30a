import type { User } from '@doslovno/contract/account/accounts.ts'
import { describe, expect, it } from 'vitest'

import { contactChanges, type Contacts, contactsOf, followAccount } from './contact-changes.ts'

const user: User = {
  id: 'u1',
  name: 'Анна',
  surname: '',
  email: 'anna@example.ru',
  isSuperuser: false,
  isPasswordPending: false,
  canChangeTariff: true,
  minutesRemain: 60,
  isUnlimited: false,
  availableUploads: null,
  hasUploaded: false,
  deletionAt: null,
  tariff: {
    id: 1,
    name: 'Free',
    fileSize: 300,
    limitFileCount: 10,
    subscriptionStatus: 'active',
    period: 'month',
    meta: {},
    thesesGenerations: 5,
    isFree: true,
  },
}
const values: Contacts = { name: 'Анна', surname: '', email: 'anna@example.ru', password: '' }

describe('contact changes', () => {
  const SAME = [{}, { name: ' Анна ' }, { surname: '  ' }, { email: ' Anna@Example.ru' }]
  it.each(SAME)('are empty when nothing meaningful differs: %j [ACC-2]', (typed) => {
    expect(contactChanges(user, { ...values, ...typed })).toEqual({})
  })

  it('list every call that has something to change [ACC-2]', () => {
    const typed = { name: 'Аня', surname: 'Ковалёва ', email: 'New@example.ru', password: ' secret ' }

    expect(contactChanges(user, typed)).toEqual({
      person: { name: 'Аня', surname: 'Ковалёва' },
      email: 'new@example.ru',
      password: ' secret ',
    })
  })

  it('start from an empty e-mail where the account has none', () => {
    const nobody = { ...user, email: null }

    expect(contactsOf(nobody).email).toBe('')
    expect(contactChanges(nobody, { ...values, email: '' })).toEqual({})
  })
})

describe('a form whose account changes in another tab', () => {
  it('takes over untouched fields and its own saved values, and keeps what is being typed', () => {
    const after = { ...user, name: 'Аня', surname: 'К', email: 'new@example.ru' }

    expect(followAccount(user, after, { ...values, name: 'Аня ' })).toEqual({
      name: 'Аня',
      surname: 'К',
      email: 'new@example.ru',
    })
    expect(followAccount(user, after, { ...values, surname: 'Ков' })).not.toHaveProperty('surname')
  })
})
