import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { createTestApp, type TestApp } from '#test/test-app.ts'

import { forgetOldRows } from './forget-old.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

it('deletes every row whose time is over, and keeps those that are still needed', async () => {
  const { id: userId } = await test.createUser()
  const scriptId = randomUUID()
  const [kept, old] = ['kept', 'old']
  // Ages in days, each just before and after its table's limit.
  await run(sql`insert into sessions (id, user_id, expires_at, revoked_at) values
    (${uuid(1)}, ${userId}, now() + interval '9 days', now() - interval '29 days'),
    (${uuid(2)}, ${userId}, now() + interval '9 days', now() - interval '31 days'),
    (${uuid(3)}, ${userId}, now() - interval '31 days', null),
    (${uuid(4)}, ${userId}, now() + interval '9 days', null)`)
  await run(sql`insert into refresh_tokens (hash, session_id, expires_at) values
    (${old}::bytea, ${uuid(4)}, now() - interval '2 days'), (${kept}::bytea, ${uuid(4)}, now() + interval '1 day')`)
  await run(sql`insert into mail_links (id, purpose, email, created_at, expires_at, used_at) values
    (${uuid(1)}, 'register', ${kept}, now(), now() - interval '6 days', null),
    (${uuid(2)}, 'register', ${old}, now(), now() - interval '8 days', null),
    (${uuid(3)}, 'recover', ${kept}, now(), now() - interval '29 days', now() - interval '29 days'),
    (${uuid(4)}, 'recover', ${old}, now(), now() - interval '31 days', now() - interval '31 days')`)
  await run(sql`insert into provider_tokens (hash, provider, profile, expires_at) values
    (${kept}::bytea, 'vk', '{}', now() - interval '23 hours'), (${old}::bytea, 'vk', '{}', now() - interval '25 hours')`)
  await run(sql`insert into idempotency_keys (user_id, key, endpoint, fingerprint, touched_at) values
    (${userId}, ${kept}, '', '', now() - interval '23 hours'), (${userId}, ${old}, '', '', now() - interval '25 hours')`)
  await run(sql`insert into payment_events (event, object_id, received_at, body) values
    ('payment.succeeded', ${kept}, now() - interval '89 days', '{}'),
    ('payment.succeeded', ${old}, now() - interval '91 days', '{}')`)
  await run(sql`insert into audit_events (at, kind) values
    (now() - interval '364 days', ${kept}), (now() - interval '366 days', ${old})`)
  await run(sql`insert into uploads (id, user_id, source, state, file_name, content_type, created_at, expires_at, ended_at)
    select id, ${userId}, 'link', state, name, '', now(), now(), ended from (values
      (${uuid(1)}, 'complete', ${kept}, now() - interval '61 days'),
      (${uuid(2)}, 'complete', ${old}, now() - interval '63 days'),
      (${uuid(3)}, 'aborted', ${old}, now() - interval '63 days'),
      (${uuid(4)}, 'open', ${kept}, null)) as upload (id, state, name, ended)`)
  await run(sql`insert into link_downloads (id, upload_id, user_id, url, created_at, finished_at) values
    (${uuid(1)}, ${uuid(1)}, ${userId}, ${old}, now(), now() - interval '31 days'),
    (${uuid(4)}, ${uuid(4)}, ${userId}, ${kept}, now(), null)`)
  await run(sql`insert into scripts (id, user_id, file_name, size_bytes, kind, content_type, keep_until)
    values (${scriptId}, ${userId}, '', 1, 'audio', '', now() + interval '1 day')`)
  await run(sql`insert into processes (id, script_id, user_id, status, language, finished_at) values
    (${uuid(1)}, ${scriptId}, ${userId}, 'complete', 'ru', now() - interval '29 days'),
    (${uuid(2)}, ${scriptId}, ${userId}, 'error', 'ru', now() - interval '31 days'),
    (${uuid(3)}, ${scriptId}, ${userId}, 'processing', 'ru', null)`)
  // More than one batch.
  await run(sql`insert into tasks (process_id, kind, index, start_seconds, end_seconds)
    select process, 'recognise', n, 0, 1
    from unnest(array[${uuid(1)}, ${uuid(2)}, ${uuid(3)}]) as process, generate_series(1, 1200) as n`)
  await run(sql`insert into webhook_messages (id, user_id, type, payload, created_at) values
    (${uuid(1)}, ${userId}, ${kept}, '{}', now() - interval '29 days'),
    (${uuid(2)}, ${userId}, ${old}, '{}', now() - interval '31 days')`)
  await run(sql`insert into vocabularies (id, user_id, name, created_at) values (${userId}, ${userId}, '', now())`)
  await run(sql`insert into vocabulary_terms (id, vocabulary_id, text, plain, source, created_at, deleted_at) values
    (${uuid(1)}, ${userId}, ${kept}, ${kept}, 'typed', now(), null),
    (${uuid(2)}, ${userId}, ${kept}, ${kept}, 'typed', now(), now() - interval '23 hours'),
    (${uuid(3)}, ${userId}, ${old}, ${old}, 'typed', now(), now() - interval '25 hours')`)

  await forgetOldRows(test.ctx)

  const { db } = test.ctx
  const left = async (query: ReturnType<typeof sql<{ value: string }>>) =>
    (await query.execute(db)).rows.map(({ value }) => value)
  expect(await left(sql`select id::text as value from sessions order by id`)).toEqual([one(1), one(4)])
  expect(await left(sql`select convert_from(hash, 'utf8') as value from refresh_tokens`)).toEqual([kept])
  expect(await left(sql`select email as value from mail_links`)).toEqual([kept, kept])
  expect(await left(sql`select convert_from(hash, 'utf8') as value from provider_tokens`)).toEqual([kept])
  expect(await left(sql`select kind as value from audit_events where kind in (${kept}, ${old})`)).toEqual([kept])
  expect(await left(sql`select key as value from idempotency_keys`)).toEqual([kept])
  expect(await left(sql`select object_id as value from payment_events`)).toEqual([kept])
  expect(await left(sql`select file_name as value from uploads`)).toEqual([kept, kept])
  expect(await left(sql`select url as value from link_downloads`)).toEqual([kept])
  expect(await left(sql`select distinct process_id::text as value from tasks order by 1`)).toEqual([one(1), one(3)])
  expect(await left(sql`select type as value from webhook_messages`)).toEqual([kept])
  expect(await left(sql`select text as value from vocabulary_terms`)).toEqual([kept, kept])
})

const one = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
const uuid = (n: number) => sql`${one(n)}::uuid`
const run = (query: ReturnType<typeof sql>) => query.execute(test.ctx.db)
