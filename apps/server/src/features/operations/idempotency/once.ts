import type { Context } from '#context.ts'
import { isOutcomeUnknown } from '#platform/database-failures.ts'
import { AppError } from '#platform/errors.ts'
import type { KeyedRequest, Once } from '#platform/http/once.ts'

import { claimKey, findRequest, releaseKey, touchRequest } from './repo.ts'

const BEAT_MS = 60_000

/**
 * A failed request frees its key. One whose process died, or that may have happened although it failed, frees it after
 * five minutes: until then a repeat is refused rather than run twice.
 */
export function createOnce(ctx: Context): Once {
  return async (request, run) => {
    if (!(await claimKey(ctx.db, request, ctx.now()))) return { reply: await firstReply(ctx, request), isRepeat: true }
    const reply = await whileHeld(ctx, request, run)
    const sealed = ctx.secrets.seal(JSON.stringify(reply), purposeOf(request))
    // The work is done: a reply that cannot be stored must reach the caller all the same.
    await touchRequest(ctx.db, request, ctx.now(), sealed).catch(warn(ctx))
    return { reply, isRepeat: false }
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
