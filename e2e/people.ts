import { randomUUID } from 'node:crypto'

import { argon2id } from '@doslovno/server/adapters/passwords/index.ts'
import { createDb } from '@doslovno/server/platform/db.ts'
import { addScript } from '@doslovno/server/test/library.ts'
import { hash } from '@node-rs/argon2'

import { developmentEnv } from '#scripts/settings.ts'

export type Person = { id: string; email: string; password: string }

/** The database of the journeys. */
export const db = createDb(developmentEnv('doslovno_e2e').DATABASE_URL ?? '', () => undefined, 2)

/** Somebody new with an account and nothing else. */
export async function createPerson(): Promise<Person> {
  const [id, password] = [randomUUID(), 'Right-pass-1']
  const email = `person-${id}@example.ru`
  const passwordHash = await hash(password, argon2id)
  const tariffSince = new Date(Date.now() - 3_600_000)
  await db.insertInto('users').values({ id, email, name: 'Мария', passwordHash, tariffSince }).execute()
  return { id, email, password }
}

type Changes = Parameters<typeof addScript>[3]

/** A finished file of theirs, as if it had been recognised; two people speak in turns, ten seconds each. */
export function addFile(person: Person, sentences: readonly string[], changes: Changes): Promise<string> {
  return addScript({ ctx: { db } }, person.id, sentences, changes)
}
