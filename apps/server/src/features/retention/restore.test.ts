import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { Context } from '#context.ts'
import { exportShelf } from '#features/privacy/index.ts'
import { readConfig } from '#platform/config.ts'
import { addScript } from '#test/recordings/library.ts'
import { createBucket, storedUnder, versionsUnder } from '#test/recordings/storage.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

import { reconcile } from './reconcile.ts'
import { restoreObjects } from './restore.ts'

const shared = readConfig({ ...process.env, MODELS_DIR: '-' }).storage
const NOTHING = { returned: 0, reverted: 0, removed: 0, missing: 0 }

let test: TestApp
let userId: string
let config: typeof shared
let removeBucket: () => Promise<void>
beforeAll(async () => {
  test = await createTestApp()
  userId = (await test.createUser()).id
})
afterAll(() => test.close())

/** A fresh bucket and no files, as after an installation. */
async function useBucket(isVersioned: boolean): Promise<void> {
  const bucket = await createBucket(shared, { isVersioned })
  removeBucket = bucket.remove
  config = bucket.config
  test.ctx.storage = bucket.storage
  await test.ctx.db.deleteFrom('scripts').execute()
}

const put = (key: string, content: string) =>
  test.ctx.storage.put(key, Readable.from([Buffer.from(content)]), { contentType: 'audio/mpeg' })
const contentOf = async (key: string) => text(await test.ctx.storage.read(key))
const original = (id: string) => `scripts/${id}/original`
const addFile = async (content: string) => {
  const id = await addScript(test, userId)
  await put(original(id), content)
  return id
}
const restore = (moment: Date, options = {}) => restoreObjects(test.ctx, moment, { shelves: [exportShelf], ...options })

/** The store stamps objects by its own clock, which is this machine's: no object is of the same millisecond. */
async function thisMoment(): Promise<Date> {
  const moment = new Date()
  while (Date.now() <= moment.getTime() + 1) await new Promise(setImmediate)
  return moment
}

describe('restoring a bucket with versions', () => {
  beforeEach(async () => {
    await useBucket(true)
    return () => removeBucket()
  })

  it('brings back deleted files, reverts overwritten ones and deletes those that came later', async () => {
    const [kept, deleted, twice, overwritten] = [
      await addFile('kept'),
      await addFile('deleted'),
      await addFile('deleted twice'),
      await addFile('of the moment'),
    ]
    const moment = await thisMoment()
    for (const id of [deleted, twice, twice]) await test.ctx.storage.remove(original(id))
    await put(original(overwritten), 'later')
    const late = `scripts/${randomUUID()}/original`
    await put(late, 'of a row that was taken back')

    const seen = await restore(moment, { isDryRun: true })
    const untouched = await contentOf(original(overwritten))
    const report = await restore(moment)
    const repeated = await restore(moment)

    const found = { keys: 5, returned: 2, reverted: 1, removed: 1, missing: 0 }
    expect(seen).toEqual({ ...found, outcome: 'reported' })
    expect(untouched).toBe('later')
    expect(report).toEqual({ ...found, outcome: 'restored' })
    expect(repeated).toEqual({ keys: 5, ...NOTHING, outcome: 'restored' })
    expect(await Promise.all([kept, deleted, twice, overwritten].map((id) => contentOf(original(id))))).toEqual([
      'kept',
      'deleted',
      'deleted twice',
      'of the moment',
    ])
    expect(await storedUnder(config, late)).toMatchObject({ objects: 0 })
    const tomorrow = { ...test.ctx, now: () => new Date(Date.now() + 2 * 24 * 3600 * 1000) }
    expect(await reconcile(tomorrow)).toMatchObject({ objects: 4, orphan: 0, missing: 0 })
  })

  it('loses nothing: a later moment can be restored after an earlier one', async () => {
    const id = await addFile('first')
    const early = await thisMoment()
    await put(original(id), 'second')
    const added = await addFile('added')
    const late = await thisMoment()
    await put(original(id), 'third')
    const setExpired = (expiredAt: Date | null) =>
      test.ctx.db.updateTable('scripts').set({ expiredAt }).where('id', '=', added).execute()

    await setExpired(new Date())
    await restore(early)
    const first = await contentOf(original(id))
    await setExpired(null)
    const report = await restore(late)

    expect(first).toBe('first')
    expect(report).toMatchObject({ ...NOTHING, returned: 1, reverted: 1 })
    expect(await Promise.all([contentOf(original(id)), contentOf(original(added))])).toEqual(['second', 'added'])
  })

  it('counts a file that no version brings back, and exits the same way again', async () => {
    await addScript(test, userId)

    expect(await restore(new Date())).toMatchObject({ ...NOTHING, keys: 1, missing: 1 })
    expect(await restore(new Date())).toMatchObject({ ...NOTHING, keys: 1, missing: 1 })
  })

  it('brings back the samples of a process that ran at the moment, and deletes those of later ones', async () => {
    const id = await addFile('talk')
    const processId = randomUUID()
    const running = { id: processId, scriptId: id, userId, language: 'ru', status: 'processing' } as const
    await test.ctx.db.insertInto('processes').values(running).execute()
    const [samples, later] = [`processes/${processId}/audio.pcm`, `processes/${randomUUID()}/audio.pcm`]
    await put(samples, 'pcm')
    const moment = await thisMoment()
    await test.ctx.storage.remove(samples)
    for (const key of [later, `exports/${randomUUID()}.zip`]) await put(key, 'later')

    const report = await restore(moment)

    expect(report).toMatchObject({ ...NOTHING, returned: 1, removed: 2 })
    expect(await contentOf(samples)).toBe('pcm')
    expect(await versionsUnder(config, later)).toEqual({ current: 0, old: 1, markers: 1 })
  })

  it('changes nothing if very many objects have no row, unless it is forced', async () => {
    const { ctx, removed } = withStored(Array.from({ length: 101 }, () => `scripts/${randomUUID()}/original`))

    const refused = await restoreObjects(ctx, new Date())
    const untouched = removed.length
    const forced = await restoreObjects(ctx, new Date(), { isForced: true })

    expect(refused).toMatchObject({ removed: 101, outcome: 'refused' })
    expect(untouched).toBe(0)
    expect(forced).toMatchObject({ removed: 101, outcome: 'restored' })
    expect(new Set(removed).size).toBe(101)
  })
})

describe('restoring a bucket without versions', () => {
  beforeEach(async () => {
    await useBucket(false)
    return () => removeBucket()
  })

  it('is refused: what was deleted is lost, and deleting more would be final', async () => {
    const [deleted, late] = [await addFile('deleted'), `scripts/${randomUUID()}/original`]
    const moment = await thisMoment()
    await test.ctx.storage.remove(original(deleted))
    await put(late, 'later')

    const report = await restore(moment)

    expect(report).toEqual({ ...NOTHING, keys: 2, missing: 1, removed: 1, outcome: 'refused' })
    expect(await contentOf(late)).toBe('later')
  })
})

/** A bucket that says it has these objects, which storing one by one would take long. */
function withStored(keys: readonly string[]): { ctx: Context; removed: string[] } {
  const { storage } = test.ctx
  const removed: string[] = []
  const versions = [{ id: '1', modifiedAt: new Date(), isCurrent: true, isMarker: false }]
  const list = async function* (prefix: string) {
    for (const key of keys.toSorted()) if (key.startsWith(prefix)) yield { key, versions }
  }
  const remove = async (key: string) => void removed.push(key)
  return { ctx: { ...test.ctx, storage: { ...storage, remove, versions: { ...storage.versions, list } } }, removed }
}
