import {
  confirmMail as confirmMailEndpoint,
  editAccount,
  editEmail,
  editEmailConfirm,
  editPassword,
  editPasswordConfirm,
  getAccount,
  getAccountInfo,
  login,
  recoverPassword,
  recoverPasswordConfirm,
  register as registerEndpoint,
} from '@doslovno/contract/accounts.ts'

import type { Context } from '#context.ts'
import { balanceOf } from '#features/billing/index.ts'
import { invalidFields } from '#platform/errors.ts'
import { clientOf, type Routes } from '#platform/route.ts'

import { confirmMail } from './confirm-mail.ts'
import { confirmNewEmail, requestNewEmail } from './edit-email.ts'
import { confirmNewPassword, requestNewPassword } from './edit-password.ts'
import { loginByPassword } from './login.ts'
import { confirmRecovery, requestRecovery } from './recover.ts'
import { register } from './register.ts'
import { updateUser } from './repo.ts'
import { signedInUser } from './signed-in.ts'
import { infoView, userView } from './view.ts'

export function accountRoutes(routes: Routes, ctx: Context): void {
  signInRoutes(routes, ctx)
  linkRoutes(routes, ctx)
  profileRoutes(routes, ctx)
}

function signInRoutes(routes: Routes, ctx: Context): void {
  routes.add(registerEndpoint, async ({ body }, _viewer, request) => {
    await register(ctx, body, clientOf(request))
    return {}
  })
  routes.add(login, ({ body }, _viewer, request) => loginByPassword(ctx, { ...body, address: request.ip }))
  routes.add(recoverPassword, async ({ body }, _viewer, request) => {
    await requestRecovery(ctx, body.email, request.ip)
    return {}
  })
}

/** What the links in mails lead to; guessing tokens is slowed down. */
function linkRoutes(routes: Routes, ctx: Context): void {
  const slowly = (address: string) => ctx.limits.spend('linkByAddress', address)
  routes.add(confirmMailEndpoint, async ({ body }, _viewer, { ip }) => {
    await slowly(ip)
    return confirmMail(ctx, body.token)
  })
  routes.add(recoverPasswordConfirm, async ({ body }, _viewer, { ip }) => {
    await slowly(ip)
    await confirmRecovery(ctx, body.token, body.newPassword)
    return {}
  })
  routes.add(editEmailConfirm, async ({ body }, _viewer, { ip }) => {
    await slowly(ip)
    await confirmNewEmail(ctx, body.token)
    return {}
  })
  routes.add(editPasswordConfirm, async ({ body }, _viewer, { ip }) => {
    await slowly(ip)
    await confirmNewPassword(ctx, body.token)
    return {}
  })
}

function profileRoutes(routes: Routes, ctx: Context): void {
  const viewOf = async (userId: string) => {
    const user = await signedInUser(ctx.db, userId)
    return userView(user, await balanceOf(ctx.db, user, ctx.now()))
  }
  routes.add(getAccount, async (_input, { userId }) => ({ user: await viewOf(userId), events: [] }))
  routes.add(getAccountInfo, async (_input, { userId }) => {
    const user = await signedInUser(ctx.db, userId)
    return infoView(await balanceOf(ctx.db, user, ctx.now()))
  })
  routes.add(editAccount, async ({ body }, { userId }) => {
    const refusal = invalidFields({ name: body.name === '' ? 'required' : undefined })
    if (refusal) throw refusal
    await updateUser(ctx.db, userId, body)
    return { user: await viewOf(userId) }
  })
  routes.add(editEmail, async ({ body }, { userId }) => {
    await requestNewEmail(ctx, userId, body.email)
    return {}
  })
  routes.add(editPassword, async ({ body }, viewer) => {
    await requestNewPassword(ctx, viewer, body.password)
    return {}
  })
}
