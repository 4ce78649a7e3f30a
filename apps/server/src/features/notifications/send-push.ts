import { pushTexts } from '@doslovno/texts/push.ts'

import type { Context } from '#context.ts'

import type { Push } from './jobs.ts'
import { type News, newsOf } from './news.ts'
import { deleteSubscription, subscriptionById } from './repo.ts'

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
