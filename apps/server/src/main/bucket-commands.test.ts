import { Readable } from 'node:stream'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { readConfig } from '#platform/config.ts'
import { addScript } from '#test/recordings/library.ts'
import { createBucket } from '#test/recordings/storage.ts'
import { runCommand } from '#test/run-command.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

import { main as prepareBucket } from './bucket.ts'
import { main as restoreObjects } from './restore-objects.ts'

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

const env = () => ({
  ...process.env,
  DATABASE_URL: test.config.databaseUrl,
  MODELS_DIR: '-',
  S3_BUCKET: bucket.config.bucket,
})
const prepare = (...args: string[]) => runCommand(prepareBucket, args, env())
const restore = async (...args: string[]) => {
  const { status, stdout } = await runCommand(restoreObjects, args, env())
  return { status, report: stdout && (JSON.parse(stdout) as unknown) }
}

describe('the command', () => {
  it('bucket turns versions on and may be repeated', async () => {
    const prepared = { status: 0, stdout: 'bucket: done\ncors: done\nversions: done\nlifecycle: done\n', stderr: '' }

    expect([await prepare(), await prepare()]).toEqual([prepared, prepared])
    expect((await prepare('now')).status).toBe(2)
  })

  it('restore-objects reports, restores, and exits with 1 while something is missing', async () => {
    await prepare()
    const { id: userId } = await test.createUser()
    const id = await addScript(test, userId)
    const key = `scripts/${id}/original`
    await test.ctx.storage.put(key, Readable.from([Buffer.from('sound')]), { contentType: '' })
    const moment = new Date().toISOString()
    await test.ctx.storage.remove(key)

    const dry = await restore('--moment', moment, '--dry-run')
    const restored = await restore('--moment', moment.replace('T', ' ').replace('Z', '+00'))

    expect(dry).toMatchObject({ status: 0, report: { returned: 1, missing: 0, outcome: 'reported' } })
    expect(restored).toMatchObject({ status: 0, report: { returned: 1, missing: 0, outcome: 'restored' } })
    expect(await test.ctx.storage.sizeOf(key)).toBe(5)
    await addScript(test, userId)
    expect(await restore('--moment', moment)).toMatchObject({ status: 1, report: { missing: 1 } })
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    for (const wrong of ['2020-01-31T09:00:00', tomorrow]) expect((await restore('--moment', wrong)).status).toBe(2)
  })
})
