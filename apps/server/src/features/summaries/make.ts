import { randomUUID } from 'node:crypto'

import type { Actor } from '@doslovno/domain/access.ts'
import { isCompleted } from '@doslovno/domain/script/status.ts'
import { canChooseTemplate, canMake, type SummaryRights } from '@doslovno/domain/summary/making.ts'
import type { SummaryType } from '@doslovno/domain/summary/types.ts'

import type { Context } from '#context.ts'
import { takeTheses } from '#features/billing/index.ts'
import { recordAudit } from '#features/operations/index.ts'
import { lockScript, readableScript } from '#features/scripts/index.ts'
import type { Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { ScriptRow } from '#platform/tables.ts'

import { ofType, readSummary, rightsOf } from './read.ts'
import { makingsOf, stopRetries } from './repo.ts'
import { startMaking } from './start.ts'
import { hasTemplate } from './templates/repo.ts'
import { measureText, type TextMeasure } from './text/text.ts'
import { isStale } from './view.ts'

type Make = { scriptId: string; type: SummaryType; templateId: number | null }

/**
 * Starts a summary, or leaves the running one alone. Owners may, and superusers wherever they may read: their own and
 * public files. To everybody else the file is not found, as for every other change.
 */
export async function makeSummary(ctx: Context, actor: Actor, make: Make): Promise<void> {
  await ctx.rateLimits.spend('summariesByUser', actor.userId)
  const script = await readableScript(ctx.db, make.scriptId, actor)
  const rights = await rightsOf(ctx, script, actor)
  if (!rights.isOwner && !rights.isSuperuser) throw new AppError('notFound')
  await checkTemplate(ctx, make, rights)
  // Checks a complete one against corrections first: it may have become stale.
  await readSummary(ctx, make.scriptId, make.type, actor)
  await ctx.db.transaction().execute((tx) => start(tx, ctx, { ...make, scriptId: script.id, actor, rights }))
}

async function checkTemplate({ db }: Context, { templateId }: Make, rights: SummaryRights): Promise<void> {
  if (templateId === null) return
  if (!canChooseTemplate(rights)) throw new AppError('templateNotAllowed')
  if (!(await hasTemplate(db, templateId))) throw new AppError('invalidRequest')
}

type Asked = Make & { actor: Actor; rights: SummaryRights }

async function start(tx: Tx, ctx: Context, { scriptId, type, templateId, actor, rights }: Asked): Promise<void> {
  const { script, measure } = await lockText(tx, scriptId)
  const { newest, shown } = ofType(await makingsOf(tx, scriptId), type)
  if (newest?.status === 'process') return
  if (!canMake({ status: newest?.status ?? 'missing', isStale: isStale(shown, script) }, rights))
    throw new AppError('summaryExists')
  const [id, askedBy] = [randomUUID(), actor.userId]
  if (type === 'theses' && !rights.isSuperuser) await takeTheses(tx, { userId: askedBy, summaryId: id, now: ctx.now() })
  await stopRetries(tx, scriptId, type)
  await startMaking(tx, ctx, {
    id,
    script,
    type,
    askedBy,
    templateId: templateId ?? newest?.templateId ?? null,
    measure,
  })
  if (rights.isSuperuser) await recordAudit(tx, { kind: 'summaryRemade', userId: askedBy, details: { scriptId, type } })
}

/** Locks a script that has a text. */
async function lockText(tx: Tx, scriptId: string): Promise<{ script: ScriptRow; measure: TextMeasure }> {
  const script = await lockScript(tx, scriptId)
  if (!script || script.expiredAt) throw new AppError('notFound')
  const measure = isCompleted(script.status) ? await measureText(tx, script) : undefined
  if (!measure?.words) throw new AppError('noText')
  return { script, measure }
}
