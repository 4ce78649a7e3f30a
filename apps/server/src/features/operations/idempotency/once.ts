import type { Context } from '#context.ts'
import { isOutcomeUnknown } from '#platform/database-failures.ts'
import { AppError } from '#platform/errors.ts'
import type { Keep, KeyedRequest, Once } from '#platform/http/once.ts'

import { claimKey, findRequest, releaseKey, storeReply, touchRequest } from './repo.ts'

const BEAT_MS = 60_000

/**
 * The reply is stored with the effect, in one transaction. A failed request frees its key. One whose process died before,
 * or that may have happened although it failed, frees it after five minutes: until then a repeat is refused.
 */
export function createOnce(ctx: Context): Once {
  return async (request, run) => {
    if (!(await claimKey(ctx.db, request, ctx.now()))) return { reply: await firstReply(ctx, request), isRepeat: true }
    const keep = keepFor(ctx, request)
    return { reply: await whileHeld(ctx, request, () => run(keep)), isRepeat: false }
  }
}

function keepFor(ctx: Context, request: KeyedRequest): Keep<unknown> {
  return async (tx, reply) => {
    const sealed = ctx.secrets.seal(JSON.stringify(reply), purposeOf(request))
    // Another request has taken the key from this one and ended: the effect must not happen again.
    if (!(await storeReply(tx, request, ctx.now(), sealed))) throw inUse()
  }
}

async function firstReply({ db, secrets }: Context, request: KeyedRequest): Promise<unknown> {
  const first = await findRequest(db, request)
  if (!first) throw inUse() // it failed a moment ago
  if (first.endpoint !== request.endpoint || !first.fingerprint.equals(request.fingerprint))
    throw new AppError('keyReused')
  if (!first.reply) throw inUse()
  return JSON.parse(secrets.open(first.reply, purposeOf(request)))
}

function inUse(): AppError {
  return new AppError('keyInUse', { retryAfterSeconds: 1 })
}

/** Uploads may run for hours. */
async function whileHeld(ctx: Context, request: KeyedRequest, run: () => Promise<unknown>): Promise<unknown> {
  const beat = setInterval(() => void touchRequest(ctx.db, request, ctx.now()).catch(warn(ctx)), BEAT_MS).unref()
  try {
    return await run()
  } catch (error) {
    // The caller must learn of the first failure.
    if (!isOutcomeUnknown(error)) await releaseKey(ctx.db, request).catch(warn(ctx))
    throw error
  } finally {
    clearInterval(beat)
  }
}

function warn({ log }: Context) {
  return (err: unknown) => log.warn({ err }, 'the row of an idempotency key was not written')
}

function purposeOf({ userId, key }: KeyedRequest): string {
  return `idempotency_keys.reply ${userId} ${key}`
}
