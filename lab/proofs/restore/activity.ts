import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

import type { Storage } from '@doslovno/server/adapters/storage/index.ts'
import { grantRegistrationBonus, reserveSeconds, settleSeconds } from '@doslovno/server/features/billing/index.ts'
import { inParallel } from '@doslovno/server/test/in-parallel.ts'
import { addScript } from '@doslovno/server/test/recordings/library.ts'
import { runJobs } from '@doslovno/server/test/run-jobs.ts'
import type { Caller, TestApp } from '@doslovno/server/test/test-app.ts'

import { PRO } from '#lab/app.ts'

const WIDTH = 8
const FILE_BYTES = 20_000

/** `contents`: sha256 of every object that should exist, by key. */
export type World = { test: TestApp; people: Caller[]; files: File[]; contents: Map<string, string> }
type File = { id: string; owner: Caller }

/** Writes and deletes in both buckets, so that a control sees the same life in a bucket without versions. */
export function mirrored(storage: Storage, control: Storage): Storage {
  return {
    ...storage,
    put: async (key, body, options) => {
      const bytes = await buffer(body)
      for (const one of [storage, control]) await one.put(key, Readable.from([bytes]), options)
    },
    remove: async (key) => void (await Promise.all([storage.remove(key), control.remove(key)])),
  }
}

export async function addPeople({ test, people }: World, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const person = await test.signIn({ tariffId: PRO })
    await grantRegistrationBonus(test.ctx.db, person.userId ?? '', new Date())
    people.push(person)
  }
}

/** Files with their recordings, every second one with a playback copy, and minutes spent on each. */
export async function addFiles(world: World, count: number): Promise<void> {
  const { test, people } = world
  const numbers = Array.from({ length: count }, (_, n) => n)
  await inParallel(numbers, WIDTH, async (n) => {
    const owner = people[n % people.length]
    if (!owner) throw new Error('There are no people')
    const id = await addScript(test, owner.userId ?? '', ['Hello.', 'This is a talk.'])
    await store(world, `scripts/${id}/original`)
    if (n % 2 === 0) {
      await store(world, `scripts/${id}/playback`)
      await test.ctx.db.updateTable('scripts').set({ hasPlayback: true }).where('id', '=', id).execute()
    }
    world.files.push({ id, owner })
  })
  for (const { userId = '' } of people) await spendMinutes(test, userId)
}

async function store({ test, contents }: World, key: string): Promise<void> {
  const bytes = randomBytes(FILE_BYTES)
  await test.ctx.storage.put(key, Readable.from([bytes]), { contentType: 'audio/mpeg' })
  contents.set(key, sha256(bytes))
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** One process pays for what it used, one still holds its minutes. */
async function spendMinutes({ ctx }: TestApp, userId: string): Promise<void> {
  const now = new Date()
  const [done, running] = [randomUUID(), randomUUID()]
  await ctx.db.transaction().execute(async (tx) => {
    for (const processId of [done, running]) await reserveSeconds(tx, { userId, processId, seconds: 60, force: false, now }) // prettier-ignore
    await settleSeconds(tx, done, 45, now)
  })
}

/** Owners delete their oldest files by the API, and the worker's job deletes the objects. */
export async function deleteFiles(world: World, count: number): Promise<File[]> {
  const deleted = world.files.splice(0, count)
  for (const { id, owner } of deleted) {
    const { statusCode } = await owner.call({ method: 'DELETE', url: `/api/scripts/${id}` })
    if (statusCode !== 200) throw new Error(`A file was not deleted: ${statusCode}`)
    for (const name of ['original', 'playback']) world.contents.delete(`scripts/${id}/${name}`)
  }
  await runJobs(world.test, 'retention')
  return deleted
}

/** A repeated job writes playback copies again. */
export async function overwriteCopies(world: World, count: number): Promise<void> {
  const copies = [...world.contents.keys()].filter((key) => key.endsWith('playback')).slice(0, count)
  for (const key of copies) await store(world, key)
}

/** Keys whose object is not there or has another content. */
export async function wrongContents(storage: Storage, contents: ReadonlyMap<string, string>): Promise<string[]> {
  const wrong: string[] = []
  await inParallel([...contents], WIDTH, async ([key, expected]) => {
    const found = await storage.read(key).then(buffer, () => Buffer.alloc(0))
    if (sha256(found) !== expected) wrong.push(key)
  })
  return wrong
}
