import { answerTerms as answerEndpoint, findTermPlaces } from '@doslovno/contract/script-vocabulary.ts'

import type { Context } from '#context.ts'
import type { Routes } from '#platform/http/route.ts'

import { answerTerms } from './answer.ts'
import { findPlaces } from './find-places.ts'

export function vocabularyMarkRoutes(routes: Routes, ctx: Context): void {
  routes.add(findTermPlaces, ({ params }, actor) => findPlaces(ctx, actor, params.id))

  routes.add(answerEndpoint, async ({ params, body }, actor) => {
    await answerTerms(ctx, actor, params.id, body.answers)
    return {}
  })
}
