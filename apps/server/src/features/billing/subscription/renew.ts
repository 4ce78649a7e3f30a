import type { Context } from '#context.ts'
import { isOn } from '#features/operations/index.ts'

import { advance } from './advance.ts'
import { type DueUser, dueUsers } from './course-repo.ts'

const PAGE = 200
/** Advanced at a time; the pool has a few connections more. */
const WIDTH = 5

/** Advances every subscription that has something due. One that fails does not keep the others waiting. */
export async function renewSubscriptions(ctx: Context, signal?: AbortSignal): Promise<void> {
  // Due renewals stay due.
  if (!(await isOn(ctx, 'payments'))) return
  let failures = 0
  const now = ctx.now()
  for (let after: DueUser | undefined, isMore = true; isMore;) {
    const page = await dueUsers(ctx.db, now, { after, limit: PAGE })
    for (let first = 0; first < page.length; first += WIDTH) {
      signal?.throwIfAborted()
      const outcomes = await Promise.all(page.slice(first, first + WIDTH).map(({ userId }) => tryAdvance(ctx, userId)))
      failures += outcomes.filter((isDone) => !isDone).length
    }
    after = page.at(-1)
    isMore = page.length === PAGE
  }
  if (failures > 0) throw new Error(`${failures} subscriptions were not advanced`)
}

async function tryAdvance(ctx: Context, userId: string): Promise<boolean> {
  try {
    await advance(ctx, userId)
    return true
  } catch (error) {
    ctx.log.error({ err: error, userId }, 'failed to advance a subscription')
    return false
  }
}
