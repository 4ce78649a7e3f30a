import {
  type AccountInfo,
  editAccount,
  getAccount,
  getAccountInfo,
  type User,
} from '@doslovno/contract/account/accounts.ts'
import {
  editEmail,
  editEmailConfirm,
  editPassword,
  editPasswordConfirm,
  recoverPassword,
} from '@doslovno/contract/account/credentials.ts'
import {
  linkIdentity as linkIdentityEndpoint,
  listIdentities,
  listProviders,
  signByGoogle,
  signByVk,
  signByYandex,
  unlinkIdentity as unlinkIdentityEndpoint,
} from '@doslovno/contract/account/providers.ts'
import {
  answerForPassword as answerForPasswordEndpoint,
  confirmMail as confirmMailEndpoint,
  register as registerEndpoint,
  resendConfirmation,
} from '@doslovno/contract/account/registration.ts'
import { login } from '@doslovno/contract/account/sessions.ts'

import type { Context } from '#context.ts'
import {
  accountPayments,
  type Balance,
  balanceOf,
  planView,
  reportPurchases,
  subscriptionView,
} from '#features/billing/index.ts'
import { notificationTargetsOf } from '#features/notifications/index.ts'
import { uploadsLeft } from '#features/uploads/index.ts'
import { updateUser } from '#features/users/index.ts'
import { invalidFields } from '#platform/errors.ts'
import { clientOf, type Routes } from '#platform/http/route.ts'
import { AT_ONCE } from '#platform/http/versioned.ts'
import type { UserRow } from '#platform/tables.ts'

import { showKey } from './api-keys/key.ts'
import { confirmNewEmail, requestNewEmail } from './edit-email.ts'
import { linkIdentity, showIdentities, unlinkIdentity } from './identities.ts'
import { loginByPassword } from './login.ts'
import { answerForPassword, confirmNewPassword, requestNewPassword } from './password.ts'
import { signInByProvider } from './providers.ts'
import { requestRecovery } from './recover.ts'
import { confirmMail, register } from './register.ts'
import { requestConfirmation } from './resend.ts'
import { signedInUser } from './signed-in.ts'

export function accountRoutes(routes: Routes, ctx: Context): void {
  signInRoutes(routes, ctx)
  mailLinkRoutes(routes, ctx)
  profileRoutes(routes, ctx)
}

function signInRoutes(routes: Routes, ctx: Context): void {
  routes.add(registerEndpoint, async ({ body }, _actor, request) => {
    await register(ctx, body, clientOf(request))
    return {}
  })
  routes.add(resendConfirmation, async ({ body }, _actor, request) => {
    await requestConfirmation(ctx, body.email, request.ip)
    return {}
  })
  routes.add(login, ({ body }, _actor, request) => loginByPassword(ctx, body, clientOf(request)))
  routes.add(recoverPassword, async ({ body }, _actor, request) => {
    await requestRecovery(ctx, body.email, request.ip)
    return {}
  })
}

/** Endpoints behind mailed links, rate-limited against guessing tokens. */
function mailLinkRoutes(routes: Routes, ctx: Context): void {
  const rateLimit = (address: string) => ctx.rateLimits.spend('linkByAddress', address)
  routes.add(confirmMailEndpoint, async ({ body }, _actor, request) => {
    await rateLimit(request.ip)
    return confirmMail(ctx, body, clientOf(request))
  })
  routes.add(editEmailConfirm, async ({ body }, _actor, { ip }) => {
    await rateLimit(ip)
    await confirmNewEmail(ctx, body.token, ip)
    return {}
  })
  routes.add(editPasswordConfirm, async ({ body }, _actor, { ip }) => {
    await rateLimit(ip)
    await confirmNewPassword(ctx, body.token, ip)
    return {}
  })
}

function profileRoutes(routes: Routes, ctx: Context): void {
  const readUser = async (userId: string) => {
    const user = await signedInUser(ctx.db, userId)
    const balance = await balanceOf(ctx.db, userId, ctx.now())
    const availableUploads = await uploadsLeft(ctx.db, userId, balance.entitlements)
    return { view: userView({ user, balance, availableUploads }), changesAt: balance.changesAt }
  }
  routes.addVersioned(getAccount, async (_input, { userId }) => {
    const { view, changesAt } = await readUser(userId)
    const events = await reportPurchases(ctx.db, userId, ctx.now())
    return { reply: { user: view, events }, changesAt: events.length > 0 ? AT_ONCE : changesAt }
  })
  routes.add(getAccountInfo, async (_input, actor, { ip }) => {
    const { userId } = actor
    await signedInUser(ctx.db, userId)
    const now = ctx.now()
    return infoView(await balanceOf(ctx.db, userId, now), {
      ...(await accountPayments(ctx.db, userId, now)),
      apiKey: (await showKey(ctx, actor, ip))?.apiKey ?? null,
      notificationTargets: await notificationTargetsOf(ctx.db, userId),
    })
  })
  routes.add(editAccount, async ({ body }, { userId }) => {
    const refusal = invalidFields({ name: body.name === '' ? 'required' : undefined })
    if (refusal) throw refusal
    await updateUser(ctx.db, userId, body)
    return { user: (await readUser(userId)).view }
  })
  routes.add(editEmail, async ({ body: { email, ...proof } }, actor, request) => {
    await requestNewEmail(ctx, actor, { email, proof }, clientOf(request))
    return {}
  })
  routes.add(answerForPasswordEndpoint, async ({ body }, actor, { ip }) => {
    await answerForPassword(ctx, actor, { newPassword: body.newPassword, address: ip })
    return {}
  })
  routes.add(editPassword, async ({ body }, actor) => {
    await requestNewPassword(ctx, actor, body.password)
    return {}
  })
}

export function providerRoutes(routes: Routes, ctx: Context): void {
  const rateLimit = (address: string) => ctx.rateLimits.spend('providerByAddress', address)

  routes.add(listProviders, async () => ctx.oauth.list())

  for (const [provider, endpoint] of [
    ['google', signByGoogle],
    ['yandex', signByYandex],
  ] as const) {
    routes.add(endpoint, async ({ body: { accessToken, ...consent } }, _actor, request) => {
      await rateLimit(request.ip)
      const ask = () => ctx.oauth[provider](accessToken)
      return signInByProvider(ctx, { provider, secret: accessToken, ...consent, client: clientOf(request), ask })
    })
  }

  routes.add(signByVk, async ({ body }, _actor, request) => {
    await rateLimit(request.ip)
    const { code: secret, isPrivacyApprove, utmData } = body
    const ask = () => ctx.oauth.vk(body)
    return signInByProvider(ctx, { provider: 'vk', secret, isPrivacyApprove, utmData, client: clientOf(request), ask })
  })

  routes.add(listIdentities, (_input, actor) => showIdentities(ctx, actor))
  routes.add(linkIdentityEndpoint, async ({ body: { grant, ...proof } }, actor, request) => {
    await rateLimit(request.ip)
    await linkIdentity(ctx, actor, { grant, proof }, clientOf(request))
    return {}
  })
  routes.add(unlinkIdentityEndpoint, async ({ params: { provider }, body }, actor, request) => {
    await unlinkIdentity(ctx, actor, { provider, proof: body }, clientOf(request))
    return {}
  })
}

type UserDetails = Pick<User, 'availableUploads'> & { user: UserRow; balance: Balance }

function userView({ user, balance, availableUploads }: UserDetails): User {
  const { id, name, surname, email, isSuperuser, isPasswordPending, hasUploaded, deletionDueAt } = user
  const profile = { id, name, surname, email, isSuperuser, isPasswordPending, hasUploaded }
  const deletionAt = deletionDueAt?.toISOString() ?? null
  return { ...profile, deletionAt, availableUploads, ...subscriptionView(balance) }
}

type Details = Pick<AccountInfo, 'payments' | 'apiKey' | 'notificationTargets'> &
  Pick<AccountInfo['tariff'], 'paymentMethodData'>

function infoView(balance: Balance, { paymentMethodData, ...details }: Details): AccountInfo {
  const { tariff, ...minutes } = planView(balance)
  return { ...minutes, tariff: { ...tariff, paymentMethodData }, ...details }
}
