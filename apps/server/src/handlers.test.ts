import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'

import { defineJob } from '#context.ts'
import { jobs, mails } from '#handlers.ts'
import { retryForDays } from '#platform/retry-schedule.ts'
import { runJobs } from '#test/run-jobs.ts'
import { createTestApp } from '#test/test-app.ts'

describe('jobs', () => {
  it('are listed, and so are mails', () => {
    const folder = join(import.meta.dirname, 'features')
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /(?<!\.test)\.ts$/.test(file),
    )
    const defined = files.flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(/define(?:Job|Mail)\(\{\s*name: '([^']+)'/g)].map(
        ([, name]) => name,
      ),
    )

    const listed = new Set([...jobs, ...mails].map(({ name }) => name))

    expect(defined.length).toBeGreaterThan(40)
    expect(defined.filter((name) => !listed.has(name ?? ''))).toEqual([])
  })

  it('do not compile without their work', () => {
    const light = {
      name: 'test.light',
      role: 'text',
      payload: z.object({}),
      ...retryForDays,
      timeoutSeconds: 1,
      concurrency: 1,
    } as const

    // @ts-expect-error: nothing runs it
    const job = defineJob(light)

    expect('run' in job).toBe(false)
  })

  it('send mails that a process of 0.1.0 has queued in a queue of their own', async () => {
    const test = await createTestApp()
    const sent: string[] = []
    test.ctx.mail.send = async (to) => void sent.push(to)
    const email = `${randomUUID()}@example.ru`
    const data = { kind: 'passwordChanged', email, name: 'Anna' }
    await sql`insert into pgboss.job (name, data) values ('accounts.notice', ${JSON.stringify(data)})`.execute(
      test.ctx.db,
    )

    await runJobs(test, 'accounts')

    expect(sent).toEqual([email])
    await test.close()
  })
})
