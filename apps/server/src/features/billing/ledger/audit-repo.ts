import { type RawBuilder, sql } from 'kysely'

import type { Db } from '#platform/db.ts'

type Query = (now: Date) => RawBuilder<unknown>

/** Each query lists the ids of rows that must not exist. One statement sees one moment, so live traffic does no harm. */
const queries = {
  /** Every total of a lot, rebuilt from its entries. Entries outlive a deleted account. */
  lotTotals: () => sql`
    select coalesce(lots.id, rebuilt.lot_id) as id
    from lots full join (
      select lot_id, max(user_id::text)::uuid as user_id,
        coalesce(sum(seconds) filter (where kind = 'grant'), 0) as granted,
        sum(seconds) as remaining,
        coalesce(-sum(seconds) filter (where kind in ('hold', 'release')), 0) as held,
        coalesce(-sum(seconds) filter (where kind = 'capture'), 0) as consumed,
        coalesce(-sum(seconds) filter (where kind = 'expire'), 0) as expired,
        coalesce(-sum(seconds) filter (where kind = 'revoke'), 0) as revoked
      from ledger_entries group by lot_id
    ) as rebuilt on rebuilt.lot_id = lots.id
    where (granted, remaining, held, consumed, expired, revoked) is distinct from
      (granted_seconds, remaining_seconds, held_seconds, consumed_seconds, expired_seconds, revoked_seconds)
      and (lots.id is not null or exists (select from users where users.id = rebuilt.user_id))`,

  conservation: () => sql`
    select id from lots
    where granted_seconds <> remaining_seconds + held_seconds + consumed_seconds + expired_seconds + revoked_seconds
      or least(remaining_seconds, held_seconds, consumed_seconds, expired_seconds, revoked_seconds) < 0`,

  /** Held seconds of a lot are those of its open reservations. */
  heldSeconds: () => sql`
    select coalesce(lots.id, open.lot_id) as id
    from (select id, held_seconds from lots where held_seconds <> 0) as lots full join (
      select lot_id, sum(part.seconds) as seconds
      from reservation_parts as part join reservations on reservations.id = reservation_id
      where state = 'held' group by lot_id
    ) as open on open.lot_id = lots.id
    where held_seconds is distinct from open.seconds`,

  staleHolds: (now) => sql`
    select id from reservations where state = 'held' and created_at < ${ago(now, 24 * HOUR)}`,

  lotWithoutPayment: () => sql`
    select lots.id from lots
    left join payments on 'payment:' || payments.id = source
      and status = 'succeeded' and payments.user_id = lots.user_id
    where starts_with(source, 'payment:') and payments.id is null`,

  /** A payment is settled and its effect made in one transaction; a quarter of an hour is for retries. */
  paymentWithoutEffect: (now) => sql`
    select id from payments
    where status = 'succeeded' and effect is null and coalesce(ended_at, created_at) < ${ago(now, HOUR / 4)}`,

  /** The lots of a deleted account are gone with it. */
  minutesWithoutLot: () => sql`
    select payments.id from payments
    join users on users.id = payments.user_id
    left join lots on source = 'payment:' || payments.id
    where effect = 'minutes' and granted_seconds is distinct from minutes * 60`,

  refundedTwice: () => sql`
    select payments.id from payments join refunds on payment_id = payments.id and refunds.status <> 'canceled'
    group by payments.id having sum(refunds.amount_kopecks) > payments.amount_kopecks`,

  /**
   * Paid time reaches no further than a payment does: a renewal from the start of its period, the first payment from
   * the anchor. A tariff without a price is granted and needs none. Days of slack make up for months of different length and for a payment that was settled late.
   */
  unpaidPeriod: (now) => sql`
    select user_id as id from subscriptions
    where paid_until > ${now} and tariff_id in (select id from tariffs where price_month_kopecks > 0) and not exists (
      select from payments
      where payments.user_id = subscriptions.user_id and payments.status = 'succeeded' and effect = 'period'
        and (kind = 'renewal' or coalesce(ended_at, created_at) > anchor_at - interval '2 days')
        and case kind when 'renewal' then period_start else anchor_at end
          + case payments.billing_period when 'year' then interval '12 months' else interval '1 month' end
          + interval '4 days' > paid_until
    )`,
} as const satisfies Record<string, Query>

export type AuditCheck = keyof typeof queries
export const auditChecks = Object.keys(queries) as AuditCheck[] // Object.keys forgets the names

export type Finding = { check: AuditCheck; count: number; examples: string[] }

const EXAMPLES = 5

export async function runCheck(db: Db, check: AuditCheck, now: Date): Promise<Finding> {
  const { rows } = await sql<{ count: number; examples: string[] | null }>`
    with found as materialized (${queries[check](now)})
    select count(*), (select array_agg(id::text) from (select id from found order by id limit ${EXAMPLES}) as few) as examples
    from found`.execute(db)
  return { check, count: rows[0]?.count ?? 0, examples: rows[0]?.examples ?? [] }
}

const HOUR = 3_600_000

function ago(now: Date, ms: number): Date {
  return new Date(now.getTime() - ms)
}
