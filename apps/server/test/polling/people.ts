import { randomUUID } from 'node:crypto'

import { FREE_TARIFF_ID } from '@doslovno/domain/billing/tariff.ts'
import { sql } from 'kysely'

import type { TestApp } from '#test/test-app.ts'

export type PollingPerson = { userId: string; token: string }

const FILES_EACH = 5

/** People with a session, a subscription and some files each, stored by a few statements. */
export async function addPeople({ ctx }: TestApp, count: number): Promise<PollingPerson[]> {
  const people = Array.from({ length: count }, () => ({ userId: randomUUID(), sessionId: randomUUID() }))
  const ids = people.map(({ userId }) => userId)
  const { db } = ctx
  await sql`insert into users (id, email, name) select id, id || '@example.ru', 'Test' from unnest(${ids}::uuid[]) as id`.execute(db) // prettier-ignore
  await sql`
    insert into subscriptions (user_id, tariff_id, billing_period, anchor_at)
    select id, ${FREE_TARIFF_ID}, 'month', now() - interval '1 hour' from unnest(${ids}::uuid[]) as id`.execute(db)
  await sql`
    insert into sessions (id, user_id, created_at, last_used_at, expires_at, network, user_agent)
    select session_id, user_id, now(), now(), now() + interval '1 day', '127.0.0.1', 'bench'
    from unnest(${people.map(({ sessionId }) => sessionId)}::uuid[], ${ids}::uuid[]) as one (session_id, user_id)`.execute(
    db,
  )
  await sql`
    insert into scripts (id, user_id, file_name, size_bytes, kind, content_type, status, duration_seconds, inspected_at, keep_until)
    select gen_random_uuid(), id, 'talk ' || file || '.mp3', 1000, 'audio', 'audio/mpeg', 'complete', 60, now(), now() + interval '90 days'
    from unnest(${ids}::uuid[]) as id, generate_series(1, ${sql.lit(FILES_EACH)}) as file`.execute(db)
  const now = new Date()
  return Promise.all(
    people.map(async (claims) => ({ userId: claims.userId, token: await ctx.tokens.signAccess(claims, now) })),
  )
}
