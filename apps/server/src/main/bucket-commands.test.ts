import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { Readable } from 'node:stream'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { readConfig } from '#platform/config.ts'
import { addScript } from '#test/recordings/library.ts'
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
  it('bucket turns versions on and may be repeated', () => {
    const prepared = { status: 0, stdout: 'bucket: done\ncors: done\nversions: done\nlifecycle: done\n' }

    expect([run('bucket'), run('bucket')]).toEqual([prepared, prepared])
    expect(run('bucket', 'now').status).toBe(2)
  })

  it('restore-objects reports, restores, and exits with 1 while something is missing', async () => {
    run('bucket')
    const { id: userId } = await test.createUser()
    const id = await addScript(test, userId)
    const key = `scripts/${id}/original`
    await test.ctx.storage.put(key, Readable.from([Buffer.from('sound')]), { contentType: '' })
    const moment = new Date().toISOString()
    await test.ctx.storage.remove(key)

    const dry = parsed(run('restore-objects', '--moment', moment, '--dry-run'))
    const restored = parsed(run('restore-objects', '--moment', moment.replace('T', ' ').replace('Z', '+00')))

    expect(dry).toMatchObject({ status: 0, report: { returned: 1, missing: 0, outcome: 'reported' } })
    expect(restored).toMatchObject({ status: 0, report: { returned: 1, missing: 0, outcome: 'restored' } })
    expect(await test.ctx.storage.sizeOf(key)).toBe(5)
    await addScript(test, userId)
    expect(parsed(run('restore-objects', '--moment', moment))).toMatchObject({ status: 1, report: { missing: 1 } })
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    for (const wrong of ['2020-01-31T09:00:00', tomorrow])
      expect(run('restore-objects', '--moment', wrong).status).toBe(2)
  })
})

function parsed({ status, stdout }: ReturnType<typeof run>) {
  return { status, report: JSON.parse(stdout) as unknown }
}
