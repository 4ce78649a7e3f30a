import { randomUUID } from 'node:crypto'

import type { Context } from '#context.ts'
import { grantRegistrationBonus, startSubscription } from '#features/billing/index.ts'
import { insertUser } from '#features/users/index.ts'

export type SeedUser = {
  email: string
  password: string
  name: string
  surname: string
  tariffId: number
  isSuperuser: boolean
}

/** Creates accounts for development; existing ones stay unchanged. */
export async function seedUsers(ctx: Context, users: readonly SeedUser[]): Promise<void> {
  const now = ctx.now()
  for (const { password, tariffId, ...user } of users) {
    const passwordHash = await ctx.passwords.hash(password)
    await ctx.db.transaction().execute(async (tx) => {
      const created = await insertUser(tx, { id: randomUUID(), ...user, passwordHash })
      if (!created) return
      await startSubscription(tx, { userId: created.id, now, tariffId })
      await grantRegistrationBonus(tx, created.id, now)
    })
  }
}
