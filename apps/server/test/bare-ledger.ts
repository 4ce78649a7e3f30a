import { randomUUID } from 'node:crypto'

import pg from 'pg'

export type Turn = { userId: string; processId: string; held: number; used: number; now: Date }
export type BareLedger = { turn: (turn: Turn) => Promise<void>; close: () => Promise<void> }

/** The statements of a reservation and its settlement as plain SQL: prepared, in the same transactions, no rules. */
export function openBareLedger(databaseUrl: string, connections: number): BareLedger {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections })
  return {
    turn: async (turn) => {
      await inTransaction(pool, (run) => reserve(run, turn))
      await inTransaction(pool, (run) => settle(run, turn))
    },
    close: () => pool.end(),
  }
}

const statements = {
  lock: 'select id from users where id = $1 for no key update',
  reservation: 'select * from reservations where process_id = $1',
  terms: `select minutes, anchor_at, paid_until from subscriptions join tariffs on tariffs.id = tariff_id
    where user_id = $1`,
  lots: 'select * from lots where user_id = $1 and (remaining_seconds > 0 or source = $2)',
  reserve: `with parts as (
      insert into reservation_parts (reservation_id, position, lot_id, seconds)
      select $1, position - 1, lot_id, seconds
      from unnest($2::uuid[], $3::integer[]) with ordinality as part (lot_id, seconds, position)
    )
    insert into reservations (id, user_id, process_id, seconds, created_at) values ($1, $4, $5, $6, $7) returning *`,
  post: `with posted as (
      insert into ledger_entries (at, user_id, lot_id, kind, seconds, reservation_id)
      select $1, $2, lot_id, kind, seconds, $3
      from unnest($4::uuid[], $5::text[], $6::integer[]) as entry (lot_id, kind, seconds)
      returning lot_id, kind, seconds
    ), change as (
      select lot_id, sum(seconds) as remaining,
        coalesce(sum(seconds) filter (where kind in ('hold', 'release')), 0) as returned,
        coalesce(sum(seconds) filter (where kind = 'capture'), 0) as captured,
        coalesce(sum(seconds) filter (where kind = 'expire'), 0) as expired,
        coalesce(sum(seconds) filter (where kind = 'revoke'), 0) as revoked
      from posted group by lot_id
    )
    update lots
    set remaining_seconds = remaining_seconds + remaining, held_seconds = held_seconds - returned,
      consumed_seconds = consumed_seconds - captured, expired_seconds = expired_seconds - expired,
      revoked_seconds = revoked_seconds - revoked
    from change where lots.id = lot_id`,
  parts: `select lot_id, part.seconds, expires_at from reservation_parts as part join lots on lots.id = lot_id
    where reservation_id = $1 order by position`,
  end: `update reservations set state = $2, used_seconds = $3, ended_at = $4 where id = $1`,
} as const

type Run = (name: keyof typeof statements, values: readonly unknown[]) => Promise<Record<string, unknown>[]>

async function inTransaction(pool: pg.Pool, work: (run: Run) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  await client.query('begin')
  await work(async (name, values) => {
    const { rows } = await client.query({ name, text: statements[name], values: [...values] })
    return rows as Record<string, unknown>[] // pg knows no columns
  })
  await client.query('commit')
  client.release()
}

async function reserve(run: Run, { userId, processId, held, now }: Turn): Promise<void> {
  await run('lock', [userId])
  await run('reservation', [processId])
  await run('terms', [userId])
  const [lot] = await run('lots', [userId, 'plan'])
  const id = randomUUID()
  await run('reserve', [id, [lot?.id], [held], userId, processId, held, now])
  await run('post', [now, userId, id, [lot?.id], ['hold'], [-held]])
}

async function settle(run: Run, { userId, processId, held, used, now }: Turn): Promise<void> {
  await run('reservation', [processId])
  await run('lock', [userId])
  const [reservation] = await run('reservation', [processId])
  const [part] = await run('parts', [reservation?.id])
  const lots = [part?.lot_id, part?.lot_id]
  await run('post', [now, userId, reservation?.id, lots, ['release', 'capture'], [held, -used]])
  await run('end', [reservation?.id, 'settled', used, now])
}
