import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

import { connectToPostgres } from '#test/postgres.ts'
import { addProcess } from '#test/processes.ts'
import { addScript } from '#test/recordings/library.ts'
import { watchStatements } from '#test/statements.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())
afterEach(() => vi.restoreAllMocks())

type Owner = Caller & { userId: string }

async function ownerOfFile(): Promise<{ owner: Owner; id: string }> {
  const caller = await test.signIn()
  const userId = caller.userId ?? ''
  return { owner: { ...caller, userId }, id: await addScript(test, userId, [], { status: 'complete' }) }
}

async function poll(owner: Caller, url: string, tag?: string) {
  const reply = await owner.call({ url, headers: tag ? { 'if-none-match': tag } : {} })
  return { status: reply.statusCode, tag: reply.headers.etag as string | undefined, reply }
}

const polled = (id: string) => ['/api/account', '/api/scripts', `/api/scripts/${id}/status`, `/api/scripts/${id}/draft`]

describe('a poll', () => {
  it('is answered 304 without a statement if nothing changed', async () => {
    const { owner, id } = await ownerOfFile()
    for (const url of polled(id)) {
      await poll(owner, url) // the first one grants the minutes of the month, which is a change
      const { tag, status } = await poll(owner, url)
      expect(status).toBe(200)

      // On a busy machine the listener may be distrusted for a moment.
      await vi.waitFor(async () => {
        const statements = watchStatements()
        const again = await poll(owner, url, tag)
        const asked = statements().filter((text) => text !== 'select 1')
        vi.restoreAllMocks()

        expect(again).toMatchObject({ status: 304, tag })
        expect(again.reply.body).toBe('')
        expect(asked).toEqual([])
      })
    }
  })

  it('after a change gets the new data at once from the process that made it, and a new tag', async () => {
    const { owner, id } = await ownerOfFile()
    const before = await poll(owner, '/api/scripts')
    await owner.call({ method: 'PATCH', url: `/api/scripts/${id}/filename`, payload: { fileName: 'Новое имя' } })

    await vi.waitFor(async () => expect((await poll(owner, '/api/scripts', before.tag)).status).toBe(200))

    const after = await poll(owner, '/api/scripts')
    expect(after.tag).not.toBe(before.tag)
    expect(after.reply.json<{ data: ScriptSummary[] }>().data[0]?.fileName).toBe('Новое имя')
  })

  it('never matches the tag of another user, though their versions are equal', async () => {
    const [anna, boris] = [await ownerOfFile(), await ownerOfFile()]
    const { tag } = await poll(anna.owner, '/api/scripts')

    expect((await poll(boris.owner, '/api/scripts', tag)).status).toBe(200)
  })

  it('gets no tag while a file is processed, because its progress moves', async () => {
    const { owner } = await ownerOfFile()
    const { scriptId } = await addProcess(test, owner.userId, { count: 2, each: { state: 'ready' } })
    await test.ctx.db.updateTable('scripts').set({ status: 'process' }).where('id', '=', scriptId).execute()

    expect((await poll(owner, '/api/scripts')).tag).toBeUndefined()
    expect((await poll(owner, `/api/scripts/${scriptId}/status`)).tag).toBeUndefined()
  })

  it('is refused within 20 s after its session ended, whatever its tag', async () => {
    const { owner } = await ownerOfFile()
    const { tag } = await poll(owner, '/api/scripts')
    await endSessions(owner)
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 20_001)

    expect((await poll(owner, '/api/scripts', tag)).status).toBe(403)
  })

  it('never waits for the look at its session, which is repeated behind it after 10 s', async () => {
    const { owner } = await ownerOfFile()
    await poll(owner, '/api/scripts')
    await endSessions(owner)
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 10_001)

    expect((await poll(owner, '/api/scripts')).status).toBe(200)
    await vi.waitFor(async () => expect((await poll(owner, '/api/scripts')).status).toBe(403))
  })
})

const endSessions = ({ userId }: Owner) =>
  test.ctx.db.updateTable('sessions').set({ revokedAt: new Date() }).where('userId', '=', userId).execute()

/** Tables that a tagged reply may read though they raise no version. */
const UNVERSIONED: Record<string, string> = {
  user_versions: 'the version itself',
  sessions: 'who asks, not what is told',
  tariffs: 'change with a release; a tag is good for five minutes at most',
  refunds: 'lower the sum of a purchase, and a reply with purchases is not tagged',
  segments: 'change together with their script, which raises the version',
  tasks: 'a finished chunk is counted in its process; what else they tell moves with time and is not tagged',
}

it('every table that a tagged reply reads raises the version of its user', async () => {
  const { owner, id } = await ownerOfFile()
  const statements = watchStatements()
  for (const url of polled(id)) expect((await poll(owner, url)).status).toBe(200)
  const read = statements().flatMap((text) =>
    [...text.matchAll(/\b(?:from|join)\s+"?([a-z_]+)"?/gi)].map(([, table]) => table ?? ''),
  )
  vi.restoreAllMocks()
  const client = await connectToPostgres(test.config.databaseUrl)
  const { rows } = await client.query<{ name: string; triggers: string[] }>(
    "select tgrelid::regclass::text as name, array_agg(tgname::text) as triggers from pg_trigger where tgname like 'noted_%' or tgname = 'versions_raised' group by 1",
  )
  await client.end()
  const versioned = new Map(rows.map(({ name, triggers }) => [name, triggers.toSorted()]))

  const tables = [...new Set(read)].filter((table) => !(table in UNVERSIONED) && table !== 'page')
  expect(tables).toContain('scripts')
  const TRIGGERS = ['noted_deleted', 'noted_inserted', 'noted_updated', 'versions_raised']
  expect(tables.map((table) => [table, versioned.get(table)])).toEqual(tables.map((table) => [table, TRIGGERS]))
})
