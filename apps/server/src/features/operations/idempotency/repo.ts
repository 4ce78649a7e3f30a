import { daysBefore, deleteInBatches } from '#platform/batches.ts'
import type { Db, Tx } from '#platform/db.ts'
import type { KeyedRequest } from '#platform/http/once.ts'
import type { IdempotencyKeys } from '#platform/tables/account.ts'

const KEPT_DAYS = 1
/** A running request renews its row every minute; without that for so long, its process is gone. */
const LOST_MS = 5 * 60_000

/** Takes a key for a request; false if another request has it. */
export async function claimKey(db: Db, request: KeyedRequest, now: Date): Promise<boolean> {
  const lost = new Date(now.getTime() - LOST_MS)
  const claimed = await db
    .insertInto('idempotencyKeys')
    .values({ ...request, reply: null, touchedAt: now })
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'key'])
        .doUpdateSet((eb) => ({
          endpoint: eb.ref('excluded.endpoint'),
          fingerprint: eb.ref('excluded.fingerprint'),
          reply: null,
          touchedAt: now,
        }))
        .where((eb) =>
          eb.or([
            eb.and([eb('idempotencyKeys.reply', 'is', null), eb('idempotencyKeys.touchedAt', '<', lost)]),
            eb('idempotencyKeys.touchedAt', '<', daysBefore(now, KEPT_DAYS)),
          ]),
        ),
    )
    .returning('key')
    .executeTakeFirst()
  return claimed !== undefined
}

type Owned = Pick<KeyedRequest, 'userId' | 'key'>

export function findRequest(db: Db, { userId, key }: Owned): Promise<IdempotencyKeys | undefined> {
  return db
    .selectFrom('idempotencyKeys')
    .selectAll()
    .where('userId', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
}

/** Renews the claim of a running request. */
export async function touchRequest(db: Db, { userId, key }: Owned, now: Date): Promise<void> {
  await db
    .updateTable('idempotencyKeys')
    .set({ touchedAt: now })
    .where('userId', '=', userId)
    .where('key', '=', key)
    .where('reply', 'is', null)
    .execute()
}

/** False if the key has a reply already. */
export async function storeReply(tx: Tx, { userId, key }: Owned, now: Date, reply: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('idempotencyKeys')
    .set({ touchedAt: now, reply })
    .where('userId', '=', userId)
    .where('key', '=', key)
    .where('reply', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Frees the key of a request that failed. */
export async function releaseKey(db: Db, { userId, key }: Owned): Promise<void> {
  await db
    .deleteFrom('idempotencyKeys')
    .where('userId', '=', userId)
    .where('key', '=', key)
    .where('reply', 'is', null)
    .execute()
}

/** Deletes replies of more than a day ago; returns how many. */
export function forgetOldReplies(db: Db, now: Date): Promise<number> {
  return deleteInBatches((limit) =>
    db
      .deleteFrom('idempotencyKeys')
      .where((eb) =>
        eb(
          eb.refTuple('userId', 'key'),
          'in',
          eb
            .selectFrom('idempotencyKeys')
            .select(['userId', 'key'])
            .where('touchedAt', '<', daysBefore(now, KEPT_DAYS))
            .limit(limit)
            .$asTuple('userId', 'key'),
        ),
      )
      .executeTakeFirstOrThrow(),
  )
}
