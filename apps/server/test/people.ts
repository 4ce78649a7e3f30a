import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

import type { LightMyRequestResponse } from 'fastify'

import type { Config } from '#platform/config.ts'

import { type Mailbox, openMailbox, startMailServer } from './mailbox.ts'
import { createTestApp, PASSWORD, type TestApp } from './test-app.ts'

export type Pair = { accessToken: string; refreshToken: string }

/** Actions of people with accounts and mailed links, over HTTP. */
export type People = {
  /** Posts to /api/account/… without credentials. */
  post(path: string, payload: object): Promise<LightMyRequestResponse>
  login(email: string, password?: string): Promise<LightMyRequestResponse>
  /** Opens the link of a registration in the browser that registered. */
  confirmMail(token: string | undefined): Promise<LightMyRequestResponse>
  registered(): Promise<{ email: string; tokens: Pair }>
  /** Changes the e-mail with an access token and opens the link in the new mailbox; returns the new address. */
  changeEmail(accessToken: string): Promise<string>
  /** The token of the link that reverts a change of e-mail, from the old mailbox. */
  revertToken(email: string): Promise<string>
  /** The token of the newest link to a page, once there are `count` of them in the mailbox. */
  linkToken(email: string, page: string, count?: number): Promise<string>
}

/** The secret of the browser that registers and opens the link. */
const BROWSER = 'b'.repeat(43)

export const newEmail = () => `person-${randomUUID()}@example.ru`

export const form = (email: string, changes: object = {}) => ({
  name: 'Anna',
  surname: 'Kovaleva',
  email,
  password: PASSWORD,
  privacyApprove: true,
  utmData: '?utm_source=test',
  promoCode: '',
  browserSecret: BROWSER,
  ...changes,
})

/** The app, a mailbox with the mails it sends, and people who use both. */
export async function createPeopleApp(
  changes: Partial<Config> = {},
): Promise<{ test: TestApp; mails: Mailbox; people: People }> {
  const server = await startMailServer()
  const mail = {
    smtpUrl: `smtp://127.0.0.1:${server.smtpPort}`,
    from: 'no-reply@doslovno.example',
    isTlsRequired: false,
  }
  const test = await createTestApp({ mail, ...changes })
  const mails = await openMailbox(test, server)
  return { test, mails, people: createPeople(test, mails) }
}

function createPeople(test: TestApp, mails: Mailbox): People {
  const post: People['post'] = (path, payload) =>
    test.app.inject({ method: 'POST', url: `/api/account/${path}`, payload })
  const linkToken: People['linkToken'] = async (email, page, count = 1) => {
    for (const deadline = Date.now() + 120_000; Date.now() < deadline; await wait(50)) {
      const texts = (await mails.mailTo(email)).map(({ text }) => text)
      const tokens = [...texts.join().matchAll(new RegExp(`${page}\\?token=([\\w-]+)`, 'g'))].map(([, token]) => token)
      // A mail may name its link twice.
      if (new Set(tokens).size >= count && tokens[0]) return tokens[0]
    }
    throw new Error(`No link to ${page} at ${email}`)
  }
  const confirmMail: People['confirmMail'] = (token) => post('confirm-mail', { token, browserSecret: BROWSER })
  return {
    post,
    login: (email, password = PASSWORD) => post('login', { email, password }),
    confirmMail,
    registered: async () => {
      const email = newEmail()
      await post('register', form(email))
      const reply = await confirmMail(await mails.tokenTo(email))
      if (reply.statusCode !== 200) throw new Error(`The registration was not confirmed: ${reply.body}`)
      return { email, tokens: reply.json<Pair>() }
    },
    changeEmail: async (accessToken) => {
      const email = newEmail()
      const payload = { email, password: PASSWORD }
      await test.as(accessToken).call({ method: 'POST', url: '/api/account/edit-email', payload })
      const reply = await post('edit-email-confirm', { token: await mails.tokenTo(email) })
      if (reply.statusCode !== 200) throw new Error(`The e-mail was not changed: ${reply.body}`)
      return email
    },
    revertToken: (email) => linkToken(email, 'revert-mail'),
    linkToken,
  }
}
