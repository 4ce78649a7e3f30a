import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { CreateBucketCommand } from '@aws-sdk/client-s3'
import { BACKUP_DAYS } from '@doslovno/server/adapters/storage/bucket.ts'
import { connect } from '@doslovno/server/adapters/storage/connect.ts'
import { createContext } from '@doslovno/server/context.ts'
import { reconcile } from '@doslovno/server/features/retention/index.ts'
import { shelves, subscribers } from '@doslovno/server/handlers.ts'
import { createBucket, versionsUnder } from '@doslovno/server/test/recordings/storage.ts'
import { startTestShop, type TestShop } from '@doslovno/server/test/shop.ts'
import type { TestApp } from '@doslovno/server/test/test-app.ts'

import { freshApp } from '#lab/app.ts'
import { atEnd } from '#lab/ends.ts'
import { sum } from '#lab/figures.ts'
import { log, mark, timed } from '#lab/marks.ts'
import { withOwnServers } from '#lab/servers.ts'
import { cephDir } from '#scripts/services/ceph.ts'
import { run } from '#scripts/services/commands.ts'
import { ensurePackages } from '#scripts/services/packages.ts'
import { postgres } from '#scripts/services/postgres.ts'
import { redis } from '#scripts/services/redis.ts'
import { s3 } from '#scripts/services/s3.ts'
import { waitUntil } from '#scripts/services/wait.ts'
import { dataDir, projectRoot } from '#scripts/settings.ts'

import { addFiles, addPeople, deleteFiles, mirrored, overwriteCopies, type World, wrongContents } from './restore/activity.ts' // prettier-ignore
import { BACKUPS, createDatabase, type Database, differing, fingerprint, query, startGateway } from './restore/database.ts' // prettier-ignore
import { addSubscribers, booksOf, firstMinute, sell } from './restore/money.ts'

const packages = [
  { name: 'pgbackrest', programs: ['pgbackrest'] },
  { name: 'haproxy', programs: ['haproxy'] },
  { name: 'openssl', programs: ['openssl'] },
  ...postgres.packages,
]

const PEOPLE = 6
const SUBSCRIBERS = 5
const FILES = { backedUp: 60, later: 40, deleted: 20, overwritten: 5, afterwards: 30 }
const AUDIT_ROWS = 200_000
const DAY_MS = 24 * 3600 * 1000

/** A mishap, the database taken back to the moment before it, and the bucket made whole. */
export async function main(): Promise<void> {
  ensurePackages(packages)
  await withOwnServers([redis, s3], async () => {
    const database = await createDatabase(await startGateway(dataDir))
    await database.start()
    atEnd(() => database.stop('immediate'))
    await prove(database)
  })
}

async function prove(database: Database): Promise<void> {
  const shop = await startTestShop()
  atEnd(() => shop.closeServer())
  const test = await freshApp({ payments: shop.config })
  const { databaseUrl, storage } = test.config
  const control = await createBucket(storage)
  atEnd(() => control.remove())
  const versioned = test.ctx.storage
  test.ctx.storage = mirrored(versioned, control.storage)
  const world: World = { test, people: [], files: [], contents: new Map() }
  await connect(storage, storage.endpoint).send(new CreateBucketCommand({ Bucket: BACKUPS }))

  await timed('stanza', () => database.createStanza())
  await addPeople(world, PEOPLE)
  const payers = await addSubscribers({ test, shop }, SUBSCRIBERS)
  await addFiles(world, FILES.backedUp)
  await fillAudit(databaseUrl, world)
  const [size] = await query(databaseUrl, 'select pg_size_pretty(sum(pg_database_size(oid))) from pg_database')
  await timed(`full backup of ${size}`, () => database.backup('full'))
  await addFiles(world, FILES.later)
  await timed('incremental backup', () => database.backup('incr'))
  await addFiles(world, 1)

  const rows = await fingerprint(databaseUrl)
  const contents = new Map(world.contents)
  const [now = ''] = await query(databaseUrl, 'select to_json(clock_timestamp())')
  const moment = new Date(JSON.parse(now) as string)
  await wait(1000)
  await sell({ test, shop }, payers)
  const books = await booksOf(test)
  const deleted = await mishap(world)
  log(`moment: ${moment.toISOString()}; then ${deleted.length} files deleted, ${FILES.overwritten} copies overwritten, ${FILES.afterwards} files added, the table of files dropped`) // prettier-ignore

  await test.ctx.db.destroy()
  await timed('restore of the database', async () => {
    await query(databaseUrl, 'select pg_switch_wal()')
    await database.stop('fast')
    await database.restoreTo(moment)
    await database.start()
    await waitUntil('the database to be writable', 600, () => isWritable(databaseUrl))
  })
  const restored = await timed('restore of the objects', () => restoreObjects(test, moment))
  const after = await fingerprint(databaseUrl)

  const wrong = differing(rows, after)
  mark(`rows of ${rows.size} tables are those of the moment`, wrong.join(', ') || 'all', wrong.length === 0)
  const { status, stdout } = restored
  const { returned = 0, missing } = JSON.parse(stdout) as Record<string, number>
  const isBack = status === 0 && returned >= deleted.length && missing === 0
  mark(`recordings of ${deleted.length} deleted files come back`, stdout, isBack)
  await wholeBucket(test, moment)
  const changed = (await wrongContents(versioned, contents)).length
  mark('every object has its content of the moment', `${contents.size - changed} of ${contents.size}`, changed === 0)
  await payOnce(test, shop, { moment, books })
  const audit = command(test, ['admin', 'audit-ledger'])
  mark('the audit of the ledger is clean', audit.stdout || 'clean', audit.status === 0)
  lostWithoutVersions(test, control.config.bucket, moment)
  await nextBackup(database)
  await endOfVersions(test, deleted[0]?.id ?? '')
}

type Money = { moment: Date; books: readonly string[] }

/** The chapter's step about money, then what the workers do first. */
async function payOnce(test: TestApp, shop: TestShop, { moment, books }: Money): Promise<void> {
  const charges = () => shop.payments().filter(({ status }) => status === 'succeeded').length
  const before = charges()
  const why = ['--reason', 'restore', '--by', 'proof']
  const admin = (...args: string[]) => command(test, ['admin', ...args, ...why], shop.env)
  admin('switches', 'set', 'payments', 'off')
  const recovered = admin('payments', 'recover', '--since', moment.toISOString(), '--json')
  admin('switches', 'set', 'payments', 'on')
  await firstMinute(test)
  mark('no card is charged again', `${charges() - before} of ${before} charges`, charges() === before)
  const isWhole = recovered.status === 0 && (await booksOf(test)).join() === books.join()
  mark(`${books.length} payments have the effects they had`, recovered.stdout, isWhole)
}

/** Until the WAL is replayed up to the moment, the server is read-only. */
async function isWritable(databaseUrl: string): Promise<boolean> {
  const [isInRecovery] = await query(databaseUrl, 'select pg_is_in_recovery()')
  return isInRecovery === 'f'
}

async function mishap(world: World) {
  const deleted = await deleteFiles(world, FILES.deleted)
  await overwriteCopies(world, FILES.overwritten)
  await addPeople(world, 1)
  await addFiles(world, FILES.afterwards)
  await query(world.test.config.databaseUrl, 'drop table scripts cascade')
  return deleted
}

/** Something to back up and to restore beside the files. */
async function fillAudit(databaseUrl: string, { people }: World): Promise<void> {
  await query(
    databaseUrl,
    `insert into audit_events (at, kind, user_id, details)
     select now(), 'login', '${people[0]?.userId}', jsonb_build_object('n', n, 'text', repeat(md5(n::text), 4))
     from generate_series(1, ${AUDIT_ROWS}) as n`,
  )
}

type Command = { status: number | null; stdout: string }

/** One of the operators' commands. */
function restoreObjects(test: TestApp, moment: Date, bucket?: string): Command {
  return command(test, ['restore-objects', '--moment', moment.toISOString()], bucket ? { S3_BUCKET: bucket } : {})
}

function command({ config }: TestApp, [name, ...args]: string[], changes: Record<string, string> = {}): Command {
  const file = resolve(projectRoot, `apps/server/src/main/${name}.ts`)
  const env = {
    ...process.env,
    DATABASE_URL: config.databaseUrl,
    S3_BUCKET: config.storage.bucket,
    MODELS_DIR: '-',
    ...changes,
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], { env, encoding: 'utf8' })
  if (stderr) console.error(stderr)
  return { status, stdout: stdout.trim() }
}

async function wholeBucket(test: TestApp, moment: Date): Promise<void> {
  const { storage, log: silent, config } = test.ctx
  const ctx = await createContext(config, silent, subscribers)
  // Two days later, when no object counts as young.
  const later = { ...ctx, storage, now: () => new Date(Date.now() + 2 * DAY_MS) }
  const { objects, missing, orphan } = await reconcile(later, { isDryRun: true, shelves })
  await ctx.close()
  const again = JSON.parse(restoreObjects(test, moment).stdout) as Record<string, number>
  const changes = sum(['returned', 'reverted', 'removed', 'missing'].map((kind) => again[kind] ?? 0))
  mark('0 objects missing, 0 orphans', `${missing} and ${orphan} of ${objects}`, missing + orphan === 0)
  mark('a second restore of the objects changes nothing', `${changes} changes`, changes === 0)
}

/** The control: had the bucket kept no versions, the same restore would lose recordings. */
function lostWithoutVersions(test: TestApp, bucket: string, moment: Date): void {
  const { status, stdout } = restoreObjects(test, moment, bucket)
  const { missing = 0 } = JSON.parse(stdout) as { missing?: number }
  const isMet = status === 1 && missing >= FILES.deleted
  mark('control: a bucket without versions loses them', `${missing} missing`, isMet)
}

async function nextBackup(database: Database): Promise<void> {
  await timed('backup after the restore', () => database.backup('incr'))
  const seen = await timed('test of that backup', () => database.verify())
  const isMet = /^backup_last_success_timestamp_seconds \d+$[^]*^backup_last_verified_timestamp_seconds \d+$/m.test(database.metrics()) // prettier-ignore
  mark('the next backup works and can be restored, and both report', seen, isMet)
}

/** By the store's own rules, with days that last a second. */
async function endOfVersions(test: TestApp, scriptId: string): Promise<void> {
  const key = `scripts/${scriptId}/original`
  await test.ctx.storage.remove(key)
  const kept = await versionsUnder(test.config.storage, key)
  await wait((BACKUP_DAYS + 2) * 1000)
  for (let n = 0; n < 3; n++)
    await run('radosgw-admin', ['-c', `${cephDir}/ceph.conf`, '--rgw-lc-debug-interval=1', 'lc', 'process'])
  const left = await versionsUnder(test.config.storage, key)
  const isMet = kept.old > 0 && left.current + left.old + left.markers === 0
  const seen = `${kept.old} old versions, then ${left.old} and ${left.markers} markers`
  mark(`after ${BACKUP_DAYS} days nothing is left of a deleted file`, seen, isMet)
}
