import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import type { Script } from '@doslovno/contract/scripts.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { reportMissingObjects } from '#features/retention/reconcile.ts'
import { openUpload } from '#features/uploads/index.ts'
import { readConfig } from '#platform/config.ts'
import { registry, storageMismatches } from '#platform/telemetry.ts'
import { addScript } from '#test/recordings/library.ts'
import { createBucket, storedUnder } from '#test/recordings/storage.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'

import { reconcile } from './reconcile.ts'
import { merge } from './shelves.ts'

const DAY_MS = 24 * 3600 * 1000
const NONE = { orphan: 0, unfinished: 0, missing: 0, returned: 0 }

let test: TestApp
let owner: Caller
let removeBucket: () => Promise<void>
beforeAll(async () => {
  // Other tests keep their objects in the shared bucket; they must not look like orphans here.
  const bucket = await createBucket(readConfig({ ...process.env, MODELS_DIR: '-' }).storage)
  removeBucket = bucket.remove
  test = await createTestApp({ storage: bucket.config })
  owner = await test.signIn()
})
afterAll(async () => {
  await removeBucket()
  await test.close()
})
beforeEach(() => {
  // The storage stamps objects with the real time: on this clock they are two days old.
  test.clock.now = new Date(Date.now() + 2 * DAY_MS)
})

const put = async (key: string) =>
  test.ctx.storage.put(key, Readable.from([Buffer.from('sound')]), { contentType: 'audio/mpeg' })
const stored = (key: string) => storedUnder(test.config.storage, key)
const storedScript = async () => {
  const id = await addScript(test, owner.userId ?? '')
  await put(`scripts/${id}/original`)
  return id
}

describe('reconciling', () => {
  it('finds nothing where bucket and rows agree', async () => {
    const id = await storedScript()
    await put(`scripts/${id}/playback`)
    await test.ctx.db.updateTable('scripts').set({ hasPlayback: true }).where('id', '=', id).execute()

    expect(await reconcile(test.ctx)).toEqual({ ...NONE, objects: 2, outcome: 'repaired' })
    expect(await stored(`scripts/${id}`)).toEqual({ objects: 2, parts: 0 })
  })

  it('deletes old objects and unfinished uploads without a row, and leaves those of open uploads', async () => {
    const gone = [
      `scripts/${randomUUID()}/original`,
      `scripts/${randomUUID()}/playback`,
      `processes/${randomUUID()}/audio.pcm`,
    ]
    for (const key of gone) await put(key)
    const { id: open } = await openUpload(test.ctx, {
      userId: owner.userId ?? '',
      source: 'stream',
      fileName: 'a.mp3',
      contentType: 'audio/mpeg',
      sizeBytes: null,
    })
    await put(`scripts/${open}/original`)
    const [unknown, uploading] = [`scripts/${randomUUID()}/original`, `scripts/${open}/original`]
    for (const key of [unknown, uploading]) await test.ctx.storage.parts.begin(key, 'audio/mpeg')

    const seen = await reconcile(test.ctx, { isDryRun: true })
    const afterDryRun = await Promise.all(gone.map(stored))
    const report = await reconcile(test.ctx)

    expect(seen).toMatchObject({ ...NONE, orphan: 3, unfinished: 1, outcome: 'reported' })
    expect(afterDryRun).toEqual(gone.map(() => ({ objects: 1, parts: 0 })))
    expect(report).toMatchObject({ ...NONE, orphan: 3, unfinished: 1, outcome: 'repaired' })
    for (const key of [...gone, unknown]) expect(await stored(key)).toEqual({ objects: 0, parts: 0 })
    expect(await stored(uploading)).toEqual({ objects: 1, parts: 1 })
  })

  it('leaves young objects alone: a crash before their row is repaired by the retry of the job', async () => {
    const young = `scripts/${randomUUID()}/original`
    await put(young)
    test.clock.now = new Date()

    expect(await reconcile(test.ctx)).toMatchObject(NONE)
    expect(await stored(young)).toMatchObject({ objects: 1 })
    await test.ctx.storage.remove(young)
  })

  it('deletes what an expired file and a crash before «has a copy» left behind', async () => {
    const [expired, crashed] = [await storedScript(), await storedScript()]
    await put(`scripts/${crashed}/playback`)
    await test.ctx.db.updateTable('scripts').set({ expiredAt: new Date() }).where('id', '=', expired).execute()

    expect(await reconcile(test.ctx)).toMatchObject({ ...NONE, orphan: 2 })
    expect(await stored(`scripts/${expired}`)).toMatchObject({ objects: 0 })
    expect(await stored(`scripts/${crashed}`)).toMatchObject({ objects: 1 })
  })

  it('counts a file whose recording is missing; its page keeps the text and says that there is no sound', async () => {
    const id = await addScript(test, owner.userId ?? '', ['Раз.'])
    const copied = await storedScript()
    await test.ctx.db.updateTable('scripts').set({ hasPlayback: true }).where('id', '=', copied).execute()
    const counted = async () =>
      (await storageMismatches.get()).values.find(({ labels }) => labels.kind === 'missing')?.value ?? 0
    const before = await counted()

    const report = await reconcile(test.ctx)
    test.clock.now = new Date() // tokens of the owner live minutes

    const read = async (script: string) => (await owner.call({ url: `/api/scripts/${script}` })).json<Script>()
    expect(report).toMatchObject({ ...NONE, missing: 2 })
    expect(await counted()).toBe(before + 2)
    expect(await read(id)).toMatchObject({ fileSrc: null, playbackSrc: null, script: [{ text: 'Раз.' }] })
    expect(await read(copied)).toMatchObject({ fileSrc: expect.stringContaining('/original'), playbackSrc: null })
    await put(`scripts/${id}/original`)
    expect(await reconcile(test.ctx)).toMatchObject({ ...NONE, returned: 1 })
    expect(await read(id)).toMatchObject({ fileSrc: expect.stringContaining('/original') })
  })

  it('holds a page of each stream in memory, however long they are', async () => {
    const FILES = 20_000
    const idOf = (n: number) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`
    // Rolled back at the end: deleting so many rows takes longer than the test.
    const tx = await test.ctx.db.startTransaction().execute()
    await sql`
      insert into scripts (id, user_id, file_name, size_bytes, kind, content_type, keep_until)
      select ('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, ${owner.userId}, '', 1, 'audio', '', now()
      from generate_series(1, ${FILES}) as n`.execute(tx)
    const heaps: number[] = []
    const list = async function* (prefix: string) {
      for (let n = 1; prefix === 'scripts/' && n <= FILES; n++) {
        if (n % 2000 === 0) heaps.push(usedHeap())
        yield { key: `scripts/${idOf(n)}/original`, modifiedAt: new Date(0) }
      }
    }

    const report = await reconcile({ ...test.ctx, db: tx, storage: { ...test.ctx.storage, list } }, { isDryRun: true })
    await tx.rollback().execute()

    expect(report).toMatchObject({ objects: FILES, orphan: 0 })
    // Kept objects would take 4 MB.
    expect(Math.max(...heaps) - (heaps[0] ?? 0)).toBeLessThan(2_000_000)
  })

  it('repairs nothing if very many objects have no row, unless it is forced', async () => {
    const keys = Array.from({ length: 101 }, () => `processes/${randomUUID()}/audio.pcm`)
    for (const key of keys) await put(key)

    const refused = await reconcile(test.ctx)
    const left = await stored('processes/')
    const forced = await reconcile(test.ctx, { isForced: true })

    expect(refused).toMatchObject({ orphan: 101, outcome: 'refused' })
    expect(left.objects).toBe(101)
    expect(forced).toMatchObject({ orphan: 101, outcome: 'repaired' })
    expect((await stored('processes/')).objects).toBe(0)
  })
})

describe('two streams of keys', () => {
  it('are merged in order', async () => {
    const pairs: string[] = []
    for await (const { stored: left, expected: right } of merge(keysOf('abd'), keysOf('bce')))
      pairs.push(`${left?.key ?? '-'}${right?.key ?? '-'}`)

    expect(pairs).toEqual(['a-', 'bb', '-c', 'd-', '-e'])
  })
})

/** Without garbage. */
function usedHeap(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().heapUsed
}

async function* keysOf(keys: string) {
  for (const key of keys) yield { key }
}

describe('missing objects', () => {
  afterEach(() => vi.useRealTimers())

  const shown = async () => /^storage_missing_objects (\d+)$/m.exec(await registry.metrics())?.[1]

  it('shows the missing objects of a comparison until the next night, then leaves the word to other workers', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    reportMissingObjects(3)

    const atOnce = await shown()
    vi.setSystemTime(Date.now() + 26 * 3600 * 1000)

    expect([atOnce, await shown()]).toEqual(['3', '0'])
  })
})
