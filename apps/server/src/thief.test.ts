import { randomBytes, randomUUID } from 'node:crypto'

import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { buildApp } from '#app.ts'
import { protectionOf } from '#features/accounts/index.ts'
import { userById } from '#features/users/index.ts'
import { readConfig } from '#platform/config.ts'
import { hashToken } from '#platform/tokens.ts'
import { createAuthenticator } from '#test/authenticator.ts'
import { endpoints } from '#test/endpoints.ts'
import type { Mailbox } from '#test/mailbox.ts'
import { createPeopleApp, newEmail, type Pair, type People } from '#test/people.ts'
import { newPerson, startProviders, type TestProviders } from '#test/providers.ts'
import { startPushService, type PushService } from '#test/push-service.ts'
import { addScript } from '#test/recordings/library.ts'
import { addApp, passkeyLogin, settingsOf } from '#test/second-factors.ts'
import { type Caller, PASSWORD, type TestApp } from '#test/test-app.ts'

const THIEFS = 'Thiefs-pass-1'
const OWNERS_NEW = 'Owners-new-1'
const WEEK_MS = 7 * 24 * 3_600_000
/** They work once, so they are tried once: afterwards. */
const SPENT_BY_LOOKING = ['renews', 'upgrades', 'requestsRecovery', 'requestsEmail', 'requestsPassword']

/** Somebody who calls as the owner; `password` is the account's, if they know it. */
type Thief = {
  as: Caller
  pair: Pair
  userId: string
  email: string
  password: string | undefined
  /** Another account of the same person. */
  accomplice: Caller
  scriptId: string
  webhookId: string
  legacyToken: string
}

/** Whether a thing still serves the thief. */
type Serves = () => Promise<boolean>

/** `take` is left out where nothing outlives the session. */
type Row = { gains: string; take?: (thief: Thief) => Promise<Serves> }

const SESSION: Row = { gains: 'changes of files and texts, which end with the session' }
const MONEY: Row = { gains: 'nothing: payments and tariffs are the owner’s' }
const ANYBODY: Row = { gains: 'nothing: it needs no session' }
const OWNERS: Row = { gains: 'nothing: it takes from the account' }

/** Every endpoint that changes something; a missing one fails the test. */
const table: Record<string, Row> = {
  login: { gains: 'a session by the password that the thief has set', take: signsIn },
  logout: OWNERS,
  updateToken: { gains: 'a session for as long as it is renewed', take: renews },
  upgradeLegacyToken: { gains: 'a session by a token of the first version', take: upgrades },
  register: ANYBODY,
  resendConfirmation: ANYBODY,
  confirmMail: ANYBODY,
  signByGoogle: ANYBODY,
  signByYandex: ANYBODY,
  signByVk: ANYBODY,
  answerForPassword: { gains: 'the password of a registration that nobody has answered: a recovery sets another' },
  recoverPassword: { gains: 'a link to the address of the account', take: requestsRecovery },
  recoverPasswordConfirm: { gains: 'the password, at an address of the thief', take: signsIn },
  editEmail: { gains: 'the account under another address', take: requestsEmail },
  editEmailConfirm: { gains: 'the account under another address', take: requestsEmail },
  editPassword: { gains: 'a link that sets a password', take: requestsPassword },
  editPasswordConfirm: { gains: 'the password, at an address of the thief', take: requestsPassword },
  revertEmail: ANYBODY,
  endOtherSessions: OWNERS,
  endSession: OWNERS,
  editAccount: { gains: 'a name' },
  generateApiKey: { gains: 'a key that opens all files', take: makesKey },
  revokeApiKey: OWNERS,
  startTotp: { gains: 'a second factor that only the thief has', take: addsApp },
  confirmTotp: { gains: 'a second factor that only the thief has', take: addsApp },
  removeTotp: OWNERS,
  renewRecoveryCodes: { gains: 'codes that pass for a second factor', take: renewsCodes },
  startPasskey: { gains: 'a sign-in without the password', take: addsPasskey },
  addPasskey: { gains: 'a sign-in without the password', take: addsPasskey },
  removePasskey: OWNERS,
  linkIdentity: { gains: 'a sign-in through an account of the thief elsewhere', take: linksIdentity },
  unlinkIdentity: OWNERS,
  startPasskeyLogin: ANYBODY,
  passkeyLogin: ANYBODY,
  startSecondFactor: ANYBODY,
  passSecondFactor: ANYBODY,
  sendFeedback: ANYBODY,
  saveNotifications: { gains: 'mails with texts, to the address of the account' },
  subscribePush: { gains: 'names of files that finish', take: subscribes },
  unsubscribePush: OWNERS,
  unsubscribe: OWNERS,
  requestExport: { gains: 'a link to everything, which needs no sign-in', take: requestsArchive },
  openExport: SESSION,
  deleteAccount: { gains: 'the end of the account', take: asksForDeletion },
  keepAccount: OWNERS,
  payMinutes: MONEY,
  payTariff: MONEY,
  repaySubscription: MONEY,
  cancelSubscription: MONEY,
  unlinkCard: MONEY,
  activatePromo: MONEY,
  receiveYookassa: ANYBODY,
  uploadScript: SESSION,
  uploadByLink: SESSION,
  cancelUploadByLink: SESSION,
  createUpload: SESSION,
  signUploadPart: SESSION,
  completeUpload: SESSION,
  abortUpload: SESSION,
  processScript: SESSION,
  cancelProcessing: SESSION,
  hearSpanAgain: SESSION,
  shareScript: { gains: 'a link to a file, which needs no sign-in', take: shares },
  renameScript: SESSION,
  deleteScript: SESSION,
  deleteScripts: SESSION,
  moveScripts: SESSION,
  exportScripts: SESSION,
  createFolder: SESSION,
  renameFolder: SESSION,
  deleteFolder: SESSION,
  editSpeakerName: SESSION,
  editTranscript: SESSION,
  nameVersion: SESSION,
  answerTerms: SESSION,
  findTermPlaces: SESSION,
  makeSummary: SESSION,
  tickActionItem: SESSION,
  askScript: SESSION,
  addTerms: SESSION,
  editTerm: SESSION,
  deleteTerm: SESSION,
  restoreTerm: SESSION,
  importTerms: SESSION,
  declineTerm: SESSION,
  createVocabulary: SESSION,
  renameVocabulary: SESSION,
  deleteVocabulary: SESSION,
  createInvite: { gains: 'a vocabulary for another account', take: invites },
  revokeInvite: SESSION,
  openInvite: SESSION,
  joinVocabulary: { gains: 'terms of the thief in texts of the owner', take: joins },
  leaveVocabulary: SESSION,
  changeMember: { gains: 'nothing: members are people that the owner has invited' },
  removeMember: SESSION,
  createWebhook: { gains: 'names of files that finish', take: addsWebhook },
  editWebhook: { gains: 'names of files that finish', take: movesWebhook },
  rotateWebhookSecret: { gains: 'a secret that the list of webhooks shows anyway' },
  deleteWebhook: OWNERS,
  testWebhook: SESSION,
  replayDelivery: SESSION,
  replayFailed: SESSION,
}

const changing = endpoints.filter(([, { method }]) => method !== 'GET').map(([name]) => name)

let test: TestApp
let mails: Mailbox
let people: People
let push: PushService
let providers: TestProviders
/** A process that remembers no session. */
let elsewhere: FastifyInstance

beforeAll(async () => {
  push = await startPushService()
  providers = await startProviders()
  const { download } = readConfig(process.env)
  const allowedPrivateHosts = [`127.0.0.1:${push.port}`]
  ;({ test, mails, people } = await createPeopleApp({
    download: { ...download, allowedPrivateHosts },
    ...providers.config,
  }))
  test.clock.now = new Date()
  elsewhere = await buildApp(test.ctx)
})
afterAll(async () => {
  await elsewhere.close()
  await mails.close()
  await test.close()
  await push.close()
  await providers.close()
})

const post = (caller: Caller, url: string, payload: object = {}) => caller.call({ method: 'POST', url, payload })
const opens = async (token: string, url = '/api/scripts') =>
  (await elsewhere.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode === 200
const never: Serves = async () => false

async function signsIn({ email }: Thief): Promise<Serves> {
  return async () => (await people.login(email, THIEFS)).statusCode === 200
}

async function renews({ pair }: Thief): Promise<Serves> {
  return async () => (await people.post('update-token', { refreshToken: pair.refreshToken })).statusCode === 200
}

async function upgrades({ legacyToken }: Thief): Promise<Serves> {
  return async () => (await people.post('upgrade-legacy-token', { accessToken: legacyToken })).statusCode === 200
}

async function requestsRecovery({ email, password }: Thief): Promise<Serves> {
  await people.post('recover-password', { email })
  if (!password) return never // the mail is the owner's
  const token = await people.linkToken(email, 'recover-password-confirm', 2)
  return async () => (await people.post('recover-password-confirm', { token, newPassword: THIEFS })).statusCode === 200
}

async function requestsEmail({ as, password }: Thief): Promise<Serves> {
  const email = newEmail()
  const asked = await post(as, '/api/account/edit-email', { email, password })
  if (asked.statusCode !== 200) return never
  const token = await mails.tokenTo(email)
  return async () => (await people.post('edit-email-confirm', { token })).statusCode === 200
}

async function requestsPassword({ as, email, password }: Thief): Promise<Serves> {
  await post(as, '/api/account/edit-password', { password: THIEFS })
  if (!password) return never // the mail is the owner's
  const token = await people.linkToken(email, 'change-password-confirm')
  return async () => (await people.post('edit-password-confirm', { token })).statusCode === 200
}

async function makesKey({ as }: Thief): Promise<Serves> {
  const { apiKey } = (await post(as, '/api/account/generate-api-key')).json<{ apiKey: string }>()
  return () => opens(apiKey)
}

async function addsApp({ as, password, userId }: Thief): Promise<Serves> {
  if ((await settingsOf(as, 'second-factors/totp', { password })).statusCode !== 200) return never
  await addApp(test, (path, payload) => settingsOf(as, path, payload), { password })
  return async () => (await protectionOf(test.ctx.db, userId)).isTotpOn
}

async function renewsCodes({ as, password, userId }: Thief): Promise<Serves> {
  await settingsOf(as, 'second-factors/recovery-codes', { password })
  return async () => (await protectionOf(test.ctx.db, userId)).codesLeft > 0
}

async function addsPasskey({ as, password }: Thief): Promise<Serves> {
  const start = await settingsOf(as, 'passkeys/start', { password })
  if (start.statusCode !== 200) return never
  const authenticator = createAuthenticator(test.config.publicUrl)
  const { token, options } = start.json<{ token: string; options: Record<string, unknown> }>()
  await settingsOf(as, 'passkeys', { token, name: 'Mine', credential: authenticator.create(options) })
  return async () => (await passkeyLogin(test, (asked) => authenticator.get(asked))).statusCode === 200
}

async function linksIdentity({ as, password }: Thief): Promise<Serves> {
  const person = newPerson()
  const grant = { provider: 'google', ...(await providers.issueSecret('google', person)) }
  if ((await post(as, '/api/account/identities', { grant, password })).statusCode !== 200) return never
  return async () => {
    const signedIn = await people.post('sign-by-google', await providers.issueSecret('google', person))
    return !signedIn.json<{ needToPrivacyApprove: boolean }>().needToPrivacyApprove
  }
}

async function subscribes({ as, userId }: Thief): Promise<Serves> {
  const { endpoint, p256dh, auth } = push.browser()
  await post(as, '/api/account/push', { endpoint, keys: { p256dh, auth } })
  return () => exists('pushSubscriptions', userId)
}

async function requestsArchive({ as, userId }: Thief): Promise<Serves> {
  await post(as, '/api/account/data-export')
  return () => exists('dataExports', userId)
}

async function asksForDeletion({ as, password, userId }: Thief): Promise<Serves> {
  await post(as, '/api/account/delete', { password })
  return async () => (await userById(test.ctx.db, userId))?.deletionDueAt !== null
}

async function shares({ as, scriptId }: Thief): Promise<Serves> {
  await as.call({ method: 'PATCH', url: `/api/scripts/${scriptId}`, payload: { publicFlag: true } })
  return async () => (await elsewhere.inject({ url: `/api/scripts/${scriptId}` })).statusCode === 200
}

async function invites({ as, accomplice }: Thief): Promise<Serves> {
  const { id, token } = await sharedVocabulary(as)
  await post(accomplice, '/api/vocabularies/invite/join', { token })
  return async () => (await accomplice.call({ url: `/api/vocabulary?vocabularyId=${id}` })).statusCode === 200
}

async function joins({ as, accomplice, userId }: Thief): Promise<Serves> {
  const { token } = await sharedVocabulary(accomplice)
  await post(as, '/api/vocabularies/invite/join', { token })
  return () => exists('vocabularyMembers', userId)
}

async function addsWebhook({ as, userId }: Thief): Promise<Serves> {
  await post(as, '/api/webhooks', { url: 'https://thief.example/new', events: ['script.completed'] })
  return () => isListening(userId, 'https://thief.example/new')
}

async function movesWebhook({ as, userId, webhookId }: Thief): Promise<Serves> {
  const url = 'https://thief.example/moved'
  await as.call({ method: 'PATCH', url: `/api/webhooks/${webhookId}`, payload: { url } })
  return () => isListening(userId, url)
}

async function sharedVocabulary(owner: Caller) {
  const { vocabulary } = (await post(owner, '/api/vocabularies', { name: 'Продажи' })).json<{
    vocabulary: { id: string }
  }>()
  const { id } = vocabulary
  const { url } = (await post(owner, `/api/vocabularies/${id}/invite`, { role: 'edit' })).json<{ url: string }>()
  return { id, token: url.split('#').at(-1) }
}

async function exists(things: 'pushSubscriptions' | 'dataExports' | 'vocabularyMembers', userId: string) {
  return (await test.ctx.db.selectFrom(things).select('userId').where('userId', '=', userId).execute()).length > 0
}

async function isListening(userId: string, url: string): Promise<boolean> {
  const listening = test.ctx.db.selectFrom('webhookEndpoints').select('url').where('userId', '=', userId)
  return (await listening.execute()).some((endpoint) => endpoint.url === url)
}

/** A person whose access token was stolen. */
async function stolenFrom() {
  const { email, tokens } = await people.registered()
  const owner = test.as(tokens.accessToken)
  const { id: userId } = (await owner.call({ url: '/api/account' })).json<{ user: { id: string } }>().user
  const webhook = await post(owner, '/api/webhooks', { url: 'https://owner.example/', events: ['script.completed'] })
  const legacyToken = `SHPT-${randomBytes(16).toString('hex')}`
  await test.ctx.db
    .insertInto('legacyTokens')
    .values({ hash: hashToken(legacyToken), userId, usedAt: null })
    .execute()
  // The owner has lived with the account for a while.
  test.clock.now = new Date(test.clock.now.getTime() + WEEK_MS)
  const pair = (await people.login(email)).json<Pair>()
  const thief: Thief = {
    as: test.as(pair.accessToken),
    pair,
    userId,
    email,
    password: undefined,
    accomplice: await test.signIn(),
    scriptId: await addScript(test, userId, ['Раз.']),
    webhookId: webhook.json<{ webhook: { id: string } }>().webhook.id,
    legacyToken,
  }
  return { email, thief }
}

/** Makes every change; returns what came of it, by the name of the function. */
async function takeEverything(thief: Thief): Promise<Map<string, Serves>> {
  const taken = new Map<string, Serves>()
  for (const take of new Set(Object.values(table).map((row) => row.take))) {
    if (take) taken.set(take.name, await take(thief))
  }
  return taken
}

async function serving(taken: Map<string, Serves>): Promise<string[]> {
  const names = []
  for (const [name, serves] of taken) if (await serves()) names.push(name)
  return names
}

/** Calls that a token is still good for. */
async function callsOf(token: string): Promise<string[]> {
  const calls = endpoints.filter(([, { auth }]) => auth === 'user' || auth === 'session')
  const answered = []
  for (const [name, { method, path }] of calls) {
    const url = path.replaceAll(/:\w+/g, randomUUID())
    const reply = await elsewhere.inject({ method, url, headers: { authorization: `Bearer ${token}` } })
    if (reply.statusCode !== 403) answered.push(name)
  }
  return answered
}

async function expectOwner(email: string, password: string) {
  const pair = (await people.login(email, password)).json<Pair>()
  const account = await elsewhere.inject({
    url: '/api/account',
    headers: { authorization: `Bearer ${pair.accessToken}` },
  })
  expect(account.statusCode).toBe(200)
}

describe('a thief who calls as the owner', () => {
  it('has a row for every endpoint that changes something', () => {
    expect(Object.keys(table).toSorted()).toEqual(changing.toSorted())
  })

  it('keeps nothing once the owner has reverted the change of e-mail [ACC-3]', async () => {
    const { email, thief } = await stolenFrom()
    // They know the password too, or could not change the e-mail; the page of the revert asks for a new one.
    const theirs = await people.changeEmail(thief.pair.accessToken)
    await people.post('recover-password', { email: theirs })
    const token = await people.linkToken(theirs, 'recover-password-confirm')
    await people.post('recover-password-confirm', { token, newPassword: THIEFS })
    const pair = (await people.login(theirs, THIEFS)).json<Pair>()
    const rich: Thief = { ...thief, as: test.as(pair.accessToken), pair, email: theirs, password: THIEFS }
    const taken = await takeEverything(rich)
    const before = await serving(new Map([...taken].filter(([name]) => !SPENT_BY_LOOKING.includes(name))))

    await people.post('revert-email', { token: await people.revertToken(email) })

    expect(before).toEqual([...taken.keys()].filter((name) => !SPENT_BY_LOOKING.includes(name)))
    expect(await serving(taken)).toEqual([])
    expect(await callsOf(thief.pair.accessToken)).toEqual([])
    expect(await callsOf(pair.accessToken)).toEqual([])
    await expectOwner(email, PASSWORD)
  })

  it('keeps nothing once the owner has recovered the password of a stolen account [AUTH-4]', async () => {
    const { email, thief } = await stolenFrom()
    const taken = await takeEverything(thief)

    await people.post('recover-password', { email })
    // The thief has asked for one as well.
    const token = await people.linkToken(email, 'recover-password-confirm', 2)
    const recovered = await people.post('recover-password-confirm', { token, newPassword: OWNERS_NEW, isStolen: true })

    expect(recovered.statusCode).toBe(200)
    expect(await serving(taken)).toEqual([])
    expect(await callsOf(thief.pair.accessToken)).toEqual([])
    await expectOwner(email, OWNERS_NEW)
  })
})
