import { createHash, randomBytes, randomInt } from 'node:crypto'

import type { Provider } from '@doslovno/contract/account/providers.ts'
import type { SummaryType } from '@doslovno/domain/summary/types.ts'
import { type OauthSimulator, startOauthSimulator } from '@doslovno/simulators/oauth/server.ts'

import { createPromo } from '#features/billing/index.ts'
import { hashToken } from '#platform/tokens.ts'
import type { Mailbox } from '#test/mailbox.ts'
import { createPeopleApp, type Pair, type People } from '#test/people.ts'
import { clientIds, providersAt, REDIRECT } from '#test/providers.ts'
import { addScript } from '#test/recordings/library.ts'
import { toWav } from '#test/recordings/recordings.ts'
import { runJobs } from '#test/run-jobs.ts'
import { startTestShop, type TestShop } from '#test/shop.ts'
import { addTalk, composeWaiting, make, recognise } from '#test/summaries.ts'
import type { Caller, TestApp } from '#test/test-app.ts'

/** The tariff that allows everything. */
const BUSINESS = 4
const VERIFIER = 'verifier-'.repeat(5)

export const WAVE = toWav(Buffer.alloc(100))

export type Person = Caller & { userId: string; email: string }

/** The app with everything around it, and ways to make what a call is about. */
export type World = Awaited<ReturnType<typeof createWorld>>

export async function createWorld() {
  const [shop, oauth] = await Promise.all([startTestShop(), startOauthSimulator({ port: 0 })])
  const { test, mails, people } = await createPeopleApp({ payments: shop.config, providers: providersAt(oauth.url) })
  return {
    test,
    people,
    ...personsOf(test),
    ...accountThings(test, { mails, people, shop, oauth }),
    ...files(test),
    close: async () => {
      await mails.close()
      await test.close()
      await Promise.all([shop.closeServer(), oauth.close()])
    },
  }
}

function personsOf(test: TestApp) {
  const newPerson = async (): Promise<Person> => {
    const { id, email } = await test.createUser({ tariffId: BUSINESS })
    return { ...(await test.signInAs(id)), userId: id, email }
  }
  return {
    visitor: { authorization: '', call: (options) => test.app.inject(options) } satisfies Caller as Caller,
    newPerson,
    newSuperuser: async () => {
      const person = await newPerson()
      await test.ctx.db.updateTable('users').set({ isSuperuser: true }).where('id', '=', person.userId).execute()
      return person
    },
    /** The only key of a person: an older one stops working. */
    newKey: async (person: Person, scopes: readonly ('read' | 'write')[]): Promise<Caller> => {
      const reply = await person.call({ method: 'POST', url: '/api/account/generate-api-key', payload: { scopes } })
      return test.as(reply.json<{ apiKey: string }>().apiKey)
    },
  }
}

type Around = { mails: Mailbox; people: People; shop: TestShop; oauth: OauthSimulator }

function accountThings(test: TestApp, { mails, people, shop, oauth }: Around) {
  const post = (person: Person, url: string, payload: object) => person.call({ method: 'POST', url, payload })
  return {
    tokenTo: (email: string) => mails.tokenTo(email),
    tokensOf: async ({ email }: Person) => (await people.login(email)).json<Pair>(),
    /** Buys minutes with a card, which is kept. */
    buyMinutes: async (person: Person) => {
      const order = await post(person, '/api/account/payment/minutes', { minutesCount: 30 })
      const { paymentId, redirectUrl } = order.json<{ paymentId: string; redirectUrl: string | null }>()
      if (redirectUrl) shop.pay(paymentId)
      const payload = shop.notification(paymentId)
      await test.app.inject({ method: 'POST', url: '/api/payments/yookassa', payload })
      await runJobs(test, 'billing')
      return paymentId
    },
    /** The bank has declined the renewal an hour ago. */
    failRenewal: async ({ userId }: Person) => {
      const hourAgo = new Date(test.clock.now.getTime() - 3_600_000)
      await test.ctx.db
        .updateTable('subscriptions')
        .set({ status: 'paymentFailed', paidUntil: hourAgo, failedAt: hourAgo, declines: 1 })
        .where('userId', '=', userId)
        .execute()
    },
    newPromo: async () => {
      const code = `PROMO-${randomBytes(6).toString('hex').toUpperCase()}`
      await createPromo(test.ctx, { code, minutes: 15, maxUses: null, expiresAt: null })
      return code
    },
    newLegacyToken: async ({ userId }: Person) => {
      const token = `SHPT-${randomBytes(16).toString('hex')}`
      await test.ctx.db
        .insertInto('legacyTokens')
        .values({ hash: hashToken(token), userId })
        .execute()
      return token
    },
    /** The grant of a provider for somebody new. */
    newGrant: (provider: Provider) => newGrant(oauth.url, provider),
  }
}

async function newGrant(url: string, provider: Provider): Promise<Record<string, string>> {
  const id = String(randomInt(1_000_000, 1_000_000_000))
  const person = { id, name: 'Мария', surname: 'Орлова', email: `person-${id}@example.ru`, isEmailVerified: true }
  const control = async (command: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(`${url}/control/${command}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await reply.json()) as Record<string, string>
  }
  const clientId = clientIds[provider]
  if (provider !== 'vk') return control('token', { provider, clientId, person })
  const challenge = createHash('sha256').update(VERIFIER).digest('base64url')
  const grant = await control('code', { clientId, person, redirectUri: REDIRECT, challenge })
  return { ...grant, codeVerifier: VERIFIER, redirectUrl: REDIRECT }
}

function files(test: TestApp) {
  const call = (person: Person, url: string, payload: object) => person.call({ method: 'POST', url, payload })
  const downloads = new Map<string, string>()
  const newUploaded = (person: Person) => addScript(test, person.userId, [], { status: 'uploaded' })
  const newTalk = (person: Person) => addTalk(test, person)
  return {
    newUploaded,
    newTalk,
    newProcess: async (person: Person) => {
      const id = await newUploaded(person)
      const reply = await call(person, `/api/scripts/${id}/process`, { language: 'ru' })
      return { id, processId: reply.json<{ processId: string }>().processId }
    },
    /** The only download of a person: an older one is cancelled. */
    newDownload: async (person: Person) => {
      const older = downloads.get(person.userId)
      if (older) await call(person, '/api/scripts/cancel-upload-by-link', { processId: older })
      const reply = await call(person, '/api/scripts/upload-by-link', { url: 'https://example.ru/talk.mp3' })
      const { processId } = reply.json<{ processId: string }>()
      downloads.set(person.userId, processId)
      return processId
    },
    newUpload: async (person: Person) => {
      const payload = { fileName: 'a.wav', contentType: 'audio/wav', size: 144 }
      const reply = await call(person, '/api/uploads', payload)
      return reply.json<{ upload: { id: string } }>().upload.id
    },
    /** A file as processing leaves it, with a named speaker. */
    newFinished: async (person: Person) => {
      const id = await newUploaded(person)
      await recognise(test, person, id)
      await composeWaiting(test)
      await call(person, `/api/scripts/${id}/edit-speaker-name`, { speakerId: 0, name: 'Анна' })
      return id
    },
    newSummary: async (person: Person, type: SummaryType) => {
      const id = await newTalk(person)
      await make(person, id, type)
      await composeWaiting(test)
      return id
    },
    /** A recording that needs more minutes than its owner has. */
    newUnaffordable: (person: Person) => withoutMinutes(test, person, newUploaded),
  }
}

async function withoutMinutes(test: TestApp, person: Person, newUploaded: (person: Person) => Promise<string>) {
  const id = await newUploaded(person)
  const set = { durationSeconds: 1e6, inspectedAt: test.clock.now, status: 'notEnoughMinutes' } as const
  await test.ctx.db.updateTable('scripts').set(set).where('id', '=', id).execute()
  return id
}
