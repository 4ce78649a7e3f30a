import {
  addPasskey as addPasskeyEndpoint,
  confirmTotp,
  getSecondFactors,
  passkeyLogin,
  passSecondFactor as passSecondFactorEndpoint,
  removePasskey as removePasskeyEndpoint,
  removeTotp,
  renewRecoveryCodes,
  startPasskey as startPasskeyEndpoint,
  startPasskeyLogin as startPasskeyLoginEndpoint,
  startSecondFactor,
  startTotp,
} from '@doslovno/contract/account/second-factors.ts'

import type { Context } from '#context.ts'
import { AppError } from '#platform/errors.ts'
import { clientOf, type Routes } from '#platform/http/route.ts'

import { confirmApp, removeApp, startApp } from './app.ts'
import { renewCodes } from './factors.ts'
import { passSecondFactor, startByPasskey } from './pass.ts'
import { loginByPasskey, startPasskeyLogin, addPasskey, removePasskey, startPasskey } from './passkeys.ts'
import { factorsView } from './view.ts'

export function secondFactorRoutes(routes: Routes, ctx: Context): void {
  signInRoutes(routes, ctx)
  settingRoutes(routes, ctx)
}

function signInRoutes(routes: Routes, ctx: Context): void {
  const rateLimit = (address: string) => ctx.rateLimits.spend('secondFactorByAddress', address)

  routes.add(startPasskeyLoginEndpoint, async (_input, _actor, { ip }) => {
    await rateLimit(ip)
    return startPasskeyLogin(ctx)
  })
  routes.add(passkeyLogin, async ({ body }, _actor, request) => {
    await rateLimit(request.ip)
    return loginByPasskey(ctx, body, clientOf(request))
  })
  routes.add(startSecondFactor, async ({ body }, _actor, { ip }) => {
    await rateLimit(ip)
    return { options: await startByPasskey(ctx, body.token) }
  })
  routes.add(passSecondFactorEndpoint, async ({ body }, _actor, request) => {
    await rateLimit(request.ip)
    if ((body.code === undefined) === (body.credential === undefined)) throw new AppError('invalidRequest')
    return passSecondFactor(ctx, body, clientOf(request))
  })
}

function settingRoutes(routes: Routes, ctx: Context): void {
  routes.add(getSecondFactors, (_input, actor) => factorsView(ctx, actor))

  routes.add(startTotp, ({ body }, actor, request) => startApp(ctx, actor, body, clientOf(request)))
  routes.add(confirmTotp, async ({ body }, actor, request) => ({
    recoveryCodes: await confirmApp(ctx, actor, body.code, clientOf(request)),
  }))
  routes.add(removeTotp, async ({ body }, actor, request) => {
    await removeApp(ctx, actor, body, clientOf(request))
    return {}
  })

  routes.add(renewRecoveryCodes, async ({ body }, actor, request) => ({
    recoveryCodes: await renewCodes(ctx, actor, body, clientOf(request)),
  }))

  routes.add(startPasskeyEndpoint, ({ body }, actor, request) => startPasskey(ctx, actor, body, clientOf(request)))
  routes.add(addPasskeyEndpoint, ({ body }, actor, request) => addPasskey(ctx, actor, body, clientOf(request)))
  routes.add(removePasskeyEndpoint, async ({ params, body }, actor, request) => {
    await removePasskey(ctx, actor, { id: params.id, proof: body }, clientOf(request))
    return {}
  })
}
