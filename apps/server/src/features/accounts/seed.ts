import { randomUUID } from 'node:crypto'

import type { Context } from '#context.ts'

import { insertUserOnce } from './repo.ts'

export type SeedUser = { email: string; password: string; name: string; surname: string; isSuperuser: boolean }

/** Makes accounts for development; those that exist stay as they are. */
export async function seedUsers(ctx: Context, users: readonly SeedUser[]): Promise<void> {
  for (const { password, ...user } of users) {
    await insertUserOnce(ctx.db, { id: randomUUID(), ...user, passwordHash: await ctx.passwords.hash(password) })
  }
}
