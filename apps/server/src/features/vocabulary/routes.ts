import * as calls from '@doslovno/contract/vocabulary.ts'
import { readingsOfTerm } from '@doslovno/domain/vocabulary/forms.ts'
import { writeTermList } from '@doslovno/domain/vocabulary/term-list.ts'
import { tidyTerm } from '@doslovno/domain/vocabulary/term-rules.ts'
import { russianVocabulary } from '@doslovno/texts/language/vocabulary/russian-vocabulary.ts'

import type { Context } from '#context.ts'
import type { Routes } from '#platform/http/route.ts'

import { readableVocabulary } from './access.ts'
import { addTerms } from './add-terms.ts'
import { deleteTerm, editTerm, restoreTerm } from './change-term.ts'
import { importTerms } from './import-terms.ts'
import { decline, offerFor } from './offer.ts'
import { allTerms, termPage } from './term-repo.ts'
import { importView, outcomeView, termView } from './view.ts'

export function vocabularyRoutes(routes: Routes, ctx: Context): void {
  routes.add(calls.listTerms, async ({ query }, { userId }) => {
    const id = await readableVocabulary(ctx.db, userId, query.vocabularyId)
    const { rows, total } = await termPage(ctx.db, id, query)
    const next = rows.length === query.limit ? (rows.at(-1)?.plain ?? null) : null
    return { data: rows.map(termView), total, next }
  })

  routes.add(calls.addTerms, async ({ body }, actor) => ({
    data: (await addTerms(ctx, actor, { ...body, vocabularyId: body.vocabularyId })).map(outcomeView),
  }))

  routes.add(calls.editTerm, async ({ params, body }, actor) => ({
    term: termView(await editTerm(ctx, actor, params.id, body)),
  }))

  routes.add(calls.deleteTerm, async ({ params }, actor) => {
    await deleteTerm(ctx, actor, params.id)
    return {}
  })

  routes.add(calls.restoreTerm, async ({ params }, actor) => ({
    term: termView(await restoreTerm(ctx, actor, params.id)),
  }))

  routes.add(calls.importTerms, async ({ body }, actor) => importView(await importTerms(ctx, actor, body)))

  routes.add(calls.exportTerms, async ({ query }, { userId }) => {
    const id = await readableVocabulary(ctx.db, userId, query.vocabularyId)
    return { content: writeTermList(await allTerms(ctx.db, id), query.format) }
  })

  routes.add(calls.getTermReadings, async ({ query }) => {
    const text = tidyTerm(query.text)
    return { data: readingsOfTerm(text, russianVocabulary).map((reading) => ({ ...reading, text })) }
  })

  routes.add(calls.offerTerm, async ({ query }, { userId }) => ({ data: await offerFor(ctx.db, userId, query.text) }))

  routes.add(calls.declineTerm, async ({ body }, { userId }) => {
    await decline(ctx.db, userId, body.text)
    return {}
  })
}
