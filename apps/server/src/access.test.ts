import { randomUUID } from 'node:crypto'

import * as accounts from '@doslovno/contract/accounts.ts'
import * as editing from '@doslovno/contract/editing.ts'
import type { Endpoint } from '@doslovno/contract/endpoint.ts'
import * as scripts from '@doslovno/contract/scripts.ts'
import * as tariffs from '@doslovno/contract/tariffs.ts'
import * as tools from '@doslovno/contract/tools.ts'
import * as uploads from '@doslovno/contract/uploads.ts'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { multipartFile } from '#test/multipart.ts'
import { startProcessing, uploadRecording } from '#test/pipeline.ts'
import { toWav } from '#test/recordings.ts'
import { type Caller, createTestApp, PASSWORD, type TestApp } from '#test/test-app.ts'

/** Statuses for a visitor, another user, the owner, an expired token, and a token of the first version. */
type Statuses = readonly [visitor: number, other: number, owner: number, expired: number, legacy: number]
type Row = { statuses: Statuses; body?: () => object; url?: () => Promise<string>; raw?: () => Partial<InjectOptions> }

const PRO = 3
const OPEN = [200, 200, 200, 200, 200] as const
const REFUSED = [400, 400, 400, 400, 400] as const
const OWN = [403, 200, 200, 403, 403] as const
const OWNERS = [403, 404, 200, 403, 403] as const

const WAVE = toWav(Buffer.alloc(100))
const newEmail = () => `person-${randomUUID()}@example.ru`

/** Every call of the contract; one that is missing here fails the test. */
const table: Record<string, Row> = {
  register: {
    statuses: OPEN,
    body: () => ({ name: 'Анна', email: newEmail(), password: PASSWORD, privacyApprove: true }),
  },
  confirmMail: { statuses: REFUSED, body: () => ({ token: 'x' }) },
  login: { statuses: REFUSED, body: () => ({ email: newEmail(), password: PASSWORD }) },
  listProviders: { statuses: OPEN },
  signByGoogle: { statuses: REFUSED, body: () => ({ accessToken: randomUUID() }) },
  signByYandex: { statuses: REFUSED, body: () => ({ accessToken: randomUUID() }) },
  signByVk: {
    statuses: REFUSED,
    body: () => ({ code: randomUUID(), redirectUrl: 'https://elsewhere.example/oauth/vk' }),
  },
  logout: { statuses: OPEN, body: () => ({ refreshToken: 'x' }) },
  updateToken: { statuses: [403, 403, 403, 403, 403], body: () => ({ refreshToken: 'x' }) },
  upgradeLegacyToken: { statuses: [403, 403, 403, 403, 403], body: () => ({ accessToken: 'x' }) },
  recoverPassword: { statuses: OPEN, body: () => ({ email: newEmail() }) },
  recoverPasswordConfirm: { statuses: REFUSED, body: () => ({ token: 'x', newPassword: PASSWORD }) },
  editEmail: { statuses: OWN, body: () => ({ email: newEmail() }) },
  editEmailConfirm: { statuses: REFUSED, body: () => ({ token: 'x' }) },
  editPassword: { statuses: OWN, body: () => ({ password: PASSWORD }) },
  editPasswordConfirm: { statuses: REFUSED, body: () => ({ token: 'x' }) },
  getAccount: { statuses: OWN },
  getAccountInfo: { statuses: OWN },
  editAccount: { statuses: OWN, body: () => ({ name: 'Анна' }) },
  listTariffs: { statuses: OPEN },
  listScripts: { statuses: OWN },
  getScript: { statuses: [404, 404, 200, 404, 404], url: async () => `/api/scripts/${await newScript()}` },
  uploadScript: { statuses: OWN, raw: () => multipartFile(WAVE, 'a.wav', 'audio/wav') },
  processScript: { statuses: OWNERS, url: async () => `/api/scripts/${await newScript()}/process`, body: () => ({}) },
  cancelProcessing: { statuses: OWNERS, url: async () => `/api/scripts/${await newScript()}/cancel` },
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
  deleteScript: { statuses: OWNERS, url: async () => `/api/scripts/${await newScript()}` },
  getMedia: { statuses: [404, 404, 200, 404, 404], url: async () => `/api/scripts/${await newScript()}/media` },
  editTranscript: {
    statuses: [403, 404, 404, 403, 403], // nothing is recognised yet
    url: async () => `/api/scripts/${await newScript()}/edits`,
    body: () => ({ version: 0, operation: { kind: 'mergeSpeakers', from: 0, into: 1 } }),
  },
  listEdits: { statuses: OWNERS, url: async () => `/api/scripts/${await newScript()}/edits` },
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
  // Nothing was sent yet.
  completeUpload: {
    statuses: [403, 404, 409, 403, 403],
    url: async () => `/api/uploads/${await newUpload()}/complete`,
  },
  abortUpload: { statuses: OWNERS, url: async () => `/api/uploads/${await newUpload()}` },
  uploadByLink: { statuses: OWN, body: () => ({ url: 'https://example.ru/a.mp3' }) },
  cancelUploadByLink: { statuses: [403, 404, 404, 403, 403], body: () => ({ processId: randomUUID() }) },
  listSettingsTemplates: { statuses: OWN },
  getScriptStatus: { statuses: OWNERS, url: async () => `/api/scripts/${(await newProcess()).scriptId}/status` },
  getProcess: { statuses: OWNERS, url: async () => `/api/processes/${(await newProcess()).processId}` },
}

const endpoints = Object.entries<unknown>({
  ...accounts,
  ...editing,
  ...scripts,
  ...tariffs,
  ...tools,
  ...uploads,
}).filter(
  (entry): entry is [string, Endpoint] => typeof entry[1] === 'object' && entry[1] !== null && 'path' in entry[1],
)
const names = endpoints.map(([name]) => name)

let test: TestApp
let owner: Caller
let other: Caller
let expired: Caller

beforeAll(async () => {
  test = await createTestApp()
  const now = test.clock.now
  ;[owner, other] = [await test.signIn({ tariffId: PRO }), await test.signIn({ tariffId: PRO })]
  test.clock.now = new Date(now.getTime() - 3600_000)
  expired = await test.signIn({ tariffId: PRO })
  test.clock.now = now
})
afterAll(() => test.close())

const newScript = () => uploadRecording(owner, WAVE)
async function newUpload(): Promise<string> {
  const payload = { fileName: 'a.wav', contentType: 'audio/wav', size: 144 }
  const reply = await owner.call({ method: 'POST', url: '/api/uploads', payload })
  return reply.json<{ upload: { id: string } }>().upload.id
}
async function newProcess() {
  const scriptId = await newScript()
  return { scriptId, processId: await startProcessing(owner, scriptId) }
}

describe('who may call what', () => {
  it('is said for every call of the contract', () => {
    expect(names.toSorted((a, b) => a.localeCompare(b))).toEqual(
      Object.keys(table).toSorted((a, b) => a.localeCompare(b)),
    )
  })

  it.each(names)('%s answers visitors, others, the owner, expired and legacy tokens as documented', async (name) => {
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
