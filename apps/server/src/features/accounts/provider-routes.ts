import { listProviders, signByGoogle, signByVk, signByYandex } from '@doslovno/contract/providers.ts'

import type { Context } from '#context.ts'
import { clientOf, type Routes } from '#platform/http/route.ts'

import { signInByProvider } from './providers.ts'

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
}
