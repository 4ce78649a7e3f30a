import {
  createWebhook,
  deleteWebhook,
  editWebhook,
  listDeliveries,
  listWebhooks,
  replayDelivery,
  replayFailed as replayFailedEndpoint,
  rotateWebhookSecret,
  testWebhook,
} from '@doslovno/contract/webhooks.ts'
import type { Actor } from '@doslovno/domain/access.ts'

import type { Context } from '#context.ts'
import type { Routes } from '#platform/http/route.ts'
import type { WebhookEndpointRow } from '#platform/tables/account.ts'

import { listPage } from './delivery-repo.ts'
import { endpointsOf } from './endpoint-repo.ts'
import {
  createEndpoint,
  editEndpoint,
  ownEndpoint,
  removeEndpoint,
  replay,
  replayFailed,
  rotateSecret,
  sendTest,
} from './manage.ts'
import { deliveryView, endpointView } from './view.ts'

export function webhookRoutes(routes: Routes, ctx: Context): void {
  const view = (endpoint: WebhookEndpointRow, actor: Actor) => endpointView(ctx, endpoint, actor.kind === 'session')

  routes.add(listWebhooks, async (_input, actor) => ({
    data: (await endpointsOf(ctx.db, actor.userId)).map((endpoint) => view(endpoint, actor)),
  }))

  routes.add(createWebhook, async ({ body }, actor, { ip }, keep) => {
    const made = (webhook: WebhookEndpointRow) => ({ webhook: endpointView(ctx, webhook, true) })
    return made(await createEndpoint(ctx, actor, { ...body, address: ip }, (tx, webhook) => keep(tx, made(webhook))))
  })

  routes.add(editWebhook, async ({ params, body }, actor, { ip }) => ({
    webhook: view(await editEndpoint(ctx, actor, { ...body, id: params.id, address: ip }), actor),
  }))

  routes.add(rotateWebhookSecret, async ({ params }, actor, { ip }) => ({
    webhook: endpointView(ctx, await rotateSecret(ctx, actor, { id: params.id, address: ip }), true),
  }))

  routes.add(deleteWebhook, async ({ params }, actor, { ip }) => {
    await removeEndpoint(ctx, actor, params.id, ip)
    return {}
  })

  routes.add(testWebhook, async ({ params }, actor) => ({
    delivery: deliveryView(await sendTest(ctx, actor, params.id)),
  }))

  routes.add(listDeliveries, async ({ params, query }, actor) => {
    const { id } = await ownEndpoint(ctx.db, params.id, actor)
    const { data, total } = await listPage(ctx.db, id, query)
    return { data: data.map(deliveryView), total }
  })

  routes.add(replayDelivery, async ({ params }, actor) => ({
    delivery: deliveryView(await replay(ctx, actor, { endpointId: params.id, deliveryId: params.deliveryId })),
  }))

  routes.add(replayFailedEndpoint, async ({ params, body }, actor) => ({
    count: await replayFailed(ctx, actor, { endpointId: params.id, since: new Date(body.since) }),
  }))
}
