import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, openSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'

import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'

import { namespaceFilter } from '#adapters/sandbox/namespace-filter.ts'
import { models } from '#adapters/speech/catalogue.ts'
import { prepareBucket } from '#adapters/storage/bucket.ts'
import { DEVELOPMENT_SECRET, readConfig } from '#platform/config.ts'
import { migrationFiles } from '#platform/migrations.ts'
import { createEmptyDatabase } from '#test/database.ts'
import { doctorBy, fault } from '#test/doctor.ts'
import { serve } from '#test/download/internet.ts'
import { startOwnPostgres } from '#test/own-postgres.ts'
import { testModelsDir } from '#test/recordings/recordings.ts'
import { createBucket } from '#test/recordings/storage.ts'
import { runCommand } from '#test/run-command.ts'
import { createPerson } from '#test/second-factors.ts'
import { createSmallDisk } from '#test/small-disk.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

import { main } from './doctor.ts'
import { findingsOf } from './doctor/check.ts'
import { nodeFinding } from './doctor/machine.ts'

let test: TestApp
let bucket: Awaited<ReturnType<typeof createBucket>>
let publicUrl: string
beforeAll(async () => {
  bucket = await createBucket(readConfig({ ...process.env, MODELS_DIR: '-' }).storage)
  test = await createTestApp({ storage: bucket.config })
  publicUrl = await test.app.listen({ port: 0, host: '127.0.0.1' })
  await prepareBucket({ storage: bucket.config, origin: publicUrl })
})
afterAll(async () => {
  await bucket.remove()
  await test.close()
})
afterEach(() => void vi.useRealTimers())

const env = (changes: NodeJS.ProcessEnv = {}) => ({
  ...process.env,
  DATABASE_URL: test.config.databaseUrl,
  S3_BUCKET: bucket.config.bucket,
  PUBLIC_URL: publicUrl,
  MODELS_DIR: testModelsDir(),
  SPEECH_MODEL: 'whisper-tiny',
  API_PORT: '0',
  OPS_PORT: '0',
  ...changes,
})

const doctor = doctorBy(main, () => env())

/** Runs the command as a process inside another program, which plants a fault around it. */
function doctorWithin([program = '', ...args]: readonly string[], topic: string, filter: number | 'ignore' = 'ignore') {
  const command = [process.execPath, join(import.meta.dirname, 'doctor.ts'), topic]
  const { status, stdout } = spawnSync(program, [...args, ...command], {
    env: env({ WORKER_ROLES: 'media' }),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit', filter],
  })
  return { status, stdout }
}

describe('doctor', () => {
  it('finds nothing wrong with an installation that works, and leaves nothing behind', async () => {
    const { status, stdout } = await runCommand(main, [], env())

    expect(stdout).not.toContain('WRONG')
    expect(status).toBe(0)
    for (const text of ['Node 24', 'PostgreSQL 15', 'pg_trgm', 'all migrations', 'CORS', 'Redis', 'SMTP', 'our api'])
      expect(stdout).toMatch(new RegExp(`^ok  .*${text}`, 'm'))
    for await (const { key } of bucket.storage.versions.list('')) expect(key).toBeUndefined()
    for await (const { key } of bucket.storage.parts.unfinished('')) expect(key).toBeUndefined()
  })

  it('prints what is wrong with the next step below, and exits with 1', async () => {
    const { status, stdout } = await runCommand(main, ['redis'], env({ REDIS_URL: 'redis://127.0.0.1:1' }))

    expect(status).toBe(1)
    expect(stdout).toBe(
      'WRONG  Redis at 127.0.0.1:1 cannot be used (ECONNREFUSED)\n  → start it (docker compose up -d redis; docker compose logs redis), or correct REDIS_URL and the password in it\n',
    )
  })

  it('lists its topics to a caller who names another', async () => {
    const { status, stderr } = await runCommand(main, ['weather'], env())

    expect([status, stderr]).toEqual([2, expect.stringContaining('database, store, redis')])
  })

  it('passes on every line of a wrong configuration', async () => {
    const { status, wrong } = await doctor('settings', {
      PUBLIC_URL: 'https://doslovno.example',
      TOKEN_SECRET: DEVELOPMENT_SECRET,
      S3_BUCKET: '',
    })

    expect(status).toBe(1)
    expect(wrong).toEqual(
      expect.arrayContaining([
        fault(/^TOKEN_SECRET: the secret of the repository/, /\.env/),
        fault(/^S3_BUCKET: /, /\.env/),
      ]),
    )
  })

  it('calls a check wrong that throws or does not answer in time', async () => {
    const check = { topic: 'any', name: 'the moon', remedy: 'look up' }
    const silent = { ...check, seconds: 0, run: () => new Promise<never>(() => {}) }
    const broken = { ...check, run: () => Promise.reject(new Error('gone', { cause: new Error('far away') })) }

    expect(await findingsOf(silent)).toEqual([fault(/^the moon: no answer within 0 s$/, /^look up$/)])
    expect(await findingsOf(broken)).toEqual([fault(/^the moon: far away$/, /^look up$/)])
  })
})

describe('doctor on a machine', () => {
  it('names a port that another program has taken, and not one of ours', async () => {
    const stranger = await serve((_request, response) => response.end('hello'))
    onTestFinished(() => stranger.close())

    const { wrong } = await doctor('machine', {
      WORKER_ROLES: 'mail',
      API_PORT: String(stranger.port),
      OPS_PORT: String(stranger.port),
    })
    const ours = await doctor('machine', { WORKER_ROLES: 'mail', API_PORT: new URL(publicUrl).port })

    expect(wrong).toEqual([
      fault(/^port \d+ of API_PORT is taken by another program$/, /ss -ltnp 'sport = :\d+'/),
      fault(/^port \d+ of OPS_PORT is taken/, /another OPS_PORT/),
    ])
    expect(ours.wrong).toEqual([])
  })

  it('names a full and a read-only work folder', async () => {
    const disk = createSmallDisk()
    onTestFinished(() => disk.remove())
    const settings = { WORKER_ROLES: 'media', WORK_DIR: disk.path }
    disk.fill()

    const full = await doctor('machine', settings)
    disk.empty()
    disk.makeReadOnly()
    const readOnly = await doctor('machine', settings)

    expect(full.wrong).toEqual([fault(/MB free, at least 64 MB needed/, /make room on the disk/)])
    expect(readOnly.wrong).toEqual([fault(/cannot be used \(EROFS\)/, /chown 10001/)])
  })

  it('names the setting of the kernel that forbids the sandbox its namespaces', () => {
    const forbid = 'echo 0 > /proc/sys/user/max_user_namespaces; exec "$@"'

    const { status, stdout } = doctorWithin(
      ['unshare', '--user', '--map-root-user', 'sh', '-c', forbid, 'sh'],
      'machine',
    )

    expect(status).toBe(1)
    expect(stdout).toMatch(
      /^WRONG {2}ffmpeg does not run in its sandbox .*\n {2}→ .*sysctl -w user.max_user_namespaces/m,
    )
  })

  it('names the profile of a container that forbids them', () => {
    const folder = mkdtempSync(join(tmpdir(), 'filter-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const filter = join(folder, 'filter')
    writeFileSync(filter, namespaceFilter())

    const { status, stdout } = doctorWithin(
      ['bwrap', '--dev-bind', '/', '/', '--seccomp', '3'],
      'machine',
      openSync(filter, 'r'),
    )

    expect(status).toBe(1)
    expect(stdout).toMatch(/^WRONG {2}ffmpeg does not run in its sandbox .*\n {2}→ .*seccomp=deploy\/seccomp.json/m)
  })

  it('names memory that is too little for the slots', async () => {
    const most = Math.min(process.constrainedMemory() || Infinity, totalmem())
    const fits = Math.floor((most - 250_000_000) / 1_000_000_000)
    const slots = (count: number) => ({ WORKER_ROLES: 'speech', WORKER_SLOTS: String(count) })

    const limited = await doctor('machine', slots(fits + 1))
    const taken = await doctor('machine', slots(fits))
    await test.ctx.db.insertInto('workers').values({ id: randomUUID(), slots: fits, seenAt: new Date() }).execute()
    const working = await doctor('machine', slots(fits))
    await test.ctx.db.deleteFrom('workers').execute()

    expect(limited.wrong).toEqual([fault(/needs [\d.]+ GB of memory, and may have [\d.]+ GB/, /fewer WORKER_SLOTS/)])
    expect(taken.wrong).toEqual([fault(/and [\d.]+ GB is free/, /WORKER_MEMORY/)])
    expect(working.wrong).toEqual([])
  })

  it('names an old Node', () => {
    expect(nodeFinding('22.19.0')).toEqual(fault(/^Node 22.19.0 is too old$/, /Node 24/))
    expect(nodeFinding('24.1.0')).toMatchObject({ state: 'ok' })
  })

  it('names missing and damaged models', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'models-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const { folder: vad } = models['silero-vad']
    for (const { folder: one } of [models['whisper-tiny'], models['pyannote-segmentation'], models['speaker-xvector']])
      symlinkSync(join(testModelsDir(), one), join(folder, one))
    mkdirSync(join(folder, vad))
    cpSync(join(testModelsDir(), vad), join(folder, vad), { recursive: true })
    writeFileSync(join(folder, vad, 'silero_vad.onnx'), 'broken')

    const { wrong } = await doctor('models', { MODELS_DIR: folder })

    expect(wrong).toEqual([
      fault(/silero_vad.onnx is damaged; .*gtcrn\/LICENSE is missing; .*gtcrn_simple.onnx is missing$/, /up models/),
    ])
  })

  it('mentions a machine without internet, and the parts of the product that need it', () => {
    const { status, stdout } = doctorWithin(['unshare', '--user', '--map-root-user', '--net'], 'internet')

    expect(status).toBe(0)
    expect(stdout).toMatch(
      /^note {2}no internet .*downloads of links, sign-in by providers.* will not work\n {2}→ leave it if/,
    )
  })
})

describe('doctor of a database', () => {
  it('names a refused password, a missing database and a server that does not answer', async () => {
    const postgres = await startOwnPostgres('right')
    onTestFinished(() => postgres.stop())
    const at = (url: string) => doctor('database', { DATABASE_URL: url })

    const refused = await at(postgres.url.replace('right', 'wrong'))
    const missing = await at(postgres.url.replace(/postgres$/, 'nothing'))
    const nowhere = 'postgres://postgres@127.0.0.1:1/doslovno'
    const down = await at(nowhere)
    const direct = await doctor('database', { DATABASE_DIRECT_URL: nowhere })

    expect(refused.wrong).toEqual([
      fault(/refuses the user postgres, or the password of DATABASE_URL \(28P01\)/, /set DATABASE_URL in \.env/),
    ])
    expect(missing.wrong).toEqual([fault(/has no database nothing$/, /create it/)])
    expect(down.wrong).toEqual([fault(/does not answer \(ECONNREFUSED\)/, /start it/)])
    expect(direct.wrong).toEqual([fault(/does not answer/, /correct DATABASE_DIRECT_URL$/)])
    expect(JSON.stringify(refused)).not.toContain('wrong@')
  })

  it('names keys that do not decrypt the stored secrets', async () => {
    const person = await createPerson(test)
    await person.settings('generate-api-key')
    const other = Buffer.alloc(32, 7).toString('base64')

    const lost = await doctor('database', { SECRETS_KEYS: other })
    const kept = await doctor('database', { SECRETS_KEYS: `${other},${process.env.SECRETS_KEYS}` })

    expect(lost.wrong).toEqual([
      fault(/^SECRETS_KEYS decrypts nothing of what is stored/, /the earlier key after a comma/),
    ])
    expect(kept.wrong).toEqual([])
  })

  it('names migrations that are not applied, and a database that is newer than the code', async () => {
    const empty = await createEmptyDatabase(process.env.DATABASE_URL ?? '')
    onTestFinished(() => empty.drop())
    const { db } = test.ctx
    const add = (name: string) => sql`insert into migrations (name) values (${name})`.execute(db)
    const remove = (name: string) => sql`delete from migrations where name = ${name}`.execute(db)
    const last = (await migrationFiles()).at(-1) ?? ''

    const fresh = await doctor('database', { DATABASE_URL: empty.url })
    await add('9999_future.sql')
    const ahead = await doctor('database')
    await Promise.all([remove('9999_future.sql'), remove(last)])
    const behind = await doctor('database')
    await add(last)

    expect(fresh.wrong).toEqual([
      fault(/lacks the extensions pg_trgm, btree_gin/, /create extension pg_trgm/),
      fault(/migrations are not applied, the first 0001_foundation.sql/, /run migrate/),
    ])
    expect(ahead.wrong).toEqual([fault(/newer than this code: .* 9999_future.sql$/, /start the VERSION/)])
    expect(behind.wrong).toEqual([fault(new RegExp(`^1 migrations are not applied, the first ${last}`), /run migrate/)])
  })

  it('names a clock that is off by an hour, by that of the database and of the store', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })

    const [database, store] = [await doctor('database'), await doctor('store')]

    expect(database.wrong).toEqual([fault(/clock of this machine is 3\d\d\d s ahead of that of PostgreSQL/, /NTP/)])
    expect(store.wrong).toEqual(
      expect.arrayContaining([fault(/clock of this machine is 3\d\d\d s ahead of that of the store/, /NTP/)]),
    )
  })
})
