import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { createLog } from '#platform/log.ts'
import { connectToPostgres } from '#test/postgres.ts'
import { startTcpProxy } from '#test/tcp-proxy.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

import { createVersions, type LiveVersions } from './versions.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const rename = (userId: string) =>
  test.ctx.db.updateTable('users').set({ name: randomUUID() }).where('id', '=', userId).execute()

async function knowing(userId: string, versions: LiveVersions): Promise<void> {
  await vi.waitFor(async () => {
    await versions.of(userId)
    expect(versions.peek(userId)).toBeDefined()
  })
}

const other = (databaseDirectUrl = test.config.databaseUrl) =>
  createVersions({ db: test.ctx.db, log: createLog('silent', 'test'), databaseDirectUrl })

describe('the version of a user', () => {
  it('grows once per transaction, and not if the transaction fails', async () => {
    const { id } = await test.createUser()
    const versions = other()
    const before = await versions.of(id)

    await test.ctx.db.transaction().execute(async (tx) => {
      await tx.updateTable('users').set({ name: 'А' }).where('id', '=', id).execute()
      await tx.updateTable('users').set({ name: 'Б' }).where('id', '=', id).execute()
    })
    const failed = test.ctx.db.transaction().execute(async (tx) => {
      await tx.updateTable('users').set({ name: 'В' }).where('id', '=', id).execute()
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')

    await vi.waitFor(async () => expect(await versions.of(id)).toBe(before + 1))
    await versions.stop()
  })

  it('is never the cause of a deadlock: it is raised when a transaction takes no other lock any more', async () => {
    const { id } = await test.createUser()
    const [first, second] = [await connectToPostgres(test.config.databaseUrl), await connectToPostgres(test.config.databaseUrl)] // prettier-ignore
    for (let round = 0; round < 20; round++) {
      await first.query('begin')
      await second.query('begin')
      await first.query('update subscriptions set tariff_id = tariff_id where user_id = $1', [id])
      await second.query('select 1 from users where id = $1 for update', [id])
      await second.query('update users set name = $2 where id = $1', [id, String(round)])
      // Waits for the second, which must not wait for the first.
      const waiting = first.query('select 1 from users where id = $1 for update', [id])
      await second.query('commit')
      await waiting
      await first.query('commit')
    }
    const { rows } = await first.query('select version from user_versions where user_id = $1', [id])
    expect(Number(rows[0].version)).toBeGreaterThanOrEqual(40)
    await Promise.all([first.end(), second.end()])
  })

  it('goes with its user', async () => {
    const { id } = await test.createUser()
    await test.ctx.db.deleteFrom('users').where('id', '=', id).execute()

    const left = await test.ctx.db.selectFrom('userVersions').selectAll().where('userId', '=', id).execute()

    expect(left).toEqual([])
  })
})

describe('a process', () => {
  it('hears of a change by another process', async () => {
    const { id } = await test.createUser()
    const versions = other()
    await knowing(id, versions)
    const before = versions.peek(id) ?? 0

    await rename(id)

    await vi.waitFor(() => expect(versions.peek(id)).toBe(before + 1))
    await versions.stop()
  })

  it('trusts nothing it knows a second after its connection died without a word', async () => {
    const { id } = await test.createUser()
    const proxy = await startTcpProxy(test.config.databaseUrl)
    const versions = other(proxy.url)
    await knowing(id, versions)
    const before = versions.peek(id) ?? 0
    proxy.stall()
    await rename(id)
    const changedAt = performance.now()

    while (versions.peek(id) === before) await new Promise((resolve) => setImmediate(resolve))

    expect(performance.now() - changedAt).toBeLessThan(1500)
    expect(versions.peek(id)).toBeUndefined()
    expect(await versions.of(id)).toBe(before + 1)
    proxy.heal()
    await knowing(id, versions)
    expect(versions.peek(id)).toBe(before + 1)
    await versions.stop()
    await proxy.close()
  })

  it('tells followers of what changed while it was deaf', async () => {
    const { id } = await test.createUser()
    const proxy = await startTcpProxy(test.config.databaseUrl)
    const versions = other(proxy.url)
    await knowing(id, versions)
    const before = versions.peek(id) ?? 0
    const told: number[] = []
    versions.follow(id, (version) => told.push(version))
    proxy.refuse()
    proxy.cut()
    await rename(id)
    proxy.heal()

    await vi.waitFor(() => expect(told).toContain(before + 1), { timeout: 10_000 })
    await versions.stop()
    await proxy.close()
  })
})
