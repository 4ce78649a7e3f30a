import * as contract from '@doslovno/contract/scripts.ts'

import type { Context } from '#context.ts'
import type { Routes } from '#platform/http/route.ts'

import { renameScript, shareScript } from './change.ts'
import { summaryView } from './view.ts'

export function scriptRoutes(routes: Routes, ctx: Context): void {
  routes.add(contract.shareScript, async ({ params, body }, actor) => {
    const script = await shareScript(ctx, params.id, actor, body.publicFlag)
    return { script: summaryView(script, actor) }
  })

  routes.add(contract.renameScript, async ({ params, body }, actor) => {
    const script = await renameScript(ctx, params.id, actor, body.fileName)
    return { script: summaryView(script, actor) }
  })
}
