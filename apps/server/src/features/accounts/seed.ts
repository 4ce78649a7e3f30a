import { randomUUID } from 'node:crypto'

import type { Context } from '#context.ts'
import { grantRegistrationBonus } from '#features/billing/index.ts'

import { insertUser } from './repo.ts'

export type SeedUser = {
  email: string
  password: string
  name: string
  surname: string
  tariffId: number
  isSuperuser: boolean
}

/** Makes accounts for development; those that exist stay as they are. */
export async function seedUsers(ctx: Context, users: readonly SeedUser[]): Promise<void> {
  const now = ctx.now()
  for (const { password, ...user } of users) {
    const passwordHash = await ctx.passwords.hash(password)
    const made = await insertUser(ctx.db, { id: randomUUID(), ...user, passwordHash, tariffSince: now })
    if (made) await grantRegistrationBonus(ctx.db, made.id, now)
  }
}
