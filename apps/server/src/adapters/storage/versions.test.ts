import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

import { GetBucketLifecycleConfigurationCommand, HeadObjectCommand } from '@aws-sdk/client-s3'
import { afterAll, describe, expect, it } from 'vitest'

import { readConfig } from '#platform/config.ts'
import { createBucket } from '#test/recordings/storage.ts'

import { prepareBucket } from './bucket.ts'
import { connect } from './connect.ts'
import { createStorage } from './index.ts'
import type { ObjectHistory } from './versions.ts'

const shared = readConfig({ ...process.env, MODELS_DIR: '-' }).storage
const { config, storage, remove } = await createBucket(shared)
const s3 = connect(config, config.endpoint)
afterAll(remove)

const put = (key: string, content: string, contentType = 'audio/mpeg') =>
  storage.put(key, Readable.from([Buffer.from(content)]), { contentType })

async function historyOf(prefix: string): Promise<ObjectHistory[]> {
  const found: ObjectHistory[] = []
  for await (const history of storage.versions.list(prefix)) found.push(history)
  return found
}

describe('a bucket', () => {
  it('keeps versions once it is prepared, those before it included, and ends them by rules', async () => {
    await put('scripts/a/original', 'before')
    const before = await storage.versions.areKept()

    const prepared = await prepareBucket({ storage: config, origin: 'https://example.ru' })
    await storage.remove('scripts/a/original')

    expect([before, await storage.versions.areKept()]).toEqual([false, true])
    expect(prepared).toEqual({ bucket: 'done', cors: 'done', versions: 'done', lifecycle: 'done' })
    expect(await historyOf('scripts/a')).toMatchObject([
      { versions: [{ isMarker: true, isCurrent: true }, { id: 'null' }] },
    ])
    const { Rules = [] } = await s3.send(new GetBucketLifecycleConfigurationCommand({ Bucket: config.bucket }))
    const daysOf = (id: string) => Rules.find(({ ID }) => ID === id)?.NoncurrentVersionExpiration?.NoncurrentDays
    expect(['old-versions', 'samples', 'archives'].map(daysOf)).toEqual([14, 1, 1])
  })

  it('lists the versions of each key together, the current one first', async () => {
    for (const content of ['1', '2']) await put('list/a', content)
    await put('list/b', '1')
    await storage.remove('list/a')

    expect(await historyOf('list/')).toMatchObject([
      { key: 'list/a', versions: [{ isMarker: true, isCurrent: true }, { isMarker: false }, { isMarker: false }] },
      { key: 'list/b', versions: [{ isMarker: false, isCurrent: true }] },
    ])
  })

  it('makes an old version the current one with its content type, and knows the copy again', async () => {
    await put('revert/a', 'first', 'audio/ogg')
    await put('revert/a', 'second')
    const [history] = await historyOf('revert/')
    const [second = '', first = ''] = history?.versions.map(({ id }) => id) ?? []

    await storage.versions.makeCurrent('revert/a', first)

    const { ContentType } = await s3.send(new HeadObjectCommand({ Bucket: config.bucket, Key: 'revert/a' }))
    expect([await text(await storage.read('revert/a')), ContentType]).toEqual(['first', 'audio/ogg'])
    expect(await storage.versions.isCopyOf('revert/a', first)).toBe(true)
    expect(await storage.versions.isCopyOf('revert/a', second)).toBe(false)
    expect(await storage.versions.isCopyOf('revert/none', first)).toBe(false)
  })

  it('counts as one without versions where the store refuses the question', async () => {
    const stranger = createStorage({ ...config, secretKey: 'wrong' })

    expect(await stranger.versions.areKept()).toBe(false)
  })
})
