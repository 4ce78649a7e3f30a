import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { readConfig } from '#platform/config.ts'
import { createBucket } from '#test/recordings/storage.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

let test: TestApp
let bucket: Awaited<ReturnType<typeof createBucket>>
beforeAll(async () => {
  bucket = await createBucket(readConfig({ ...process.env, MODELS_DIR: '-' }).storage)
  test = await createTestApp({ storage: bucket.config })
})
afterAll(async () => {
  await bucket.remove()
  await test.close()
})

function run(name: string, ...args: string[]) {
  const env = {
    ...process.env,
    DATABASE_URL: test.config.databaseUrl,
    MODELS_DIR: '-',
    S3_BUCKET: bucket.config.bucket,
  }
  const { status, stdout } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`), ...args], {
    env,
    encoding: 'utf8',
  })
  return { status, stdout }
}

describe('the command', () => {
  it('dead-letters lists jobs out of attempts and retries them', async () => {
    const linkId = randomUUID()
    await plantDeadLetter({ linkId, name: 'Anna' })

    const listed = run('dead-letters')
    const retried = run('dead-letters', 'retry', 'mail-links.send')

    expect(listed).toMatchObject({ status: 0, stdout: expect.stringContaining(`{"linkId":"${linkId}"}`) })
    expect(listed.stdout).not.toContain('Anna')
    expect(retried).toEqual({ status: 0, stdout: 'retried: 1\n' })
    expect(run('dead-letters')).toEqual({ status: 0, stdout: '' })
    expect(run('dead-letters', 'retry', 'no.such.job').status).toBe(2)
  })

  it('reconcile reports without repairing, and repairs', async () => {
    const id = randomUUID()
    await test.ctx.storage.put(`scripts/${id}/original`, Readable.from([Buffer.from('sound')]), { contentType: '' })

    const report = { objects: 1, orphan: 0, unfinished: 0, missing: 0, returned: 0 }
    expect(parsed(run('reconcile', '--dry-run'))).toEqual({ status: 0, report: { ...report, outcome: 'reported' } })
    expect(parsed(run('reconcile'))).toEqual({ status: 0, report: { ...report, outcome: 'repaired' } })
    expect(run('reconcile', '--now').status).toBe(2)
  })

  it('promo creates, lists and closes codes', () => {
    const created = run('promo', 'create', 'spring', '--minutes', '60', '--uses', '100', '--until', '2027-01-01')
    const again = run('promo', 'create', 'SPRING', '--minutes', '5')
    const listed = run('promo', 'list')

    expect([created.status, again.status]).toEqual([0, 1])
    expect(listed.stdout).toBe('SPRING\t60 min\t0/100\t2027-01-01T00:00:00.000Z\topen\n')
    expect(run('promo', 'close', 'Spring').status).toBe(0)
    expect(run('promo', 'list').stdout).toContain('closed')
    for (const wrong of [['create', 'X'], ['create', 'X', '--minutes', '-1'], ['create', '--minutes', '5'], ['open']])
      expect(run('promo', ...wrong).status).toBe(2)
  })

  it('audit-ledger is silent about honest books and prints what does not add up', async () => {
    const clean = run('audit-ledger')
    const lotId = randomUUID()
    const { id } = await test.createUser()
    await sql`insert into ledger_entries (at, user_id, lot_id, kind, seconds)
      values (now(), ${id}, ${lotId}, 'grant', 5)`.execute(test.ctx.db)

    expect(clean).toEqual({ status: 0, stdout: '' })
    const { status, stdout } = run('audit-ledger')
    expect(status).toBe(1)
    expect(stdout).toContain(`{"check":"lotTotals","count":1,"examples":["${lotId}"]}`)
    expect(run('audit-ledger', '--now').status).toBe(2)
  })
})

function parsed({ status, stdout }: ReturnType<typeof run>) {
  return { status, report: JSON.parse(stdout) as unknown }
}

async function plantDeadLetter(data: object): Promise<void> {
  await sql`insert into pgboss.job (name, data) values ('mail-links.send.dead', ${JSON.stringify(data)})`.execute(
    test.ctx.db,
  )
}
