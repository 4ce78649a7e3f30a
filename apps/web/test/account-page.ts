import type { AccountInfo, User } from '@doslovno/contract/account/accounts.ts'
import type { Lot, Spending } from '@doslovno/contract/payments.ts'
import { expect } from 'vitest'

import { customerOfPro } from './account-info.ts'
import { openAt } from './app.tsx'
import { type Answer, stubServer } from './server.ts'
import { signIn } from './session.ts'
import { vocabularyOf } from './vocabulary.ts'

export const done = (body: object = {}) => ({ status: 200, body })
export const refused = (status: number, code: string) => ({ status, body: { error: 'x', code, message: 'x' } })
export const account = (user: Partial<User> = {}) => done({ user: customerOfPro(user), events: [] })
export const minutes = (lots: Lot[] = [], spent: Spending[] = [], spentTotal = spent.length) =>
  done({ lots, spent, spentTotal })

export function lotOf(change: Partial<Lot> = {}): Lot {
  return {
    id: 'l1',
    kind: 'extra',
    minutesGranted: 100,
    minutesRemain: 85,
    minutesHeld: 0,
    expiresAt: '2032-10-14T09:00:00Z',
    ...change,
  }
}

export type Answers = Record<string, Answer | Answer[]>

export type Options = {
  user?: Partial<User>
  path?: string
  /** The account after a call. */
  after?: { call: string; info: AccountInfo }
}

/** Opens the account page and waits for the tariff. */
export async function openAccount(
  info: AccountInfo,
  answers: Answers = {},
  { user = {}, path = '/account', after }: Options = {},
) {
  signIn()
  const server: ReturnType<typeof stubServer> = stubServer({
    'GET /api/account': account(user),
    'GET /api/account/info': () => done(after && server.calls().includes(after.call) ? after.info : info),
    'GET /api/account/minutes': minutes([lotOf()]),
    'GET /api/account/sessions': done({ data: [] }),
    'GET /api/vocabularies': done({ data: [vocabularyOf()] }),
    'GET /api/account/push': done({ publicKey: null, browsers: [] }),
    ...answers,
  })
  const screen = await openAt(path)
  await expect.element(screen.getByRole('term').first()).toBeVisible()
  return { server, screen, region: (name: string) => screen.getByRole('region', { name }) }
}

/** The text of an element with plain spaces. */
export function textOf(locator: { element: () => Element }): string {
  return plainText(locator.element())
}

export function plainText({ textContent }: Element): string {
  return textContent.replaceAll('\u00a0', ' ')
}
