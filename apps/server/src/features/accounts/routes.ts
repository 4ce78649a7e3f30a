import { getAccount, login } from '@doslovno/contract/accounts.ts'

import type { Context } from '#context.ts'
import { AppError } from '#platform/errors.ts'
import type { Routes } from '#platform/route.ts'

import { loginByPassword } from './login.ts'
import { findUser } from './repo.ts'
import { userView } from './view.ts'

export function accountRoutes(routes: Routes, ctx: Context): void {
  routes.add(login, ({ body }) => loginByPassword(ctx, body.email, body.password))
  routes.add(getAccount, async (_input, viewer) => {
    const user = await findUser(ctx.db, viewer.userId)
    // The token outlived its account.
    if (!user) throw new AppError('needAuthorization')
    return { user: userView(user) }
  })
}
