import { errorCode, type ErrorCode } from '@doslovno/domain/errors.ts'
import { pushTexts } from '@doslovno/texts/notification-mails.ts'

import type { Context } from '#context.ts'
import { scriptById } from '#features/scripts/index.ts'
import { findProcess } from '#features/transcription/index.ts'
import { userById } from '#features/users/index.ts'
import type { ScriptRow, UserRow } from '#platform/tables.ts'

import { mail, push, type Push } from './jobs.ts'
import { deleteSubscription, type Settings, settingsOf, subscriptionById, subscriptionsOf } from './repo.ts'

const WAIT_MS = 5 * 60_000

/** Hands the end of a process to the targets that its owner has switched on, each with a job of its own. */
export async function notifyOwner(ctx: Context, { scriptId }: { scriptId: string }): Promise<void> {
  const { db, jobs, now } = ctx
  const processId = (await scriptById(db, scriptId))?.processId
  if (!processId) return
  const ofProcess = { scriptId, processId }
  const news = await newsOf(ctx, ofProcess)
  if (!news) return
  const { owner, settings } = news
  const browsers = settings.isPushOn && ctx.push ? await subscriptionsOf(db, owner.id) : []
  const pushes = browsers.map(({ id }) => ({ ...ofProcess, subscriptionId: id }))
  const waitUntil = new Date(now().getTime() + WAIT_MS).toISOString()
  await db.transaction().execute(async (tx) => {
    if (settings.isEmailOn && owner.email) await jobs.enqueue(tx, mail, [{ ...ofProcess, waitUntil }])
    if (pushes.length > 0) await jobs.enqueue(tx, push, pushes)
  })
}

/** `failure`: why the process failed. */
export type News = { script: ScriptRow; owner: UserRow; settings: Settings; failure: ErrorCode | undefined }

/** Undefined if there is nothing to tell any more: the file is gone or processed again, or its owner is leaving or disabled. */
export async function newsOf(
  { db }: Context,
  { scriptId, processId }: { scriptId: string; processId: string },
): Promise<News | undefined> {
  const script = await scriptById(db, scriptId)
  if (!script || script.expiredAt || script.processId !== processId) return undefined
  const [process, owner] = await Promise.all([findProcess(db, processId), userById(db, script.userId)])
  // A process that was cancelled ends without news.
  if (!process || process.status === 'processing' || process.errorCode === 'cancelled') return undefined
  if (!owner || owner.deletionRequestedAt || owner.disabledAt) return undefined
  const failure = process.status === 'error' ? errorCode(process.errorCode ?? '') : undefined
  return { script, owner, settings: await settingsOf(db, owner.id), failure }
}

const DAY_SECONDS = 86_400
const LONGEST_NAME = 200

/** Shows the outcome of a process in one browser; a browser that is gone is forgotten. */
export async function pushOutcome(ctx: Context, payload: Push, signal: AbortSignal): Promise<void> {
  const { db, push } = ctx
  const news = await newsOf(ctx, payload)
  const subscription = await subscriptionById(db, payload.subscriptionId)
  if (!push || !news?.settings.isPushOn || subscription?.userId !== news.owner.id) return
  // Push services keep one undelivered message per topic: 32 characters of base64url.
  const topic = payload.scriptId.replaceAll('-', '')
  const options = { ttlSeconds: DAY_SECONDS, urgency: 'normal', topic, signal } as const
  const result = await push.send(subscription, messageOf(news), options)
  if (result === 'gone') await deleteSubscription(db, subscription.userId, subscription.endpoint)
}

function messageOf({ script, failure }: News) {
  const fileName = script.fileName.slice(0, LONGEST_NAME).replace(/\p{Surrogate}$/u, '')
  const text = failure ? pushTexts.failed(fileName, failure) : pushTexts.ready(fileName)
  return { ...text, url: `/files/${script.id}`, tag: script.id }
}
