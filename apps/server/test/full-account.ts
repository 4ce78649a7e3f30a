import { randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'

import { insertConsents, insertIdentity, insertProviderToken } from '#features/accounts/repo.ts'
import { reserveSeconds } from '#features/billing/index.ts'
import { grantExtra } from '#features/billing/ledger/grant.ts'
import { originalKey, playbackKey } from '#features/scripts/index.ts'
import { keepOriginal, replaceNames } from '#features/transcripts/repo.ts'
import type { Db } from '#platform/db.ts'

import { addScript } from './recordings/library.ts'
import type { Caller, TestApp } from './test-app.ts'

/** A secret in every place that holds one; none may ever leave the service. */
export const SECRETS = ['secret-of-totp', 'secret-of-key', 'secret-of-webhook', 'secret-of-push', 'secret-of-method']

export type FullAccount = {
  owner: Caller
  userId: string
  email: string
  scriptId: string
  /** Ids and words by which a row can be recognised as one of this person. */
  traces: string[]
}

/** A person with at least one row in every table that can have rows of a person, and objects in storage. */
export async function createFullAccount(test: TestApp): Promise<FullAccount> {
  const { id: userId, email } = await test.createUser({ tariffId: 3 })
  const owner = await test.signInAs(userId)
  const { db } = test.ctx
  const now = test.ctx.now()
  const later = new Date(now.getTime() + 3_600_000)
  const scriptId = await addFile(test, userId)
  const ids = [
    ...(await addUploads(test, userId)),
    ...(await addDigest(db, { userId, scriptId })),
    ...(await addBooks(db, { userId, scriptId, now })),
    ...(await addPrograms(db, { userId, email, now, later })),
  ]
  await addSettings(db, { userId, email, now, later })
  await addVocabularies(db, { userId, now })
  await db.insertInto('folders').values({ id: randomUUID(), userId, name: 'Встречи', createdAt: now }).execute()
  await addSignIns(db, { userId, email, now, later })
  const sessions = await db.selectFrom('sessions').select('id').where('userId', '=', userId).execute()
  return { owner, userId, email, scriptId, traces: [userId, email, scriptId, ...ids, ...sessions.map(({ id }) => id)] }
}

async function addFile(test: TestApp, userId: string): Promise<string> {
  const { db } = test.ctx
  const id = await addScript(test, userId, ['Бюджет утвердили.', 'Отчёт пришлёт Анна.'], { fileName: 'Встреча.mp3' })
  await keepOriginal(db, id)
  await replaceNames(db, id, [{ speakerId: 1, name: 'Анна' }])
  const operation = JSON.stringify({ kind: 'nameSpeaker', speaker: { speakerId: 1, name: 'Анна' } })
  await db.insertInto('edits').values({ scriptId: id, version: 1, operation, editedAt: new Date() }).execute()
  await db.updateTable('scripts').set({ hasPlayback: true, speakers: 2 }).where('id', '=', id).execute()
  await putObject(test, originalKey(id), 'the recording itself')
  await putObject(test, playbackKey(id), 'the copy')
  return id
}

export function putObject({ ctx }: TestApp, key: string, content: string): Promise<void> {
  return ctx.storage.put(key, Readable.from([Buffer.from(content)]), { contentType: 'audio/mpeg' })
}

/** An upload in parts with one part in storage, and a download by link that has failed. */
async function addUploads(test: TestApp, userId: string): Promise<string[]> {
  const { db, storage } = test.ctx
  const [partsId, linkId, downloadId] = [randomUUID(), randomUUID(), randomUUID()]
  const storageUploadId = await storage.parts.begin(originalKey(partsId), 'audio/mpeg')
  const times = { createdAt: new Date(), expiresAt: new Date(Date.now() + 1e7) }
  const file = { fileName: 'later.mp3', contentType: 'audio/mpeg', ...times }
  await db
    .insertInto('uploads')
    .values([
      { id: partsId, userId, source: 'parts', sizeBytes: 10, partSize: 5, storageUploadId, ...file },
      { id: linkId, userId, source: 'link', state: 'aborted', endedAt: new Date(), ...file },
    ])
    .execute()
  await db
    .insertInto('uploadParts')
    .values({ uploadId: partsId, number: 1, sha256: randomBytes(32) })
    .execute()
  const link = { url: 'https://example.ru/talk.mp3', status: 'error', createdAt: new Date() } as const
  await db
    .insertInto('linkDownloads')
    .values({ id: downloadId, uploadId: linkId, userId, ...link })
    .execute()
  return [partsId, linkId, downloadId]
}

type Of = { userId: string; scriptId: string }

/** A finished process, a reading, a summary, chapters and tasks of a file. */
async function addDigest(db: Db, { userId, scriptId }: Of): Promise<string[]> {
  const [processId, readingId, summaryId] = [randomUUID(), randomUUID(), randomUUID()]
  const text = { scriptId, processId, textVersion: 0 }
  const createdAt = new Date()
  await db
    .insertInto('processes')
    .values({ id: processId, scriptId, userId, language: 'ru', status: 'complete', finishedAt: createdAt })
    .execute()
  await db
    .insertInto('tasks')
    .values({ processId, kind: 'recognise', index: 0, state: 'done', startSeconds: 0, endSeconds: 20 })
    .execute()
  await db.insertInto('mailedProcesses').values({ processId, mailedAt: createdAt }).execute()
  const reading = { model: 'm', recipe: 1, status: 'complete', partsTotal: 1, budgetTokens: 1, createdAt } as const
  await db
    .insertInto('readings')
    .values({ id: readingId, ...text, ...reading })
    .execute()
  const part = { fromSentence: 0, toSentence: 2, startSeconds: 0, endSeconds: 20, key: randomBytes(32) }
  await db
    .insertInto('readingParts')
    .values({ readingId, index: 0, ...part })
    .execute()
  const statements = JSON.stringify([{ text: 'Бюджет утверждён.', anchors: [] }])
  const made = { type: 'summary', status: 'complete', engine: 'llm', askedBy: userId, createdAt } as const
  await db
    .insertInto('summaries')
    .values({ id: summaryId, ...text, ...made, readingId, statements })
    .execute()
  await db
    .insertInto('chapters')
    .values({ ...text, index: 0, startSeconds: 0, title: 'Бюджет' })
    .execute()
  const item = { index: 0, kind: 'task', text: 'Прислать отчёт', startSeconds: 10, endSeconds: 19 } as const
  await db
    .insertInto('actionItems')
    .values({ id: randomUUID(), scriptId, ...item, verdict: 'confirmed' })
    .execute()
  await db
    .insertInto('digests')
    .values({ ...text, madeAt: createdAt })
    .execute()
  const call = { at: createdAt, purpose: 'read', model: 'm', state: 'done', reservedTokens: 1 } as const
  await db
    .insertInto('llmCalls')
    .values({ id: randomUUID(), userId, scriptId, readingId, summaryId, ...call })
    .execute()
  await db.insertInto('thesesUses').values({ summaryId: randomUUID(), userId, at: createdAt }).execute()
  return [processId, readingId, summaryId]
}

/** A paid purchase of minutes with a refund of a part, a held reservation, a card, a promo code. */
async function addBooks(db: Db, { userId, scriptId, now }: Of & { now: Date }): Promise<string[]> {
  const [paymentId, refundId, held] = [randomUUID(), randomUUID(), randomUUID()]
  const providerId = `provider-${paymentId}`
  const bought = { kind: 'minutes', minutes: 10, amountKopecks: 9900, description: '10 минут' } as const
  const end = { status: 'succeeded', effect: 'minutes', endedAt: now } as const
  await db
    .insertInto('payments')
    .values({ id: paymentId, userId, ...bought, ...end, providerId, methodId: 'secret-of-method', createdAt: now })
    .execute()
  const refund = { amountKopecks: 100, reason: 'goodwill', status: 'succeeded' } as const
  await db
    .insertInto('refunds')
    .values({ id: refundId, paymentId, ...refund, providerId: `provider-${refundId}`, createdAt: now })
    .execute()
  const event = { event: 'payment.succeeded', objectId: providerId, receivedAt: now, body: '{"card":"4444"}' }
  await db.insertInto('paymentEvents').values(event).execute()
  await db
    .insertInto('paymentMethods')
    .values({ userId, providerId: 'secret-of-method', title: 'Bank card *4444', savedAt: now })
    .execute()
  await db.transaction().execute(async (tx) => {
    await grantExtra(tx, { userId, seconds: 600, source: `payment:${paymentId}`, kind: 'extra', now })
    await reserveSeconds(tx, { userId, processId: held, seconds: 60, force: false, now })
  })
  const code = `CODE-${scriptId.slice(0, 8).toUpperCase()}`
  await db.insertInto('promoCodes').values({ code, minutes: 5, createdAt: now }).execute()
  await db.insertInto('promoUses').values({ code, userId, usedAt: now }).execute()
  const reservations = await db.selectFrom('reservations').select('id').where('userId', '=', userId).execute()
  return [paymentId, refundId, providerId, ...reservations.map(({ id }) => id)]
}

type Person = { userId: string; email: string; now: Date; later: Date }

async function addSignIns(db: Db, { userId, email, now, later }: Person): Promise<void> {
  await insertIdentity(db, { provider: 'yandex', subject: `subject-${userId}`, userId, createdAt: now })
  const profile = JSON.stringify({ subject: `subject-${userId}`, email, name: 'Анна', surname: '' })
  await insertProviderToken(db, { hash: randomBytes(32), provider: 'yandex', profile, expiresAt: later })
  await insertConsents(db, userId, { acceptedAt: now, address: '203.0.113.7', userAgent: 'Browser' })
  await db
    .insertInto('legacyTokens')
    .values({ hash: randomBytes(32), userId })
    .execute()
  const link = { purpose: 'register', email, payload: '{}', createdAt: now, expiresAt: later } as const
  await db
    .insertInto('mailLinks')
    .values([
      { id: randomUUID(), userId: null, ...link },
      { id: randomUUID(), userId, ...link, purpose: 'recover' },
    ])
    .execute()
}

/** Keys, replies to repeats and webhooks. */
async function addPrograms(db: Db, { userId, now }: Person): Promise<string[]> {
  const [endpointId, messageId] = [randomUUID(), randomUUID()]
  const createdAt = now
  const own = { userId, createdAt }
  const sealed = (text: string) => Buffer.from(text)
  await db
    .insertInto('apiKeys')
    .values({ id: randomUUID(), ...own, hash: randomBytes(32), sealed: sealed('secret-of-key'), scopes: ['read'] })
    .execute()
  const repeat = { key: 'k', endpoint: 'POST /api/links', fingerprint: randomBytes(32), touchedAt: now }
  await db
    .insertInto('idempotencyKeys')
    .values({ userId, ...repeat })
    .execute()
  const secretSealed = sealed('secret-of-webhook')
  await db
    .insertInto('webhookEndpoints')
    .values({ id: endpointId, ...own, url: 'https://example.ru/hook', events: ['script.completed'], secretSealed })
    .execute()
  await db
    .insertInto('webhookMessages')
    .values({ id: messageId, ...own, type: 'webhook.test', payload: '{}' })
    .execute()
  await db.insertInto('webhookDeliveries').values({ id: randomUUID(), endpointId, messageId, createdAt }).execute()
  return [endpointId, messageId]
}

/** A vocabulary of their own with a term, and a membership. */
async function addVocabularies(db: Db, { userId, now }: Pick<Person, 'userId' | 'now'>): Promise<void> {
  const [termId, sharedId] = [randomUUID(), randomUUID()]
  await db
    .insertInto('vocabularies')
    .values([
      { id: userId, userId, name: '', createdAt: now },
      { id: sharedId, userId, name: 'Продажи', inviteHash: randomBytes(32), inviteRole: 'use', createdAt: now },
    ])
    .execute()
  await db
    .insertInto('vocabularyTerms')
    .values({ id: termId, vocabularyId: userId, text: 'Мюллер', plain: 'мюллер', source: 'typed', createdAt: now })
    .execute()
  await db
    .insertInto('vocabularyMembers')
    .values({ vocabularyId: sharedId, userId, role: 'use', joinedAt: now })
    .execute()
  await db.insertInto('vocabularyExceptions').values({ userId, heard: 'нюлер', termId }).execute()
  await db.insertInto('vocabularyDeclined').values({ userId, plain: 'гринштейн' }).execute()
}

/** Second factors, browsers, messages, an archive. */
async function addSettings(db: Db, { userId, email, now, later }: Person): Promise<void> {
  const own = { userId, createdAt: now }
  await db
    .insertInto('totpSecrets')
    .values({ ...own, sealed: Buffer.from('secret-of-totp'), confirmedAt: now })
    .execute()
  await db
    .insertInto('recoveryCodes')
    .values({ userId, hash: randomBytes(32) })
    .execute()
  await db
    .insertInto('passkeys')
    .values({
      id: randomUUID(),
      ...own,
      publicKey: randomBytes(32),
      counter: 0,
      isBackupEligible: false,
      name: 'Ноутбук',
    })
    .execute()
  await db
    .insertInto('signInChallenges')
    .values({ hash: randomBytes(32), purpose: 'passkeyCreate', userId, expiresAt: later })
    .execute()
  await db.insertInto('notificationSettings').values({ userId, isEmailOn: true, isPushOn: true }).execute()
  const endpoint = `https://push.example.ru/secret-of-push-${userId}`
  await db
    .insertInto('pushSubscriptions')
    .values({ id: randomUUID(), ...own, endpoint, p256dh: 'secret-of-push', auth: 'secret-of-push' })
    .execute()
  await db
    .insertInto('feedback')
    .values({ id: randomUUID(), ...own, email, text: 'Спасибо!' })
    .execute()
  await db
    .insertInto('dataExports')
    .values({ id: randomUUID(), userId, status: 'failed', requestedAt: new Date(0) })
    .execute()
}
