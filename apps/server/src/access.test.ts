import { randomUUID } from 'node:crypto'

import type { Reply } from '@doslovno/contract/endpoint.ts'
import type { addTerms } from '@doslovno/contract/vocabulary.ts'
import type { InjectOptions } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { endpoints } from '#test/endpoints.ts'
import { addScript } from '#test/recordings/library.ts'
import { multipartFile } from '#test/recordings/multipart.ts'
import { startProcessing } from '#test/recordings/pipeline.ts'
import { toWav } from '#test/recordings/recordings.ts'
import { startTestShop, type TestShop } from '#test/shop.ts'
import { type Caller, createTestApp, PASSWORD, type TestApp } from '#test/test-app.ts'

/** Statuses for a visitor, another user, the owner, an expired token, and a token of the first version. */
type Statuses = readonly [visitor: number, other: number, owner: number, expired: number, legacy: number]
type Row = { statuses: Statuses; body?: () => object; url?: () => Promise<string>; raw?: () => Partial<InjectOptions> }

const PRO = 3
const BUSINESS = 4
const OPEN = [200, 200, 200, 200, 200] as const
const REFUSED = [400, 400, 400, 400, 400] as const
const EXPIRED = [410, 410, 410, 410, 410] as const
const OWN = [403, 200, 200, 403, 403] as const
const OWNERS = [403, 404, 200, 403, 403] as const

const WAVE = toWav(Buffer.alloc(100))
const CREDENTIAL = { id: 'x', rawId: 'x', type: 'public-key', response: {}, clientExtensionResults: {} }
const WEBHOOK = { url: 'https://example.com/hook', events: ['script.completed'] }
const newEmail = () => `person-${randomUUID()}@example.ru`

/** Every endpoint of the contract; a missing one fails the test. */
const table: Record<string, Row> = {
  register: {
    statuses: OPEN,
    body: () => ({ name: 'Анна', email: newEmail(), password: PASSWORD, privacyApprove: true }),
  },
  confirmMail: { statuses: REFUSED, body: () => ({ token: 'x' }) },
  login: { statuses: REFUSED, body: () => ({ email: newEmail(), password: PASSWORD }) },
  getInstallation: { statuses: OPEN },
  listProviders: { statuses: OPEN },
  signByGoogle: { statuses: REFUSED, body: () => ({ accessToken: randomUUID() }) },
  signByYandex: { statuses: REFUSED, body: () => ({ accessToken: randomUUID() }) },
  signByVk: {
    statuses: REFUSED,
    body: () => ({ code: randomUUID(), redirectUrl: 'https://elsewhere.example/oauth/vk' }),
  },
  listIdentities: { statuses: OWN },
  linkIdentity: {
    statuses: [403, 400, 400, 403, 403], // nobody knows the token
    body: () => ({ grant: { provider: 'google', accessToken: randomUUID() }, password: PASSWORD }),
  },
  unlinkIdentity: {
    statuses: [403, 404, 404, 403, 403], // nothing is linked
    url: async () => '/api/account/identities/google/remove',
    body: () => ({ password: PASSWORD }),
  },
  logout: { statuses: OPEN, body: () => ({ refreshToken: 'x' }) },
  updateToken: { statuses: [403, 403, 403, 403, 403], body: () => ({ refreshToken: 'x' }) },
  upgradeLegacyToken: { statuses: [403, 403, 403, 403, 403], body: () => ({ accessToken: 'x' }) },
  resendConfirmation: { statuses: OPEN, body: () => ({ email: newEmail() }) },
  recoverPassword: { statuses: OPEN, body: () => ({ email: newEmail() }) },
  recoverPasswordConfirm: { statuses: REFUSED, body: () => ({ token: 'x', newPassword: PASSWORD }) },
  editEmail: { statuses: OWN, body: () => ({ email: newEmail(), password: PASSWORD }) },
  editEmailConfirm: { statuses: REFUSED, body: () => ({ token: 'x' }) },
  editPassword: { statuses: OWN, body: () => ({ password: PASSWORD }) },
  editPasswordConfirm: { statuses: REFUSED, body: () => ({ token: 'x' }) },
  revertEmail: { statuses: REFUSED, body: () => ({ token: 'x' }) },
  answerForPassword: { statuses: [403, 404, 404, 403, 403], body: () => ({}) }, // nothing is pending
  listSessions: { statuses: OWN },
  endOtherSessions: { statuses: OWN },
  endSession: { statuses: OWNERS, url: async () => `/api/account/sessions/${await newSession()}` },
  // The reply goes on; its head is enough.
  listenToEvents: { statuses: OWN },
  getAccount: { statuses: OWN },
  getAccountInfo: { statuses: OWN },
  editAccount: { statuses: OWN, body: () => ({ name: 'Анна' }) },
  generateApiKey: { statuses: OWN, body: () => ({}) },
  getApiKey: { statuses: OWN },
  revokeApiKey: { statuses: OWN },
  getUsage: { statuses: OWN },
  getSecondFactors: { statuses: OWN },
  startTotp: { statuses: OWN, body: () => ({ password: PASSWORD }) },
  confirmTotp: { statuses: [403, 400, 400, 403, 403], url: startedTotp, body: () => ({ code: 'x' }) }, // a wrong code
  removeTotp: { statuses: [403, 404, 404, 403, 403], body: () => ({ password: PASSWORD }) }, // there is none
  renewRecoveryCodes: { statuses: [403, 404, 404, 403, 403], body: () => ({ password: PASSWORD }) },
  startPasskey: { statuses: OWN, body: () => ({ password: PASSWORD }) },
  addPasskey: { statuses: [403, 410, 410, 403, 403], body: () => ({ token: 'x', name: 'A', credential: CREDENTIAL }) },
  removePasskey: {
    statuses: [403, 404, 404, 403, 403],
    url: async () => '/api/account/passkeys/x/remove',
    body: () => ({ password: PASSWORD }),
  },
  startPasskeyLogin: { statuses: OPEN },
  passkeyLogin: { statuses: EXPIRED, body: () => ({ token: 'x', credential: CREDENTIAL }) },
  startSecondFactor: { statuses: EXPIRED, body: () => ({ token: 'x' }) },
  passSecondFactor: { statuses: EXPIRED, body: () => ({ token: 'x', code: '000000' }) },
  sendFeedback: { statuses: OPEN, body: () => ({ email: 'a@b.ru', text: 'x' }) },
  saveNotifications: { statuses: OWN, body: () => ({ targets: ['email'], formats: ['txt'] }) },
  getPush: { statuses: OWN },
  subscribePush: {
    statuses: [403, 400, 400, 403, 403], // the keys are no keys
    body: () => ({ endpoint: 'https://push.example.ru/1', keys: { p256dh: 'x', auth: 'x' } }),
  },
  unsubscribePush: { statuses: OWN, body: () => ({ endpoint: 'https://push.example.ru/1' }) },
  unsubscribe: { statuses: REFUSED, url: async () => '/api/notifications/unsubscribe?token=x' },
  requestExport: { statuses: OWN },
  getExport: { statuses: OWN },
  openExport: { statuses: REFUSED, body: () => ({ token: 'x' }) },
  deleteAccount: { statuses: [403, 400, 400, 403, 403], body: () => ({}) }, // it needs the password
  keepAccount: { statuses: [403, 404, 404, 403, 403] }, // it is not leaving
  listWebhooks: { statuses: OWN },
  createWebhook: { statuses: OWN, body: () => WEBHOOK },
  editWebhook: { statuses: OWNERS, url: async () => `/api/webhooks/${await newWebhook()}`, body: () => ({}) },
  rotateWebhookSecret: { statuses: OWNERS, url: async () => `/api/webhooks/${await newWebhook()}/rotate-secret` },
  deleteWebhook: { statuses: OWNERS, url: async () => `/api/webhooks/${await newWebhook()}` },
  testWebhook: { statuses: OWNERS, url: async () => `/api/webhooks/${await newWebhook()}/test` },
  listDeliveries: { statuses: OWNERS, url: async () => `/api/webhooks/${await newWebhook()}/deliveries` },
  replayDelivery: {
    statuses: [403, 404, 404, 403, 403], // nothing was sent yet
    url: async () => `/api/webhooks/${await newWebhook()}/deliveries/${randomUUID()}/replay`,
  },
  replayFailed: {
    statuses: OWNERS,
    url: async () => `/api/webhooks/${await newWebhook()}/deliveries/replay-failed`,
    body: () => ({ since: '2026-01-01T00:00:00Z' }),
  },
  listTariffs: { statuses: OPEN },
  getMinutes: { statuses: OWN },
  payMinutes: { statuses: OWN, body: () => ({ minutesCount: 1 }) },
  payTariff: { statuses: OWN, body: () => ({ tariffId: BUSINESS, period: 'month' }) },
  getPayment: { statuses: OWNERS, url: async () => `/api/account/payments/${await newPayment()}` },
  repaySubscription: { statuses: [403, 409, 409, 403, 403], body: () => ({}) }, // nothing is to be paid
  cancelSubscription: { statuses: OWN },
  unlinkCard: { statuses: OWN },
  activatePromo: { statuses: [403, 404, 404, 403, 403], body: () => ({ code: 'UNKNOWN' }) },
  receiveYookassa: {
    statuses: OPEN,
    body: () => ({ type: 'notification', event: 'payment.succeeded', object: { id: randomUUID() } }),
  },
  listScripts: { statuses: OWN },
  getScript: { statuses: [404, 404, 200, 404, 404], url: async () => `/api/scripts/${await newScript()}` },
  uploadScript: { statuses: OWN, raw: () => multipartFile(WAVE, 'a.wav', 'audio/wav') },
  processScript: { statuses: OWNERS, url: async () => `/api/scripts/${await newScript()}/process`, body: () => ({}) },
  cancelProcessing: { statuses: OWNERS, url: async () => `/api/scripts/${await newScript()}/cancel` },
  // It has no unheard span.
  hearSpanAgain: {
    statuses: [403, 404, 404, 403, 403],
    url: async () => `/api/scripts/${await newScript()}/hear-again`,
    body: () => ({ start: 1 }),
  },
  searchScripts: { statuses: OWN, url: async () => '/api/scripts/search?search=abc' },
  shareScript: {
    statuses: OWNERS,
    url: async () => `/api/scripts/${await newScript()}`,
    body: () => ({ publicFlag: false }),
  },
  renameScript: {
    statuses: OWNERS,
    url: async () => `/api/scripts/${await newScript()}/filename`,
    body: () => ({ fileName: 'b.wav' }),
  },
  editSpeakerName: {
    statuses: OWNERS,
    url: async () => `/api/scripts/${await newScript()}/edit-speaker-name`,
    body: () => ({ speakerId: 0, name: 'Анна' }),
  },
  getSummary: {
    statuses: [404, 404, 200, 404, 404],
    url: async () => `/api/scripts/${await newScript()}/summary/about`,
  },
  makeSummary: {
    statuses: [403, 404, 409, 403, 403], // nothing is recognised yet
    url: async () => `/api/scripts/${await newScript()}/summary/about`,
    body: () => ({}),
  },
  listChapters: { statuses: [404, 404, 200, 404, 404], url: async () => `/api/scripts/${await newScript()}/chapters` },
  listActionItems: { statuses: [404, 404, 200, 404, 404], url: async () => `/api/scripts/${await newScript()}/tasks` },
  tickActionItem: {
    statuses: [403, 404, 404, 403, 403], // nothing was heard yet
    url: async () => `/api/scripts/${await newScript()}/tasks/${randomUUID()}`,
    body: () => ({ isDone: true }),
  },
  askScript: {
    statuses: [403, 404, 409, 403, 403], // nothing is recognised yet
    url: async () => `/api/scripts/${await newScript()}/questions`,
    body: () => ({ question: 'Когда релиз?' }),
  },
  deleteScript: { statuses: OWNERS, url: async () => `/api/scripts/${await newScript()}` },
  listFolders: { statuses: OWN },
  createFolder: { statuses: OWN, body: () => ({ name: randomUUID() }) },
  renameFolder: { statuses: OWNERS, url: async () => `/api/folders/${await newFolder()}`, body: () => ({ name: 'x' }) },
  deleteFolder: { statuses: OWNERS, url: async () => `/api/folders/${await newFolder()}` },
  // The file does not exist.
  moveScripts: { statuses: [403, 404, 404, 403, 403], body: () => ({ scriptIds: [randomUUID()], folderId: null }) },
  deleteScripts: { statuses: [403, 404, 404, 403, 403], body: () => ({ scriptIds: [randomUUID()] }) },
  exportScripts: { statuses: [403, 404, 404, 403, 403], body: () => ({ scriptIds: [randomUUID()], format: 'txt' }) },
  getMedia: { statuses: [404, 404, 200, 404, 404], url: async () => `/api/scripts/${await newScript()}/media` },
  getReading: { statuses: [404, 404, 200, 404, 404], url: async () => `/api/scripts/${await newScript()}/reading` },
  editTranscript: {
    statuses: [403, 404, 404, 403, 403], // nothing is recognised yet
    url: async () => `/api/scripts/${await newScript()}/edits`,
    body: () => ({ version: 0, operation: { kind: 'mergeSpeakers', from: 0, into: 1 } }),
  },
  findTermPlaces: {
    statuses: [403, 404, 404, 403, 403], // nothing is recognised yet
    url: async () => `/api/scripts/${await newScript()}/vocabulary`,
  },
  answerTerms: {
    statuses: OWNERS,
    url: async () => `/api/scripts/${await newScript()}/vocabulary/answers`,
    body: () => ({ answers: [{ heard: 'нюлер', termId: randomUUID(), answer: 'undone' }] }),
  },
  listUndo: { statuses: OWNERS, url: async () => `/api/scripts/${await newScript()}/undo` },
  listHistory: { statuses: OWNERS, url: async () => `/api/scripts/${await newScript()}/history` },
  nameVersion: {
    statuses: [403, 404, 404, 403, 403], // there is no edit yet
    url: async () => `/api/scripts/${await newScript()}/history/1`,
    body: () => ({ name: 'x' }),
  },
  listEdits: { statuses: OWNERS, url: async () => `/api/scripts/${await newScript()}/edits` },
  listRecentNames: { statuses: OWNERS, url: async () => `/api/scripts/${await newScript()}/recent-names` },
  getOriginal: { statuses: OWNERS, url: async () => `/api/scripts/${await newScript()}/original` },
  getDraft: { statuses: OWNERS, url: async () => `/api/scripts/${await newScript()}/draft` },
  createUpload: { statuses: OWN, body: () => ({ fileName: 'a.wav', contentType: 'audio/wav', size: 144 }) },
  listUploads: { statuses: OWN },
  listUploadParts: { statuses: OWNERS, url: async () => `/api/uploads/${await newUpload()}/parts` },
  signUploadPart: {
    statuses: OWNERS,
    url: async () => `/api/uploads/${await newUpload()}/parts`,
    body: () => ({ number: 1, sha256: '0'.repeat(64) }),
  },
  // No part was sent yet.
  completeUpload: {
    statuses: [403, 404, 409, 403, 403],
    url: async () => `/api/uploads/${await newUpload()}/complete`,
  },
  abortUpload: { statuses: OWNERS, url: async () => `/api/uploads/${await newUpload()}` },
  uploadByLink: { statuses: OWN, body: () => ({ url: 'https://example.ru/a.mp3' }) },
  cancelUploadByLink: { statuses: [403, 404, 404, 403, 403], body: () => ({ processId: randomUUID() }) },
  listSettingsTemplates: { statuses: OWN },
  listTerms: { statuses: OWNERS, url: async () => `/api/vocabulary?vocabularyId=${await newVocabulary()}` },
  addTerms: { statuses: OWN, body: () => ({ terms: [{ text: 'Мюллер' }] }) },
  editTerm: { statuses: OWNERS, url: async () => `/api/vocabulary/${await newTerm()}`, body: () => ({ isOn: false }) },
  deleteTerm: { statuses: OWNERS, url: async () => `/api/vocabulary/${await newTerm()}` },
  restoreTerm: { statuses: OWNERS, url: async () => `/api/vocabulary/${await newTerm()}/restore` },
  importTerms: { statuses: OWN, body: () => ({ text: 'Мюллер' }) },
  exportTerms: { statuses: OWNERS, url: async () => `/api/vocabulary/export?vocabularyId=${await newVocabulary()}` },
  getTermReadings: { statuses: OWN, url: async () => '/api/vocabulary/readings?text=abc' },
  offerTerm: { statuses: OWN, url: async () => '/api/vocabulary/offer?text=abc' },
  declineTerm: { statuses: OWN, body: () => ({ text: 'Мюллеру' }) },
  listVocabularies: { statuses: OWN },
  createVocabulary: { statuses: OWN, body: () => ({ name: 'Продажи' }) },
  renameVocabulary: {
    statuses: OWNERS,
    url: async () => `/api/vocabularies/${await newVocabulary()}`,
    body: () => ({ name: 'Отдел' }),
  },
  deleteVocabulary: { statuses: OWNERS, url: async () => `/api/vocabularies/${await newVocabulary()}` },
  createInvite: {
    statuses: OWNERS,
    url: async () => `/api/vocabularies/${await newVocabulary()}/invite`,
    body: () => ({ role: 'use' }),
  },
  revokeInvite: { statuses: OWNERS, url: async () => `/api/vocabularies/${await newVocabulary()}/invite` },
  openInvite: { statuses: [403, 400, 400, 403, 403], body: () => ({ token: 'x' }) },
  joinVocabulary: { statuses: [403, 400, 400, 403, 403], body: () => ({ token: 'x' }) },
  // The owner deletes it instead.
  leaveVocabulary: {
    statuses: [403, 404, 404, 403, 403],
    url: async () => `/api/vocabularies/${await newVocabulary()}/leave`,
  },
  listMembers: { statuses: OWNERS, url: async () => `/api/vocabularies/${await newVocabulary()}/members` },
  changeMember: {
    statuses: [403, 404, 404, 403, 403], // there is none
    url: async () => `/api/vocabularies/${await newVocabulary()}/members/${randomUUID()}`,
    body: () => ({ role: 'edit' }),
  },
  removeMember: {
    statuses: [403, 404, 404, 403, 403],
    url: async () => `/api/vocabularies/${await newVocabulary()}/members/${randomUUID()}`,
  },
  getScriptStatus: { statuses: OWNERS, url: async () => `/api/scripts/${(await newProcess()).scriptId}/status` },
  getProcess: { statuses: OWNERS, url: async () => `/api/processes/${(await newProcess()).processId}` },
}

const names = endpoints.map(([name]) => name)

let shop: TestShop
let test: TestApp
let owner: Caller
let other: Caller
let expired: Caller

beforeAll(async () => {
  shop = await startTestShop()
  test = await createTestApp({ payments: shop.config })
  const now = test.clock.now
  ;[owner, other] = [await test.signIn({ tariffId: PRO }), await test.signIn({ tariffId: PRO })]
  test.clock.now = new Date(now.getTime() - 3600_000)
  expired = await test.signIn({ tariffId: PRO })
  test.clock.now = now
})
afterEach(async () => {
  await test.ctx.db.deleteFrom('vocabularies').execute()
  await test.ctx.db.deleteFrom('webhookEndpoints').execute()
})
afterAll(async () => {
  await test.close()
  await shop.closeServer()
})

const newScript = () => addScript(test, owner.userId ?? '', [], { status: 'uploaded' })
async function newUpload(): Promise<string> {
  const payload = { fileName: 'a.wav', contentType: 'audio/wav', size: 144 }
  const reply = await owner.call({ method: 'POST', url: '/api/uploads', payload })
  return reply.json<{ upload: { id: string } }>().upload.id
}
/** Another session of the owner. */
async function newSession(): Promise<string> {
  const { authorization } = await test.signInAs(owner.userId ?? '')
  const claims = await test.ctx.tokens.readAccess(authorization.replace('Bearer ', ''), test.clock.now)
  return claims?.sessionId ?? ''
}
async function startedTotp(): Promise<string> {
  for (const caller of [owner, other])
    await caller.call({ method: 'POST', url: '/api/account/second-factors/totp', payload: { password: PASSWORD } })
  return '/api/account/second-factors/totp/confirm'
}
async function newFolder(): Promise<string> {
  const made = await owner.call({ method: 'POST', url: '/api/folders', payload: { name: randomUUID() } })
  return made.json<{ folder: { id: string } }>().folder.id
}
async function newPayment(): Promise<string> {
  const payload = { minutesCount: 2 }
  const reply = await owner.call({ method: 'POST', url: '/api/account/payment/minutes', payload })
  return reply.json<{ paymentId: string }>().paymentId
}
/** A shared one. */
async function newVocabulary(): Promise<string> {
  const row = { id: randomUUID(), userId: owner.userId ?? '', name: 'Продажи', createdAt: test.clock.now }
  await test.ctx.db.insertInto('vocabularies').values(row).execute()
  return row.id
}
async function newTerm(): Promise<string> {
  const payload = { terms: [{ text: `Термин ${randomUUID()}` }] }
  const reply = await owner.call({ method: 'POST', url: '/api/vocabulary', payload })
  return reply.json<Reply<typeof addTerms>>().data[0]?.term?.id ?? ''
}
async function newWebhook(): Promise<string> {
  const reply = await owner.call({ method: 'POST', url: '/api/webhooks', payload: WEBHOOK })
  return reply.json<{ webhook: { id: string } }>().webhook.id
}
async function newProcess() {
  const scriptId = await newScript()
  return { scriptId, processId: await startProcessing(owner, scriptId) }
}

describe('access', () => {
  it('is specified for every endpoint of the contract', () => {
    expect(names.toSorted((a, b) => a.localeCompare(b))).toEqual(
      Object.keys(table).toSorted((a, b) => a.localeCompare(b)),
    )
  })

  it.each(names)('to %s is as specified for every kind of caller', async (name) => {
    const endpoint = endpoints.find(([known]) => known === name)?.[1]
    const row = table[name]
    const visitor: Caller = { authorization: '', call: (options) => test.app.inject(options) }
    const statuses = []
    for (const caller of [visitor, other, owner, expired, test.as('SHPT-0123456789')]) {
      const url = (await row?.url?.()) ?? endpoint?.path ?? ''
      const payload = row?.body ? { payload: row.body() } : {}
      const reply = await caller.call({ method: endpoint?.method ?? 'GET', url, ...payload, ...row?.raw?.() })
      statuses.push(reply.statusCode)
    }

    expect(statuses).toEqual(row?.statuses)
  })
})
